internal import FeedDomain
import Preferences
internal import Terminal
internal import UseCases
import Words

extension CommandSpec {
  static let feed = CommandSpec(
    .feed, .reading, "[STREAM]", [.count, .follow, .json, .offline, .account],
    examples: "feed -n 5", "feed '#tram' --follow",
    meaning: { $0.say("print a stream: home, photos, likes, #tag, list:NAME, …") }
  ) { arguments throws(UsageError) in
    let options = try FeedOptions(arguments)
    return { context async throws(CommandFailure) in
      if options.stream == .feed(.everything) {
        let services = try await context.open(isReading: !options.offline)
        return try await Everything(options: options, context: context, services: services).run()
      }
      let account = try await context.openAccount(
        isReading: !options.offline, offline: options.offline)
      try await PrintedFeed(options: options, account: account).run()
    }
  }
}

struct FeedOptions: Equatable {
  /// Nil for home, or for the first there is.
  let stream: StreamName?
  let count: Int
  let json: Bool
  let offline: Bool
  let follows: Bool

  init(_ arguments: ScannedArguments) throws(UsageError) {
    let name = try arguments.operand()
    stream = if let name { try StreamName(typed: name) } else { nil }
    follows = arguments.has(.follow)
    // Whoever follows a stream wants what is new, unless they say how much before that.
    count = follows && !arguments.has(.count) ? 0 : try arguments.count()
    json = arguments.has(.json)
    offline = arguments.has(.offline)
    if follows, offline { throw .contradiction(OptionSpec.follow.name, OptionSpec.offline.name) }
  }
}

extension CommandContext {
  /// How often a stream that is followed is asked for.
  fileprivate var pace: Duration {
    let refresh = settings.settings.refresh
    return refresh > .zero ? refresh : StreamPacing.usualInterval
  }

  fileprivate func remarkNothing(offline: Bool) {
    printer.remark(
      offline
        ? wording.say("Nothing of this stream is stored here.") : wording.say("Nothing here yet."))
  }

  /// Prints posts, folding what the reader has muted.
  func listing(_ services: CommandServices, json: Bool) -> PostListing {
    PostListing(
      printer: printer, wording: wording, now: services.world.now, json: json,
      mutes: services.mutes)
  }
}

private struct PrintedFeed {
  static let rowsAtOnce = 200

  let options: FeedOptions
  let account: CommandAccount

  private var printer: Printer { account.printer }
  private var wording: Wording { account.wording }
  private var listing: PostListing {
    account.context.listing(account.services, json: options.json)
  }

  func run() async throws(CommandFailure) {
    let feed = try await account.feed(options.stream, offline: options.offline)
    guard !options.follows else { return try await follow(feed) }
    var shown = ShownEntries(listing: listing, reader: account.account, most: options.count)
    if options.offline {
      try await showStored(feed, in: &shown)
    } else {
      try await showFetched(feed, in: &shown)
    }
    guard shown.count == 0, options.count > 0, !options.json else { return }
    account.context.remarkNothing(offline: options.offline)
  }

  /// Prints each new post in a line, until that is called off or nobody reads on.
  private func follow(_ feed: Feed) async throws(CommandFailure) {
    if let problem = account.services.inMemoryBecause {
      printer.complain(wording.notStored(problem))
    }
    let following = FeedFollower(
      feed, of: account.connection, store: account.feeds, world: account.services.world,
      pace: account.context.pace)
    try await asking { () async throws(FeedError) in
      try await following.run(showing: options.count) { news in
        switch news {
        case .entries(let entries):
          for entry in entries { listing.showLine(for: entry, to: account.account) }
        case .failed(let error): printer.complain(wording.sentence(for: error))
        case .notKept(let error): printer.complain(wording.notStored(error))
        }
        printer.flush()
        return printer.failure == nil
      }
    }
  }

