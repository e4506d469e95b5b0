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
    let options = try FeedCommandOptions(arguments)
    return { context async throws(CommandFailure) in
      if options.stream == .feed(.everything) {
        let services = try await context.openServices(isReading: !options.offline)
        return try await AllAccountsPostsPrinter(
          options: options, context: context, services: services
        )
        .printHomeStreams()
      }
      let account = try await context.openCommandAccount(
        isReading: !options.offline, offline: options.offline)
      try await StreamPostsPrinter(options: options, account: account).printStream()
    }
  }
}

struct FeedCommandOptions: Equatable {
  /// The stream that `tweetie feed` prints; nil for home, or for the first stream of a service
  /// without home.
  let stream: StreamName?
  let count: Int
  let json: Bool
  let offline: Bool
  let follows: Bool

  init(_ arguments: ScannedArguments) throws(UsageError) {
    let name = try arguments.optionalSingleOperand()
    stream = if let name { try StreamName(typed: name) } else { nil }
    follows = arguments.hasOption(.follow)
    // Following a stream prints only new posts, unless a number is given.
    count = follows && !arguments.hasOption(.count) ? 0 : try arguments.countOption()
    json = arguments.hasOption(.json)
    offline = arguments.hasOption(.offline)
    if follows, offline { throw .contradiction(OptionSpec.follow.name, OptionSpec.offline.name) }
  }

  /// Returns the number of existing posts of each of several accounts that `feed` prints before it
  /// waits for new posts.
  func postCountPerAccount(of accounts: Int) -> Int { count == 0 ? 0 : max(1, count / accounts) }
}

extension CommandContext {
  /// The time between two fetches of a stream by `tweetie feed --follow`; a service may demand a
  /// longer one.
  fileprivate var refreshInterval: Duration {
    let refresh = settings.settings.refresh
    return refresh > .zero ? refresh : StreamOptions.usualInterval
  }

  /// Prints a remark if the command `feed` was to print posts as text, but printed none.
  fileprivate func printNoPostsMessage(printed count: Int, _ options: FeedCommandOptions) {
    guard count == 0, options.count > 0, !options.json else { return }
    printer.printRemark(
      options.offline
        ? wording.say("No posts of this stream are stored here.") : wording.say("Nothing here yet.")
    )
  }

  /// Creates the printer for the posts of a stream; as text it folds muted posts.
  func makePostPrinter(_ services: CommandServices, json: Bool) -> PostPrinter {
    PostPrinter(
      printer: printer, wording: wording, now: services.world.now, json: json,
      mutes: services.mutes)
  }
}

private struct StreamPostsPrinter {
  static let rowsAtOnce = 200

  let options: FeedCommandOptions
  let account: CommandAccount

  private var printer: ResultPrinter { account.printer }
  private var wording: Wording { account.wording }
  private var listing: PostPrinter {
    account.context.makePostPrinter(account.services, json: options.json)
  }

  func printStream() async throws(CommandFailure) {
    let feed = try await account.foundStream(named: options.stream, offline: options.offline)
    guard !options.follows else { return try await printNewPostsUntilCancelled(of: feed) }
    var shown = PrintedEntries(
      listing: listing, reader: account.account, maximumCount: options.count)
    // A stream made of stored posts needs no network.
    if options.offline, DerivedFeed(feed)?.isComputed != true {
      try await printAlreadyFetchedEntries(feed, in: &shown)
      if shown.count == 0 { try await printStoredPosts(feed, in: &shown) }
    } else {
      await account.services.refreshReadStates(of: account.signedIn)
      do throws(CommandFailure) {
        try await fetchAndPrintPosts(feed, in: &shown)
      } catch {
        throw await error.namingFailingFeeds(of: [feed], connection: account.connection)
      }
      await account.context.reportFailingFeeds(of: [feed], connection: account.connection)
    }
    account.context.printNoPostsMessage(printed: shown.count, options)
  }

  /// Returns the connection to fetch a stream with: the account's own, or, for a derived stream
  /// that no service offers, one that computes the stream from stored posts or reads it from a
  /// server without an account.
  private func ownOrDerivedFeedConnection(for feed: Feed) -> ServiceConnection {
    DerivedFeed(feed) == nil
      ? account.connection
      : account.connection.connectionAddingDerivedFeeds(
        from: account.feeds, tags: account.services.stores.bookmarkTags, in: account.services.world)
  }

