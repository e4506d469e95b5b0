internal import FeedDomain
import Preferences
internal import Terminal
import Words

extension FeedOptions: CommandRequest {
  package var endsWhenInterrupted: Bool { follows }

  package func run(at desk: CommandDesk) async throws(CommandFailure) {
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
    let feed = try await feed(of: connection, for: account)
    guard !options.follows else { return try await follow(feed, at: connection) }
    let entries =
      options.offline
      ? try await storedEntries(of: feed, account: account.account.id)
      : try await fetchedEntries(of: feed, from: connection)
    backstage.listing(printer, wording, json: options.json).show(entries, to: account.account)
    guard entries.isEmpty, !options.json else { return }
    printer.complain(
      options.offline
        ? wording.say("Nothing of this stream is stored here.") : wording.say("Nothing here yet."))
  }
}

extension FeedCommand {
  private func feed(
    of connection: ServiceConnection, for account: SignedInAccount
  ) async throws(CommandFailure) -> Feed {
    switch await stream(of: connection) {
    case .feed(.tag(let tag)): return .tag(tag)
    case .feed(let feed):
      try await expect(.feed(feed), at: connection)
      return feed
    case .list(let name): return try await list(name, at: connection)
    case .nearby:
      try await expect(.nearby, at: connection)
      guard let place = try await place(of: account) else { throw .noPlace }
      return .nearby(place)
    case .handle(let handle):
      let person = try await person(handle, at: connection)
      return connection.profileParts.contains(.answers) ? .answers(person) : .person(person)
    }
  }

  /// The stream that was named, else home, else the first there is: services of photos have no home.
  private func stream(of connection: ServiceConnection) async -> StreamName {
    if let named = options.stream { return named }
    let offered = await backstage.streams(of: connection).streams
    let home = StreamTab.feed(.home)
    switch offered.contains(home) ? home : offered.first ?? home {
    case .nearby: return .nearby
    case .feed(let feed): return .feed(feed)
    }
  }

  private func expect(
    _ stream: StreamTab, at connection: ServiceConnection
  ) async throws(CommandFailure) {
    let offered = await backstage.streams(of: connection)
    guard !offered.streams.contains(stream) else { return }
    throw missing(wording.name(of: stream.feed).string, among: offered, connection)
  }

  /// The list that is meant; what somebody put together is found by its id alone.
  private func list(
    _ name: String, at connection: ServiceConnection
  ) async throws(CommandFailure) -> Feed {
    let offered = await backstage.streams(of: connection)
    let found = offered.lists(called: name)
    if let list = found.first, found.count == 1 { return list }
    guard found.isEmpty else {
      throw .severalLists(name, words: found.map { offered.word(for: .feed($0)) })
    }
    guard connection.collections == nil else { return .list(id: name, name: name) }
    throw missing("list:\(name)", among: offered, connection)
  }

  private func missing(
    _ name: String, among offered: OfferedStreams, _ connection: ServiceConnection
  ) -> CommandFailure {
    .noStream(
      name,
      offered: offered.streams.map { offered.word(for: $0) }
        + (connection.hasTagStreams ? ["#tag"] : []))
  }

  /// Where the reader is; without asking anybody, where they looked last.
  private func place(of account: SignedInAccount) async throws(CommandFailure) -> Place? {
    guard options.offline else { return await backstage.place(account) }
    return try await remembering { () async throws(StoreError) in
      try await backstage.shelf.feeds.recentPlaces(account: account.account.id, limit: 1).first
    }
  }

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

  /// Whoever has the handle: oneself, or somebody the store or the service knows by it.
  private func person(_ handle: String, at connection: ServiceConnection)
    async throws(CommandFailure) -> Person.ID
  {
    let account = connection.account
    if account.isCalled(handle) { return account.person }
    let stored = try await remembering { () async throws(StoreError) in
      try await backstage.shelf.feeds.person(account: account.id) {
        account.means($0, by: handle)
      }
    }
    if let stored { return stored.id }
    guard !options.offline else { throw .noSuchPerson(handle) }
    return try await backstage.person(called: handle, at: connection).id
  }

  private func storedEntries(of feed: Feed, account: Account.ID) async throws(CommandFailure)
    -> [FeedEntry]
  {
    let window = try await backstage.stored { () async throws(StoreError) in
      try await backstage.shelf.feeds.window(
        of: feed, account: account, around: .top, above: 0, below: options.count)
    }
    return window.rows.compactMap { row in
      if case .entry(let entry) = row { entry } else { nil }
    }
  }

  /// Fetches page by page, each of which goes into the store below the one before. What cannot be
  /// stored is printed all the same.
  private func fetchedEntries(of feed: Feed, from connection: ServiceConnection)
    async throws(CommandFailure) -> [FeedEntry]
  {
    let id = connection.account.id
    var entries: [FeedEntry] = []
    var known: Set<FeedEntry.ID> = []
    var stretch: Stretch? = .latest
    var placement = PagePlacement.top
    var trouble = backstage.inMemoryBecause
    while let asked = stretch, entries.count < options.count {
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
      let fresh = page.entries.filter { known.insert($0.id).inserted }
      entries += fresh
      if let last = page.entries.last { placement = .below(last.id) }
      // A page with a cursor but nothing new would have us ask for ever.
      stretch = fresh.isEmpty ? nil : page.older.map { .older($0) }
    }
    if let trouble { printer.complain(wording.notStored(trouble)) }
    return Array(entries.prefix(options.count))
  }
}
