internal import FeedDomain
internal import FeedServices
internal import FeedStorage
internal import Glibc
internal import Synchronization
internal import TerminalRig

/// A scenario that measures a page of new posts from a service's reply to the disk, beside a
/// hundred thousand stored posts: a refresh without network and screen.
struct PageScenario: Scenario {
  let name = "page"

  func measure(on fixture: BenchmarkFixture) async throws -> [Measurement] {
    // The home is a new one, since the scenario changes its contents.
    let home = try await fixture.homes.newHome(HomeContents(posts: 100_000), settings: .quiet)
    let store = try await openStore(in: home)
    let pages = try MastodonPages()
    let world = FixedWorld(now: Timestamp(milliseconds: Int64(time(nil)) * 1000))
    let reply = Mutex<[UInt8]>([])
    let services = AllServices(world: world) { reply.withLock { $0 } }
    guard let feeds = services.connection(for: Self.reader)?.feeds else {
      throw BenchmarkError("no connection to a service")
    }
    var top = GeneratedPosts.id(of: 0)
    var times: [Nanoseconds] = []
    for number in 0..<fixture.options.samples(40) {
      let body = pages.page(number)
      reply.withLock { $0 = body }
      let receivedAt = monotonicNow()
      let page = try await feeds.feedPage(of: .home, .newer(top))
      let changes = try await store.mergeFetchedPage(
        page, into: .home, account: PreparedHomes.account.id, at: .above(top), now: world.now)
      times.append(monotonicNow() - receivedAt)
      guard page.entries.count == MastodonPages.length, changes.feeds == [.home] else {
        throw BenchmarkError("\(page.entries.count) posts came, \(changes.feeds) changed")
      }
      top = page.entries[0].id
    }
    let median = Samples(times).median
    return [
      Measurement(
        "decoding and committing a page of \(MastodonPages.length) posts",
        median.map(Quantity.time), limit: "< 3 ms", isReached: median.map { $0 < 3_000_000 })
    ]
  }

  /// The account at the server whose replies are read.
  private static let reader = SignedInAccount(
    Account(
      service: .mastodon, person: Person.ID("1"), handle: "reader",
      server: "https://example.social"),
    token: Secret(
      """
      {"access":"bench","server":{"origin":"https://example.social","software":"mastodon"}}
      """))
}

/// A scenario that measures a refresh with some forty new posts, from a service that answers at
/// once.
struct RefreshScenario: Scenario {
  let name = "refresh"

  func measure(on fixture: BenchmarkFixture) async throws -> [Measurement] {
    var times: [Nanoseconds] = []
    var arrived: [Int64] = []
    for _ in 0..<fixture.options.samples(8) {
      // Each run has a new demo world, since most posts are published at its beginning.
      let home = try await fixture.homes.newHome(HomeContents(posts: 0), settings: .busy)
      let driver = try TerminalDriver(fixture.tweetie, size: .standard, home: home)
      defer { driver.end() }
      let hasOpened = !driver.read { $0.text.contains("@") && $0.text.contains("Home") }.isEmpty
      guard hasOpened else {
        throw BenchmarkError("no stream on the screen:\n\(driver.screen.text)")
      }
      driver.draw(driver.read(until: monotonicNow() + 1_800_000_000))
      let before = unread(on: driver.screen)
      let pressedAt = driver.type(Array("r".utf8))
      let chunks = driver.read(untilQuietFor: 60, first: 400)
      driver.draw(chunks)
      guard let last = chunks.last else { continue }
      times.append(last.readAt - pressedAt)
      arrived.append(Int64(unread(on: driver.screen) - before))
    }
    guard let median = Samples(times).median, let count = Samples(arrived).median else {
      return [Measurement(name, unmeasured: "nothing was refreshed")]
    }
    return [
      Measurement(
        "refresh, \(count) new posts, beyond the service's time", .time(median),
        limit: "< 10 ms for 40", isReached: median < 10_000_000 && count >= 30)
    ]
  }

  /// Returns the number of unread posts that the screen shows.
  private func unread(on screen: VirtualScreen) -> Int {
    for row in screen.rows {
      let words = row.split(separator: " ")
      if let index = words.firstIndex(of: "new"), index > 0, let count = Int(words[index - 1]) {
        return count
      }
    }
    return 0
  }
}

/// A scenario that measures a full-text search in a hundred thousand posts by the command line,
/// from start to end.
struct SearchScenario: Scenario {
  let name = "search"

  /// The search queries: two rare words, and common words with several conditions.
  private static let questions = [
    ("full-text search", GeneratedPosts.rareWords),
    ("a search with conditions", "the train from:\(GeneratedPosts.author) -winter since:2000"),
  ]

  func measure(on fixture: BenchmarkFixture) async throws -> [Measurement] {
    let home = try await fixture.homes.home(HomeContents(posts: 100_000))
    return try Self.questions.map { name, question in
      let command = Command(
        executable: fixture.options.binary, arguments: ["search", question, "--offline"])
      let times = try (0..<fixture.options.samples(20)).map { _ in
        try command.runTime(in: home) { $0.contains(GeneratedPosts.marker) }
      }
      let median = Samples(times).median
      return Measurement(
        "\(name) in 100000 posts, program included", median.map(Quantity.time),
        limit: "< 50 ms", isReached: median.map { $0 < 50_000_000 })
    }
  }
}