  /// Prints each new post of a stream, until the task is cancelled or the output can no longer be
  /// written.
  private func printNewPostsUntilCancelled(of feed: Feed) async throws(CommandFailure) {
    if let problem = account.services.memoryOnlyReason {
      printer.printError(wording.nothingStoredMessage(problem))
    }
    let following = FeedFollower(
      feed, of: ownOrDerivedFeedConnection(for: feed), store: account.feeds,
      world: account.services.world,
      pace: account.context.refreshInterval
    ) { [stores = account.services.stores, id = account.account.id] in
      await Self.hiddenReadEntryIDs(among: $0, of: feed, stores, id)
    }
    try await convertingServiceErrors { () async throws(FeedError) in
      try await following.followFeed(showing: options.count) { news in
        switch news {
        case .entries(let entries):
          for entry in entries { listing.printEntryLine(for: entry, to: account.account) }
        case .failed(let error): printer.printError(wording.sentence(for: error))
        case .notKept(let error): printer.printError(wording.nothingStoredMessage(error))
        }
        printer.flushOutput()
        return printer.failure == nil
      }
    }
  }

  /// Prints the fetched entries of a stream of web feeds, even if the stream was never opened.
  private func printAlreadyFetchedEntries(_ feed: Feed, in shown: inout PrintedEntries)
    async throws(CommandFailure)
  {
    guard let list = account.connection.subscriptions else { return }
    let stores = account.services.stores
    // For a search for unread entries all matches are fetched, since it is not known how many of
    // them are read.
    let limit = stores.rules?.isSavedSearchForUnread(feed) == true ? Int.max : options.count
    let posts = await list.locallyFetchedEntries(of: feed, limit: limit)
    // An entry counts as unread if its state cannot be read.
    let read =
      (try? await stores.readStates?.postIDsMarkedRead(
        among: posts.map(\.id), account: account.account.id)) ?? []
    let entries = posts.map { post in
      FeedEntry(read.contains(post.id) ? changedCopy(post) { $0.userMarks.insert(.read) } : post)
    }
    _ = shown.printEntriesDetectingNewOnes(
      entries, without: await hiddenReadEntryIDs(among: entries, of: feed))
  }

  /// Prints the stored posts of a stream, and marks gaps where posts were not fetched.
  private func printStoredPosts(_ feed: Feed, in shown: inout PrintedEntries)
    async throws(CommandFailure)
  {
    var anchor = FeedWindowAnchor.top
    while shown.isOpen {
      let window = try await account.services.readStoreRequiringDisk {
        [anchor] () async throws(StoreError) in
        try await account.feeds.feedWindow(
          of: feed, account: account.account.id, around: anchor, above: 0, below: Self.rowsAtOnce)
      }
      let hidden = await hiddenReadEntryIDs(among: window.rows.compactMap(\.entry), of: feed)
      var last: FeedEntry.ID?
      var isGap = false
      for row in window.rows where shown.isOpen {
        switch row {
        case .entry(let entry):
          if isGap { printGap(above: entry.id, below: last) }
          isGap = false
          _ = shown.printEntriesDetectingNewOnes([entry], without: hidden)
          last = entry.id
        case .gap: isGap = true
        }
      }
      // The next window begins with the last row of this one.
      guard window.hasMoreBelow, let last, anchor != .entry(last) else { return }
      anchor = .entry(last)
    }
  }

  /// Returns the ids of the entries that are read and so not printed, for a stream that shows
  /// unread entries only; empty for other streams.
  private func hiddenReadEntryIDs(among entries: [FeedEntry], of feed: Feed) async -> Set<Post.ID> {
    await Self.hiddenReadEntryIDs(
      among: entries, of: feed, account.services.stores, account.account.id)
  }

  private static func hiddenReadEntryIDs(
    among entries: [FeedEntry], of feed: Feed, _ stores: AccountSession.SessionStores,
    _ account: Account.ID
  ) async -> Set<Post.ID> {
    guard stores.isStreamOfUnreadEntries(feed), let readStates = stores.readStates else {
      return []
    }
    // An entry counts as unread if its state cannot be read.
    return
      (try? await readStates.postIDsMarkedRead(
        among: entries.map(\.post.id), account: account)) ?? []
  }

