internal import FeedDomain
import Preferences
internal import Terminal
internal import UseCases
import Words

extension FeedOptions: CommandRequest {
  package var endsWhenInterrupted: Bool { follows }

  package func run(at desk: CommandDesk) async throws(CommandFailure) {
    if stream == .feed(.everything) {
      return try await EverythingCommand(
        options: self, account: desk.account, backstage: desk.open(isReading: !offline),
        pace: desk.settings.settings.refresh, printer: desk.printer, wording: desk.wording
      ).run()
    }
    try await FeedCommand(
      options: self, account: desk.account, backstage: desk.open(isReading: !offline),
      pace: desk.settings.settings.refresh, printer: desk.printer, wording: desk.wording
    ).run()
  }
}

/// `tweetie feed`: prints the top of a stream.
struct FeedCommand {
  let options: FeedOptions
  let account: String?
  let backstage: Backstage
  /// How often a stream that is followed is asked for.
  let pace: Duration
  let printer: Printer
  let wording: Wording

  func run() async throws(CommandFailure) {
    var account = try backstage.account(named: account)
    if !options.offline { account = try backstage.opened(account) }
    let connection = try backstage.connection(for: account)
    let finding = StreamFinding(backstage: backstage, wording: wording, offline: options.offline)
    let feed = try await finding.feed(options.stream, of: connection, for: account)
    guard !options.follows else { return try await follow(feed, at: connection) }
    let listing = backstage.listing(printer, wording, json: options.json)
    var shown = ShownEntries(listing: listing, reader: account.account, most: options.count)
    if options.offline {
      try await showStored(feed, of: account.account.id, in: &shown)
    } else {
      try await showFetched(feed, from: connection, in: &shown)
    }
    guard shown.count == 0, options.count > 0, !options.json else { return }
    printer.remark(
      options.offline
        ? wording.say("Nothing of this stream is stored here.") : wording.say("Nothing here yet."))
  }
}

/// What is printed of a stream, each entry once and as it comes.
private struct ShownEntries {
  let listing: PostListing
  let reader: Account
  /// How many are wanted.
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

extension FeedCommand {
  /// Prints each new post in a line, until that is called off or nobody reads on.
  private func follow(
    _ feed: Feed, at connection: ServiceConnection
  ) async throws(CommandFailure) {
    if let trouble = backstage.inMemoryBecause { printer.complain(wording.notStored(trouble)) }
    let following = FeedFollowing(
      feed, of: connection, store: backstage.shelf.feeds, world: backstage.world,
      pace: pace > .zero ? pace : StreamPacing.usualInterval)
    try await asking { () async throws(FeedError) in
      try await following.run(showing: options.count) { news in
        switch news {
        case .entries(let entries):
          let listing = backstage.listing(printer, wording, json: options.json)
          for entry in entries { listing.showLine(for: entry, to: connection.account) }
        case .failed(let error): printer.complain(wording.sentence(for: error))
        case .notKept(let error): printer.complain(wording.notStored(error))
        }
        printer.flush()
        return printer.failure == nil
      }
    }
  }

  /// So many rows are read from the store at a time.
  private static let rowsAtOnce = 200

  /// Prints what is stored, and where something in between was not fetched.
  private func showStored(
    _ feed: Feed, of account: Account.ID, in shown: inout ShownEntries
  ) async throws(CommandFailure) {
    var anchor = WindowAnchor.top
    while shown.isOpen {
      let window = try await backstage.stored { [anchor] () async throws(StoreError) in
        try await backstage.shelf.feeds.window(
          of: feed, account: account, around: anchor, above: 0, below: Self.rowsAtOnce)
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
      let ids: JSONValue = .object([
        "newer_than": .string(above.rawValue), "older_than": .optional(below?.rawValue),
      ])
      printer.show(.object(["gap": ids]))
    } else {
      printer.remark(wording.say("Some posts between these were not fetched."))
    }
  }

  /// Fetches page by page, each of which is printed and goes into the store below the one before. What
  /// cannot be stored is printed all the same.
  private func showFetched(
    _ feed: Feed, from connection: ServiceConnection, in shown: inout ShownEntries
  ) async throws(CommandFailure) {
    let id = connection.account.id
    var stretch: Stretch? = .latest
    var walk = PageWalk()
    var placement = PagePlacement.top
    var trouble = backstage.inMemoryBecause
    defer { if let trouble { printer.complain(wording.notStored(trouble)) } }
    while let asked = stretch, shown.isOpen {
      let page = try await asking { () async throws(FeedError) in
        try await connection.feeds.page(of: feed, asked)
      }
      let now = backstage.world.now
      do throws(StoreError) {
        _ = try await backstage.shelf.feeds.commit(
          page, to: feed, account: id, at: placement, now: now)
      } catch {
        trouble = error
      }
      // What comes in at the top pushes others into the next page.
      let isNew = shown.show(page.entries)
      if let last = page.entries.last { placement = .below(last.id) }
      stretch = walk.step(to: page.older, foundNew: isNew).map { .older($0) }
    }
  }
}