/// A scenario that measures the command for bars and prompts, from start to end.
struct StatusScenario: Scenario {
  let name = "status"
  private static let limit: Nanoseconds = 5_000_000

  func measure(on fixture: BenchmarkFixture) async throws -> [Measurement] {
    let home = try await fixture.homes.home(HomeContents(posts: 10_000))
    let command = Command(
      executable: fixture.options.binary, arguments: ["status", "--format", "tmux"])
    let times = try (0..<fixture.options.samples(20)).map { _ in
      try command.runTime(in: home) { !$0.isEmpty }
    }
    let median = Samples(times).median
    return [
      Measurement(
        "tweetie status, program included", median.map(Quantity.time), limit: "< 5 ms",
        isReached: median.map { $0 < Self.limit })
    ]
  }
}

extension Command {
  /// Runs the command to its end and returns its time; throws if it fails, or if its output does
  /// not fulfil the condition.
  fileprivate func runTime(
    in home: TemporaryHome, isRight: (String) -> Bool
  ) throws -> Nanoseconds {
    let driver = try TerminalDriver(self, size: .standard, home: home)
    let end = driver.waitForEnd()
    guard end.status == .exited(0), isRight(end.output.text) else {
      throw BenchmarkError("the command printed: \(end.output.text)")
    }
    return end.at - driver.spawnedAt
  }
}

/// A scenario that measures catching up with two thousand missed posts, from the key to the sorted
/// list.
struct CatchUpScenario: Scenario {
  let name = "catch-up"
  private static let count = 2_000
  private static let limit: Nanoseconds = 30_000_000

  func measure(on fixture: BenchmarkFixture) async throws -> [Measurement] {
    let driver = try await fixture.openMissed(Self.count)
    defer { driver.end() }
    let times = try (0..<fixture.options.samples(12)).map { _ -> Nanoseconds in
      let pressedAt = driver.type(Array("K".utf8))
      let chunks = driver.read { $0.text.contains("Catch-up") && $0.text.contains("left") }
      guard let shown = chunks.last else {
        throw BenchmarkError("nothing to catch up with:\n\(driver.screen.text)")
      }
      driver.draw(driver.read(untilQuietFor: 300))
      driver.type(Array("q".utf8))
      driver.draw(driver.read(untilQuietFor: 300))
      return shown.readAt - pressedAt
    }
    let median = Samples(times).median
    return [
      Measurement(
        "catch-up with \(Self.count) stored posts", median.map(Quantity.time), limit: "< 30 ms",
        isReached: median.map { $0 < Self.limit })
    ]
  }
}

/// A scenario that measures marking ten thousand entries of web feeds as read at once, among a
/// hundred thousand known ones: in the store of read states, on the disk, and in the stream that
/// shows the entries.
struct MarkReadScenario: Scenario {
  let name = "mark read"
  private static let marked = 10_000
  private static let known = 100_000
  private static let account = Account.ID("rss:feeds")
  private static let limit: Nanoseconds = 1_000_000_000

  func measure(on fixture: BenchmarkFixture) async throws -> [Measurement] {
    // The home is a new one, since the scenario changes its contents.
    let home = try await fixture.homes.newHome(HomeContents(posts: 100), settings: .quiet)
    let store = try await openStore(in: home)
    let outbox = try await SQLiteOutbox(.file(home.path + "/read-states.db"))
    let states = SQLiteReadStateStore(outbox)
    for source in 0..<(Self.known / Self.marked) {
      try await states.registerReadStateEntries(
        (0..<Self.marked).map { Self.entry($0, of: source) }, account: Self.account)
    }
    let author = Person(id: Person.ID("s0"), handle: "s0", name: "s0")
    let entries = (0..<Self.marked).map { number in
      FeedEntry(
        Post(
          id: Self.entry(number, of: 0).post, author: author,
          createdAt: Timestamp(milliseconds: Int64(Self.marked - number) * 1000),
          content: Post.PostContent(text: RichText("Entry \(number)"))))
    }
    _ = try await store.mergeFetchedPage(
      FeedPage(entries, older: nil), into: .home, account: Self.account, at: .top, now: Self.now)
    var times: [Nanoseconds] = []
    for round in 0..<fixture.options.samples(10) {
      let startedAt = monotonicNow()
      let changed = try await states.setEntriesRead(
        round % 2 == 0, .feeds([author.id]), account: Self.account, now: Self.now, outboxKeys: nil)
      let changes = try await store.setPostsRead(round % 2 == 0, changed, account: Self.account)
      times.append(monotonicNow() - startedAt)
      guard changed.count == Self.marked, changes.posts.count == Self.marked else {
        throw BenchmarkError("\(changed.count) entries were marked, \(changes.posts.count) shown")
      }
    }
    await outbox.closeDatabase()
    let median = Samples(times).median
    return [
      Measurement(
        "marking \(Self.marked) of \(Self.known) entries read", median.map(Quantity.time),
        limit: "< 1 s", isReached: median.map { $0 < Self.limit })
    ]
  }

  private static var now: Timestamp { Timestamp(milliseconds: Int64(time(nil)) * 1000) }

  private static func entry(_ number: Int, of source: Int) -> ReadStateEntryReference {
    ReadStateEntryReference(
      Post.ID("s\(source)/\(number)"), of: Person.ID("s\(source)"),
      writtenAt: Timestamp(milliseconds: Int64(marked - number) * 1000))
  }
}