  private func printGap(above: FeedEntry.ID, below: FeedEntry.ID?) {
    if options.json {
      let ids: JSONValue = [
        "newer_than": above.rawValue, "older_than": below?.rawValue,
      ]
      printer.printJSONLine(["gap": ids])
    } else {
      printer.printRemark(wording.say("Some posts between these were not fetched."))
    }
  }

  /// Fetches a stream page by page, prints each page, and stores it below the page before. A page
  /// that cannot be stored is printed nevertheless.
  private func fetchAndPrintPosts(
    _ feed: Feed, in shown: inout PrintedEntries
  ) async throws(CommandFailure) {
    var fetchRange: FetchRange? = .latest
    var walk = RequestedCursors()
    let connection = ownOrDerivedFeedConnection(for: feed)
    var placement: PagePlacement = DerivedFeed(feed)?.isComputed == true ? .replacingAll : .top
    var problem = account.services.memoryOnlyReason
    defer { if let problem { printer.printError(wording.nothingStoredMessage(problem)) } }
    while let asked = fetchRange, shown.isOpen {
      let page = try await convertingServiceErrors { () async throws(FeedError) in
        try await connection.feeds.feedPage(of: feed, asked)
      }
      do throws(StoreError) {
        _ = try await account.feeds.mergeFetchedPage(
          page, into: feed, account: account.account.id, at: placement, now: account.now)
      } catch {
        problem = error
      }
      // New posts at the top push others into the next page.
      let isNew = shown.printEntriesDetectingNewOnes(
        page.entries, without: await hiddenReadEntryIDs(among: page.entries, of: feed))
      if let last = page.entries.last { placement = .below(last.id) }
      fetchRange = walk.advanceCursor(to: page.older, foundNew: isNew).map { .older($0) }
    }
  }
}

/// A record of the entries of a stream that a command has already printed.
private struct PrintedEntries {
  let listing: PostPrinter
  let reader: Account
  let maximumCount: Int
  private(set) var count = 0
  private var printedEntries: Set<FeedEntry.ID> = []

  init(listing: PostPrinter, reader: Account, maximumCount: Int) {
    (self.listing, self.reader, self.maximumCount) = (listing, reader, maximumCount)
  }

  /// True until `feed` has printed the wanted number of entries, or the output cannot be written.
  var isOpen: Bool { count < maximumCount && listing.printer.failure == nil }

  /// Prints those entries of a page that were not printed yet and are not hidden, until the wanted
  /// number of posts is reached; returns true if the page had new entries, hidden or not.
  mutating func printEntriesDetectingNewOnes(_ entries: [FeedEntry], without hidden: Set<Post.ID>)
    -> Bool
  {
    let fresh = entries.filter { printedEntries.insert($0.id).inserted }
    let wanted = Array(fresh.filter { !hidden.contains($0.post.id) }.prefix(maximumCount - count))
    listing.printEntries(wanted, to: reader, first: count == 0)
    count += wanted.count
    listing.printer.flushOutput()
    return !fresh.isEmpty
  }
}

/// A printer of the home streams of all signed-in accounts, merged into one stream.
private struct AllAccountsPostsPrinter {
  let options: FeedCommandOptions
  let context: CommandContext
  let services: CommandServices

  private var printer: ResultPrinter { context.printer }
  private var wording: Wording { context.wording }
  private var listing: PostPrinter { context.makePostPrinter(services, json: options.json) }

  func printHomeStreams() async throws(CommandFailure) {
    let accounts = try context.openCommandAccountsOfferingFeature(
      of: services, offline: options.offline
    ) {
      $0.streams.contains(.feed(.home))
    }
    let homes = accounts.map(\.connection)
    guard !homes.isEmpty else { throw .notSignedIn }
    if options.follows { return await printNewPostsUntilCancelled(of: homes) }
    if !options.offline {
      for account in accounts { await services.refreshReadStates(of: account.signedIn) }
      await fetchAndStoreHomeStreams(homes)
    }
    context.printNoPostsMessage(
      printed: try await printStoredPosts(homes.map(\.account)), options)
  }