  /// Prints what is stored, and where something in between was not fetched.
  private func showStored(
    _ feed: Feed, in shown: inout ShownEntries
  ) async throws(CommandFailure) {
    var anchor = WindowAnchor.top
    while shown.isOpen {
      let window = try await account.services.stored { [anchor] () async throws(StoreError) in
        try await account.feeds.window(
          of: feed, account: account.account.id, around: anchor, above: 0, below: Self.rowsAtOnce)
      }
      var last: FeedEntry.ID?
      var isGap = false
      for row in window.rows where shown.isOpen {
        switch row {
        case .entry(let entry):
          if isGap { tellOfGap(above: entry.id, below: last) }
          isGap = false
          _ = shown.show([entry])
          last = entry.id
        case .gap: isGap = true
        }
      }
      // The last of these rows is the first of the next.
      guard window.hasMoreBelow, let last, anchor != .entry(last) else { return }
      anchor = .entry(last)
    }
  }

  /// Says that posts were not fetched between these two: among the objects, where a program reads them.
  private func tellOfGap(above: FeedEntry.ID, below: FeedEntry.ID?) {
    if options.json {
      let ids: JSONValue = [
        "newer_than": above.rawValue, "older_than": below?.rawValue,
      ]
      printer.show(["gap": ids])
    } else {
      printer.remark(wording.say("Some posts between these were not fetched."))
    }
  }

  /// Fetches page by page, each of which is printed and goes into the store below the one before. What
  /// cannot be stored is printed all the same.
  private func showFetched(
    _ feed: Feed, in shown: inout ShownEntries
  ) async throws(CommandFailure) {
    var streamRange: StreamRange? = .latest
    var walk = PageWalk()
    var placement = PagePlacement.top
    var problem = account.services.inMemoryBecause
    defer { if let problem { printer.complain(wording.notStored(problem)) } }
    while let asked = streamRange, shown.isOpen {
      let page = try await asking { () async throws(FeedError) in
        try await account.connection.feeds.page(of: feed, asked)
      }
      do throws(StoreError) {
        _ = try await account.feeds.commit(
          page, to: feed, account: account.account.id, at: placement, now: account.now)
      } catch {
        problem = error
      }
      // What comes in at the top pushes others into the next page.
      let isNew = shown.show(page.entries)
      if let last = page.entries.last { placement = .below(last.id) }
      streamRange = walk.step(to: page.older, foundNew: isNew).map { .older($0) }
    }
  }
}

/// What is printed of a stream, each entry once and as it comes.
private struct ShownEntries {
  let listing: PostListing
  let reader: Account
  let most: Int
  private(set) var count = 0
  private var known: Set<FeedEntry.ID> = []

  init(listing: PostListing, reader: Account, most: Int) {
    (self.listing, self.reader, self.most) = (listing, reader, most)
  }

  /// Whether more is wanted, and anybody reads on.
  var isOpen: Bool { count < most && listing.printer.failure == nil }

  /// Prints those that are new, as far as they are wanted; returns whether any was new.
  mutating func show(_ entries: [FeedEntry]) -> Bool {
    let fresh = entries.filter { known.insert($0.id).inserted }
    let wanted = Array(fresh.prefix(most - count))
    listing.show(wanted, to: reader, first: count == 0)
    count += wanted.count
    listing.printer.flush()
    return !fresh.isEmpty
  }
}

/// The homes of all accounts as one stream.
private struct Everything {
  let options: FeedOptions
  let context: CommandContext
  let services: CommandServices

  private var printer: Printer { context.printer }
  private var wording: Wording { context.wording }
  private var listing: PostListing { context.listing(services, json: options.json) }

  func run() async throws(CommandFailure) {
    let homes = try context.openAccounts(of: services, offline: options.offline) {
      $0.streams.contains(.feed(.home))
    }.map(\.connection)
    guard !homes.isEmpty else { throw .nobodySignedIn }
    if options.follows { return await follow(homes) }
    if !options.offline { await bringUpToDate(homes) }
    let count = try await show(homes.map(\.account))
    guard count == 0, options.count > 0, !options.json else { return }
    context.remarkNothing(offline: options.offline)
  }

  private enum Problem: Error {
    case service(FeedError)
    case store(StoreError)
  }