  /// Fetches and stores the home streams of all accounts at the same time, and prints an error for
  /// each failure.
  private func fetchAndStoreHomeStreams(_ homes: [ServiceConnection]) async {
    let (store, world, count) = (services.stores.feeds, services.world, options.count)
    let results = await withTaskGroup(of: (ServiceConnection, CommandFailure?).self) { group in
      for home in homes {
        group.addTask {
          await (home, Self.fetchHomeStreamReturningFailure(of: home, count, in: store, world))
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    for (home, failure) in results.sorted(by: {
      $0.0.account.id.rawValue < $1.0.account.id.rawValue
    }) {
      switch failure {
      case nil: await context.reportFailingFeeds(of: [.home], connection: home)
      case .store(let error)?: printer.printError(wording.nothingStoredMessage(error))
      case let failure?:
        let named = await failure.namingFailingFeeds(of: [.home], connection: home)
        context.reportAccountFailures([(home.account, named)])
      }
    }
  }

  private static func fetchHomeStreamReturningFailure(
    of home: ServiceConnection, _ count: Int, in store: any FeedStore, _ world: any World
  ) async -> CommandFailure? {
    do throws(CommandFailure) {
      try await fetchAndStoreHomeStream(home, count, in: store, world)
      return nil
    } catch {
      return error
    }
  }

  private static func fetchAndStoreHomeStream(
    _ home: ServiceConnection, _ count: Int, in store: any FeedStore, _ world: any World
  ) async throws(CommandFailure) {
    var fetchRange: FetchRange? = .latest
    var walk = RequestedCursors()
    var placement = PagePlacement.top
    var known: Set<FeedEntry.ID> = []
    while let asked = fetchRange, known.count < count {
      let page = try await convertingServiceErrors { () async throws(FeedError) in
        try await home.feeds.feedPage(of: .home, asked)
      }
      _ = try await convertingStoreErrors { [placement] () async throws(StoreError) in
        try await store.mergeFetchedPage(
          page, into: .home, account: home.account.id, at: placement, now: world.now)
      }
      let before = known.count
      known.formUnion(page.entries.map(\.id))
      if let last = page.entries.last { placement = .below(last.id) }
      fetchRange = walk.advanceCursor(to: page.older, foundNew: known.count > before).map {
        .older($0)
      }
    }
  }

  /// Prints stored posts of all accounts, up to the wanted number; returns their number.
  private func printStoredPosts(_ accounts: [Account]) async throws(CommandFailure) -> Int {
    let store = services.stores.feeds
    let listing = listing
    var known: Set<FeedEntry.ID> = []
    var anchor = FeedWindowAnchor.top
    while known.count < options.count, printer.failure == nil {
      let window = try await convertingStoreErrors { [anchor] () async throws(StoreError) in
        try await store.feedWindow(
          of: .homes(accounts.map(\.id)), around: anchor, above: 0,
          below: StreamPostsPrinter.rowsAtOnce)
      }
      var last: FeedEntry.ID?
      for case .entry(let entry) in window.rows where known.count < options.count {
        last = entry.id
        guard known.insert(entry.id).inserted else { continue }
        listing.printEntry(entry, among: accounts, first: known.count == 1)
      }
      printer.flushOutput()
      guard window.hasMoreBelow, let last, anchor != .entry(last) else { break }
      anchor = .entry(last)
    }
    return known.count
  }

  /// Prints each new post of any account, until the task is cancelled or the output can no longer
  /// be written.
  private func printNewPostsUntilCancelled(of homes: [ServiceConnection]) async {
    if let problem = services.memoryOnlyReason {
      printer.printError(wording.nothingStoredMessage(problem))
    }
    let (news, teller) = AsyncStream.makeStream(of: (Account, FeedFollower.FollowedFeedUpdate).self)
    let (store, world) = (services.stores.feeds, services.world)
    let refreshInterval = context.refreshInterval
    let count = options.postCountPerAccount(of: homes.count)
    let asking = Task {
      await withTaskGroup(of: Void.self) { group in
        for home in homes {
          group.addTask {
            let following = FeedFollower(
              .home, of: home, store: store, world: world, pace: refreshInterval)
            do throws(FeedError) {
              try await following.followFeed(showing: count) { news in
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
          let post = entry.post.scopingIDs(to: account.id)
          listing.printEntryLine(for: entry.replacingPost(post), among: homes.map(\.account))
        }
      case .failed(let error): context.reportAccountFailures([(account, .service(error))])
      case .notKept(let error): printer.printError(wording.nothingStoredMessage(error))
      }
      printer.flushOutput()
      if printer.failure != nil { return }
    }
  }
}