  /// Asks all at once; each that fails is a line, and what is held of it is printed all the same.
  private func bringUpToDate(_ homes: [ServiceConnection]) async {
    let (store, world, count) = (services.stores.feeds, services.world, options.count)
    let problems = await withTaskGroup(of: (Account, Problem?).self) { group in
      for home in homes {
        group.addTask {
          await (home.account, Self.problem(bringingUpToDate: home, count, in: store, world))
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    for case (let account, let problem?) in problems.sorted(by: {
      $0.0.id.rawValue < $1.0.id.rawValue
    }) {
      switch problem {
      case .service(let error): context.complain([(account, .service(error))])
      case .store(let error): printer.complain(wording.notStored(error))
      }
    }
  }

  private static func problem(
    bringingUpToDate home: ServiceConnection, _ count: Int, in store: any FeedStore,
    _ world: any World
  ) async -> Problem? {
    do throws(Problem) {
      try await bringUpToDate(home, count, in: store, world)
      return nil
    } catch {
      return error
    }
  }

  private static func bringUpToDate(
    _ home: ServiceConnection, _ count: Int, in store: any FeedStore, _ world: any World
  ) async throws(Problem) {
    var streamRange: StreamRange? = .latest
    var walk = PageWalk()
    var placement = PagePlacement.top
    var known: Set<FeedEntry.ID> = []
    while let asked = streamRange, known.count < count {
      let page: FeedPage
      do throws(FeedError) { page = try await home.feeds.page(of: .home, asked) } catch {
        throw .service(error)
      }
      do throws(StoreError) {
        _ = try await store.commit(
          page, to: .home, account: home.account.id, at: placement, now: world.now)
      } catch {
        throw .store(error)
      }
      let before = known.count
      known.formUnion(page.entries.map(\.id))
      if let last = page.entries.last { placement = .below(last.id) }
      streamRange = walk.step(to: page.older, foundNew: known.count > before).map { .older($0) }
    }
  }

  /// Prints what is stored, as many as are wanted; returns how many there were.
  private func show(_ accounts: [Account]) async throws(CommandFailure) -> Int {
    let store = services.stores.feeds
    let listing = listing
    var known: Set<FeedEntry.ID> = []
    var anchor = WindowAnchor.top
    while known.count < options.count, printer.failure == nil {
      let window = try await remembering { [anchor] () async throws(StoreError) in
        try await store.window(
          of: .homes(accounts.map(\.id)), around: anchor, above: 0, below: PrintedFeed.rowsAtOnce)
      }
      var last: FeedEntry.ID?
      for case .entry(let entry) in window.rows where known.count < options.count {
        last = entry.id
        guard known.insert(entry.id).inserted else { continue }
        listing.show(entry, among: accounts, first: known.count == 1)
      }
      printer.flush()
      guard window.hasMoreBelow, let last, anchor != .entry(last) else { break }
      anchor = .entry(last)
    }
    return known.count
  }

  /// Prints each new post of any account in a line, until that is called off or nobody reads on.
  private func follow(_ homes: [ServiceConnection]) async {
    if let problem = services.inMemoryBecause { printer.complain(wording.notStored(problem)) }
    let (news, teller) = AsyncStream.makeStream(of: (Account, FeedFollower.Update).self)
    let (store, world) = (services.stores.feeds, services.world)
    let (pace, count) = (context.pace, max(1, options.count / homes.count))
    let asking = Task {
      await withTaskGroup(of: Void.self) { group in
        for home in homes {
          group.addTask {
            let following = FeedFollower(.home, of: home, store: store, world: world, pace: pace)
            do throws(FeedError) {
              try await following.run(showing: count) { news in
                teller.yield((home.account, news))
                return true
              }
            } catch {
              teller.yield((home.account, .failed(error)))
            }
          }
        }
      }
      teller.finish()
    }
    defer { asking.cancel() }
    for await (account, news) in news {
      switch news {
      case .entries(let entries):
        for entry in entries {
          let post = entry.post.seen(by: account.id)
          listing.showLine(for: entry.with(post), among: homes.map(\.account))
        }
      case .failed(let error): context.complain([(account, .service(error))])
      case .notKept(let error): printer.complain(wording.notStored(error))
      }
      printer.flush()
      if printer.failure != nil { return }
    }
  }
}
