import Doubles
import FeedDomain
import ServiceRig
import Testing
import Threads

@testable import FeedServices

/// Changes at feed servers: stars and read states in few requests, conflicts, and the list of
/// feeds.
@Suite struct FeedServerChangeTests {
  private typealias Fixture = FeedServerFixture

  private static let madeAt = Timestamp(milliseconds: 1_795_190_000_000)

  private func item(
    _ change: PendingChange, madeAt: Timestamp = madeAt, refusals: Int = 0
  ) -> OutboxItem {
    OutboxItem(
      id: OutboxItem.ID("k"), account: Account.ID("feed-server:x:ada"), change: change,
      state: .sending, refusals: refusals, createdAt: madeAt)
  }

  @discardableResult private func deliver(
    _ change: PendingChange, at connection: ServiceConnection, madeAt: Timestamp = madeAt,
    refusals: Int = 0
  ) async throws -> ChangeOutcome {
    try await #require(connection.publishing).sendChange(
      change, of: item(change, madeAt: madeAt, refusals: refusals))
  }

  /// The changes that a server of the Google Reader API was sent.
  private func changes(_ fixture: FeedServerFixture) -> [HTTPRequest] {
    fixture.stub.transport.requests.filter { $0.path.hasSuffix("/edit-tag") }
  }

  private static func reader(_ request: HTTPRequest) -> HTTPReply {
    switch request.path {
    case "/reader/api/0/token": Fixture.text("T1\n")
    case "/reader/api/0/subscription/list": .json(["subscriptions": []])
    default: Fixture.text("OK")
    }
  }

  @Test(arguments: [true, false])
  func `bookmarking an entry sets its star at the server`(isDone: Bool) async throws {
    let fixture = FeedServerFixture(answer: Self.reader)

    let outcome = try await deliver(
      .mark(Post.ID("-2"), .bookmarked, isDone), at: fixture.connection())

    let request = try #require(changes(fixture).first)
    #expect(outcome == .done)
    #expect(request.values(isDone ? "a" : "r") == ["user/-/state/com.google/starred"])
    #expect(request.values("i") == ["tag:google.com,2005:reader/item/fffffffffffffffe"])
    #expect(request.headers["Authorization"] == "GoogleLogin auth=ada/1")
  }

  @Test func `many entries are marked as read in requests of 250, with the ids last`() async throws
  {
    let fixture = FeedServerFixture(answer: Self.reader)

    try await deliver(
      .markRead((1...600).map { Post.ID(String($0)) }, true), at: fixture.connection())

    let requests = changes(fixture)
    #expect(requests.map(\.names.count) == [250, 250, 100])
    for request in requests {
      guard case .form(let fields) = request.body else { continue }
      #expect(fields.prefix(2).map(\.0) == ["T", "a"])
      #expect(fields[1].1 == "user/-/state/com.google/read")
    }
    #expect(fixture.stub.transport.requests.filter { $0.path.hasSuffix("/token") }.count == 1)
  }

  private func markAll(_ server: PretendFeedServer) -> [RecordedRequest] {
    server.requests.filter { $0.path.hasSuffix("/mark-all-as-read") }
  }

  @Test(arguments: [
    ([12, 13], "user/-/state/com.google/reading-list"), ([12], "user/-/label/News"),
  ])
  func `marking whole feeds as read sends one request, and spares entries not yet seen`(
    feeds: [Int], stream: String
  ) async throws {
    var state = PretendFeedServerState(.freshRSS, entries: 602)
    // Two entries that the user has not seen: a later one, and one older than those seen.
    let unseen = [state.entries.removeFirst(), state.entries.removeFirst()]
    let seen = state.entries
    let server = try PretendFeedServer(state)
    let session = try await FeedServerSession(server)
    let states = try await #require(session.connection.readStates).readStates(since: nil)
    let older = PretendFeedServerState(.freshRSS, entries: 604).entries[602]
    server.change { $0.entries += unseen + [older] }
    let wanted = Set(feeds.map { Person.ID("feed/\($0)") })
    let change = PendingChange.markRead(
      states.filter { wanted.contains($0.entry.source) }.map(\.entry.post), true, ofFeeds: wanted)

    try await deliver(change, at: session.connection)

    #expect(markAll(server).map { $0.form["s"] } == [stream])
    #expect(server.held.batches == [])
    let others = seen.filter { !feeds.contains($0.feed) }.map(\.title)
    #expect(server.held.unread == others + unseen.map(\.title))
  }

  @Test func `the streams for a set of feeds are the fewest without entries of other feeds`() {
    func feed(_ id: String, _ folder: String?) -> Subscription {
      Subscription(
        id: Subscription.ID(id), address: "https://\(id).example/", name: id, folder: folder)
    }
    let list = FeedServerFeedList(subscriptions: [
      feed("a", "News"), feed("b", "News"), feed("c", "Sea"), feed("d", nil),
    ])
    func streams(_ ids: String...) -> [FeedServerStream]? {
      list.fewestStreamsIfAllFeedsKnown(of: Set(ids.map { Person.ID($0) }))
    }
    #expect(streams("a", "b", "c", "d") == [.all])
    #expect(streams("a", "b") == [.folder("News")])
    #expect(streams("a", "c") == [.folder("Sea"), .feed("a")])
    #expect(streams("d") == [.feed("d")])
    #expect(streams("a", "left") == nil)
  }

  @Test func `marking a folder as read at Miniflux spares entries that were made unread since`()
    async throws
  {
    let server = try PretendFeedServer(PretendFeedServerState(.miniflux, entries: 8))
    let session = try await FeedServerSession(server)
    let states = try await #require(session.connection.readStates).readStates(since: nil)
    server.change { $0.entries[2].changed = $0.now + 7_200 }
    let news = Person.ID("12")
    let change = PendingChange.markRead(
      states.filter { $0.entry.source == news }.map(\.entry.post), true, ofFeeds: [news])

    try await deliver(change, at: session.connection, madeAt: session.world.now)

    #expect(server.held.unread == ["Entry 1", "Entry 2", "Entry 3", "Entry 5", "Entry 7"])
  }

  @Test func `entries are marked one by one if the server lacks the call for whole streams`()
    async throws
  {
    let server = try PretendFeedServer(PretendFeedServerState(.freshRSS))
    server.change { $0.lacksChangeCalls = true }
    let session = try await FeedServerSession(server)
    let states = try await #require(session.connection.readStates).readStates(since: nil)
    let feeds: Set = [Person.ID("feed/12"), Person.ID("feed/13")]

    try await deliver(
      .markRead(states.map(\.entry.post), true, ofFeeds: feeds), at: session.connection)

    #expect(markAll(server).count == 1)
    #expect(server.held.unread == [] && server.held.batches == [6])
  }

  @Test func `a server that lacks the calls for folders and subscriptions reports no success`()
    async throws
  {
    let server = try PretendFeedServer(PretendFeedServerState(.freshRSS))
    server.change { $0.lacksChangeCalls = true }
    let session = try await FeedServerSession(server)
    let list = try #require(session.connection.subscriptions)

    await #expect(throws: FeedError.notFound) { try await list.renameFolder("News", to: "Papers") }
    await #expect(throws: FeedError.notFound) {
      try await list.changeSubscription(Subscription.ID("feed/12"), .rename("Sea"))
    }
  }

  @Test(arguments: [(400, 1), (404, 1), (503, 0)])
  func `entries are marked one by one if the server no longer knows the folder`(
    status: Int, sent: Int
  ) async throws {
    let fixture = FeedServerFixture(FeedServerFixture.ownToken) { request in
      request.method == .put
        ? HTTPReply(status: 204)
        : .json(["error_message": "invalid category ID"], status: status)
    }

    _ = try? await deliver(
      .markRead([Post.ID("12")], true, ofFeeds: [Person.ID("feed/12")]), at: fixture.connection(),
      madeAt: fixture.stub.world.now)

    let puts = fixture.stub.transport.requests.filter { $0.method == .put }
    #expect(puts.count == sent)
    if case .bytes(let bytes, _)? = puts.first?.body {
      #expect(try JSON(bytes)["entry_ids"].array == [12])
    }
  }

  @Test func `entries of unsubscribed feeds or of unknown date are marked one by one`()
    async throws
  {
    let fixture = FeedServerFixture(answer: Self.reader)
    let connection = try fixture.connection()
    for feeds in [[Person.ID("feed/9")], [Person.ID("feed/12")]] as [Set<Person.ID>] {
      try await deliver(.markRead([Post.ID("7")], true, ofFeeds: feeds), at: connection)
    }

    #expect(changes(fixture).map { $0.names.map(\.text) } == [["7"], ["7"]])
  }

  @Test func `marking an entry as unread removes its read state`() async throws {
    let fixture = FeedServerFixture(answer: Self.reader)

    try await deliver(
      .markRead([Post.ID("7"), Post.ID("7/whole")], false), at: fixture.connection())

    #expect(changes(fixture)[0].values("r") == ["user/-/state/com.google/read"])
    #expect(changes(fixture)[0].names.map(\.text) == ["7", "7"])
  }

  /// A server at which entry 7 is read and starred, entry 8 neither.
  private static func readerWithEntries(_ request: HTTPRequest) -> HTTPReply {
    request.path.hasSuffix("/items/contents")
      ? .json(["items": [Fixture.item(7, read: true, starred: true), Fixture.item(8)]])
      : reader(request)
  }

  @Test(arguments: [nil, 1] as [Int?])
  func `a retried change skips entries that already have it, as Miniflux would toggle them`(
    tries: Int?
  ) async throws {
    let fixture = FeedServerFixture(answer: Self.readerWithEntries)
    let publishing = try #require(try fixture.connection().publishing)
    for change in [
      PendingChange.markRead([Post.ID("7"), Post.ID("8")], true),
      .mark(Post.ID("7"), .bookmarked, true),
    ] {
      let now = fixture.stub.world.now
      var item = item(change, madeAt: now)
      if tries != nil {
        item.earlierAttempts = PossiblyArrivedSendAttempts(
          firstAttempt: now, lastAttempt: now, earlierPosts: [])
      }
      _ = try await publishing.sendChange(change, of: item)
    }

    #expect(
      changes(fixture).map { $0.names.map(\.text) }
        == (tries == nil ? [["7", "8"], ["7"]] : [["8"]]))
  }

  @Test func `a change made an hour ago skips entries that already have it`() async throws {
    let fixture = FeedServerFixture(answer: Self.readerWithEntries)

    try await deliver(
      .markRead([Post.ID("7"), Post.ID("8")], true), at: fixture.connection(),
      madeAt: fixture.stub.world.now.timeAdvanced(by: .seconds(-3_600)))

    #expect(changes(fixture).map { $0.names.map(\.text) } == [["8"]])
  }

  @Test func `a move out of all folders is refused if the server keeps the folder`() async throws {
    let fixture = FeedServerFixture { request in
      request.path.hasSuffix("/subscription/list")
        ? .json([
          "subscriptions": [
            [
              "id": "feed/12", "title": "Harbour Notes", "url": "https://harbour.example/feed.xml",
              "categories": [["id": "user/1/label/News", "label": "News"]],
            ]
          ]
        ]) : Self.reader(request)
    }
    let list = try #require(try fixture.connection().subscriptions)

    await #expect(throws: FeedError.limited(.needsFolder)) {
      try await list.changeSubscription(Subscription.ID("feed/12"), .move(nil))
    }
  }

  @Test(arguments: [
    ("OK", 200), ("OK\n", 200), ("", 200), ("\"OK\"", 200), ("<html>", 204),
  ])
  func `any reply with a success status delivers the change`(text: String, status: Int) async throws
  {
    let fixture = FeedServerFixture { request in
      request.path.hasSuffix("/token")
        ? Fixture.text("T") : Fixture.text(text, status: status)
    }

    let outcome = try await deliver(.markRead([Post.ID("7")], true), at: fixture.connection())

    #expect(outcome == .done)
  }

  @Test(arguments: [
    (400, "Bad Request!", FeedError.refused(nil)), (404, "", .notFound),
    (500, "{\"error_message\":\"database\"}", .serverFailed(500)),
    (502, "<html>", .serverFailed(502)),
    (503, "Service Unavailable!", .serverFailed(503)), (401, "", .signedOut),
  ])
  func `a failed change reports the error of the reply's status`(
    status: Int, text: String, error: FeedError
  ) async throws {
    let fixture = FeedServerFixture { request in
      request.path.hasSuffix("/token")
        ? Fixture.text("T")
        : HTTPReply(status: status, body: Array(text.utf8), url: request.url)
    }

    await #expect(throws: error) {
      try await deliver(.mark(Post.ID("7"), .bookmarked, true), at: fixture.connection())
    }
  }

  // MARK: - Conflicts

  /// A Miniflux with the entry 12 as told, changed at a time.
  private static func miniflux(
    status: String, starred: Bool = false, changedAt: String
  ) -> @Sendable (HTTPRequest) -> HTTPReply {
    { request in
      guard request.method == .get else { return HTTPReply(status: 204) }
      let entry: JSON = [
        "id": 12, "feed_id": 3, "status": .string(status), "starred": .bool(starred),
        "changed_at": .string(changedAt), "published_at": "2026-11-20T10:00:00Z",
      ]
      return request.path == "/v1/entries"
        ? .json(["total": 1, "entries": [entry]]) : .json(entry)
    }
  }

  private func puts(_ fixture: FeedServerFixture) -> [HTTPRequest] {
    fixture.stub.transport.requests.filter { $0.method == .put }
  }

  @Test(arguments: [
    // Read here at 15:53 without a network, and made unread elsewhere an hour later, or before.
    ("2026-11-20T16:53:20Z", 1), ("2026-11-20T14:53:20Z", 2),
  ])
  func `a read mark spares entries that were changed elsewhere later`(changedAt: String, sent: Int)
    async throws
  {
    let fixture = FeedServerFixture(
      FeedServerFixture.ownToken, answer: Self.miniflux(status: "unread", changedAt: changedAt))

    let outcome = try await deliver(
      .markRead([Post.ID("12"), Post.ID("13")], true), at: fixture.connection())

    #expect(outcome == (sent == 1 ? .overruled(1, nil) : .done))
    guard case .bytes(let bytes, _)? = puts(fixture).first?.body else {
      Issue.record("nothing was sent")
      return
    }
    #expect(try JSON(bytes)["entry_ids"].array.count == sent)
    #expect(try JSON(bytes)["status"] == "read")
    #expect(
      fixture.stub.log.facts.contains { $0.contains("changed elsewhere later") } == (sent == 1))
  }

  @Test(arguments: [1, 200])
  func `a change that waited twenty seconds is compared with the server in one more request`(
    count: Int
  ) async throws {
    let server = try PretendFeedServer(PretendFeedServerState(.miniflux, entries: 300))
    let session = try await FeedServerSession(server)
    let ids = (0..<count).map { Post.ID(String(12_000 - $0)) }
    let change = PendingChange.markRead(ids, true)
    let madeAt = session.world.now
    try session.world.sleep(for: .seconds(20))
    // Read elsewhere, and made unread again, ten seconds after it was read here. An entry that came
    // since is of no interest.
    server.change { state in
      state.now += 10
      for place in [0, 250] { state.entries[place].changed = state.now }
    }
    let before = server.requests.count

    try await deliver(change, at: session.connection, madeAt: madeAt)

    #expect(server.held.unread.contains("Entry 0"))
    #expect(server.held.unread.count == 300 - (count - 1))
    #expect(
      server.requests.dropFirst(before).map(\.method) == (count == 1 ? ["GET"] : ["GET", "PUT"]))
  }

  @Test func `a change just made is sent with one request`() async throws {
    let server = try PretendFeedServer(PretendFeedServerState(.miniflux))
    let session = try await FeedServerSession(server)
    let madeAt = session.world.now
    try session.world.sleep(for: .seconds(2))
    let before = server.requests.count

    try await deliver(.markRead([Post.ID("12000")], true), at: session.connection, madeAt: madeAt)

    #expect(server.requests.dropFirst(before).map(\.method) == ["PUT"])
    #expect(!server.held.unread.contains("Entry 0"))
  }

  @Test func `a later change elsewhere is found despite a local clock that is minutes ahead`()
    async throws
  {
    let fixture = FeedServerFixture(FeedServerFixture.ownToken) { request in
      guard request.method == .get else { return HTTPReply(status: 204) }
      // The server's clock is at 18:20, ten minutes behind; the entry was changed at 18:19.
      let isFound = (request.values("changed_after").first.flatMap { Int($0) } ?? 0) < 1_795_198_740
      let entry: JSON = [
        "id": 12, "feed_id": 3, "status": "unread", "changed_at": "2026-11-20T18:19:00Z",
      ]
      let page: JSON = ["total": isFound ? 1 : 0, "entries": isFound ? [entry] : []]
      return HTTPReply(
        status: 200, headers: ["Date": "Fri, 20 Nov 2026 18:20:00 GMT"], body: page.encodedBytes())
    }

    try await deliver(
      .markRead([Post.ID("12")], true), at: fixture.connection(),
      madeAt: fixture.stub.world.now.timeAdvanced(by: .seconds(-300)))

    #expect(puts(fixture).isEmpty)
  }

  @Test func `a later change elsewhere to the same state does not stop the change`() async throws {
    let fixture = FeedServerFixture(
      FeedServerFixture.ownToken,
      answer: Self.miniflux(status: "read", changedAt: "2026-11-20T18:00:00Z"))

    try await deliver(.markRead([Post.ID("12")], true), at: fixture.connection())

    #expect(puts(fixture).count == 1)
  }

  @Test func `removing a star is dropped if a later change elsewhere set it`() async throws {
    let fixture = FeedServerFixture(
      FeedServerFixture.ownToken,
      answer: Self.miniflux(status: "read", starred: true, changedAt: "2026-11-20T18:00:00Z"))

    let outcome = try await deliver(
      .mark(Post.ID("12"), .bookmarked, false), at: fixture.connection())

    guard case .overruled(1, let post?) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(post.userMarks.contains(.bookmarked))
    #expect(puts(fixture).isEmpty)
  }

  @Test func `the program's own earlier change does not count as made elsewhere`() async throws {
    let server = try PretendFeedServer(PretendFeedServerState(.miniflux))
    let session = try await FeedServerSession(server)
    let ids = ["12000", "11999"].map { Post.ID($0) }
    // Read and made unread again without a network, and sent an hour later.
    let read = PendingChange.markRead(ids, true)
    let unread = PendingChange.markRead([ids[0]], false)
    let madeAt = session.world.now
    try session.world.sleep(for: .seconds(3_600))
    server.change { $0.now += 3_600 }

    try await deliver(read, at: session.connection, madeAt: madeAt)
    try await deliver(unread, at: session.connection, madeAt: madeAt.timeAdvanced(by: .seconds(1)))

    #expect(server.held.unread.contains("Entry 0"))
    #expect(!server.held.unread.contains("Entry 1"))
  }

  @Test
  func `a change made now or retried after a refusal is sent without reading the server first`()
    async throws
  {
    let fixture = FeedServerFixture(
      FeedServerFixture.ownToken,
      answer: Self.miniflux(status: "unread", changedAt: "2026-12-20T18:00:00Z"))
    let connection = try fixture.connection()
    let change = PendingChange.markRead([Post.ID("12")], true)

    try await deliver(change, at: connection, madeAt: fixture.stub.world.now)
    try await deliver(change, at: connection, refusals: 1)

    #expect(fixture.stub.transport.requests.map(\.method) == [.put, .put])
  }

  @Test func `an older Miniflux is asked for the star before it is toggled`() async throws {
    let starred = LockedValue(false)
    let fixture = FeedServerFixture(FeedServerFixture.ownToken) { request in
      switch (request.method, request.path) {
      case (.put, "/v1/entries"): return .json(["error_message": "invalid status"], status: 400)
      case (.put, _):
        starred.withLock { $0.toggle() }
        return HTTPReply(status: 204)
      default:
        return .json([
          "id": 12, "feed_id": 3, "status": "read", "starred": .bool(starred.withLock { $0 }),
        ])
      }
    }
    let connection = try fixture.connection()
    let change = PendingChange.mark(Post.ID("12"), .bookmarked, true)
    let now = fixture.stub.world.now

    try await deliver(change, at: connection, madeAt: now)
    try await deliver(change, at: connection, madeAt: now)

    #expect(starred.withLock { $0 })
    #expect(puts(fixture).map(\.path) == ["/v1/entries", "/v1/entries/12/bookmark"])
  }

  // MARK: - Read states

  @Test func `read states report entries that were read elsewhere`() async throws {
    let server = try PretendFeedServer(PretendFeedServerState(.freshRSS, entries: 5))
    let session = try await FeedServerSession(server)
    let gateway = try #require(session.connection.readStates)

    let first = try await gateway.readStates(since: nil)
    try session.world.sleep(for: .seconds(10))
    let looked = session.world.now
    server.change { $0.entries[0].isRead = true }
    let second = try await gateway.readStates(since: looked)

    #expect(first.count == 5)
    #expect(first.allSatisfy { !$0.entry.isRead })
    #expect(first.allSatisfy { $0.entry.source.rawValue.hasPrefix("feed/1") })
    #expect(second.map(\.entry.isRead) == [true])
    #expect(second.map(\.entry.post.rawValue) == ["1764345600123456"])
  }

  @Test func `a refresh of read states without news takes three requests and fetches no texts`()
    async throws
  {
    let server = try PretendFeedServer(PretendFeedServerState(.freshRSS, entries: 5))
    let session = try await FeedServerSession(server)
    let gateway = try #require(session.connection.readStates)
    _ = try await gateway.readStates(since: nil)
    try session.world.sleep(for: .seconds(10))
    let before = server.requests.count

    let states = try await gateway.readStates(since: session.world.now)

    #expect(states.isEmpty)
    #expect(server.requests.count - before == 3)
    #expect(server.requests.dropFirst(before).allSatisfy { $0.method == "GET" })
    #expect(server.requests.last?.query["ot"] != nil)
  }

  @Test func `a Miniflux that answers the list of ids with an entry is read by entries instead`()
    async throws
  {
    let fixture = FeedServerFixture(
      FeedServerFixture.ownToken,
      answer: Self.miniflux(status: "unread", changedAt: "2026-11-20T10:00:00Z"))
    let gateway = try #require(try fixture.connection().readStates)
    _ = try await gateway.readStates(since: nil)
    fixture.stub.world.pass(.seconds(100_000))

    let states = try await gateway.readStates(since: nil)

    #expect(states.map(\.entry.post.rawValue) == ["12"])
    #expect(fixture.stub.transport.requests.contains { $0.path == "/v1/entries/ids" })
  }

  @Test(arguments: [true, false])
  func `read states and stars changed elsewhere are known after one refresh from Miniflux`(
    listsIDs: Bool
  ) async throws {
    let server = try PretendFeedServer(PretendFeedServerState(.miniflux, entries: 5))
    server.change { state in
      state.listsIDs = listsIDs
      state.entries[3].isRead = true
      state.entries[4].isStarred = true
    }
    let session = try await FeedServerSession(server)
    let gateway = try #require(session.connection.readStates)
    _ = try await session.connection.feeds.feedPage(of: .home, .latest)
    _ = try await gateway.readStates(since: nil)
    try session.world.sleep(for: .seconds(10))
    server.change { state in
      state.entries[0].isRead = true
      state.entries[3].isRead = false
      state.entries[4].isStarred = false
      for place in [0, 3, 4] { state.entries[place].changed = state.now }
    }

    let states = try await gateway.readStates(since: nil)

    let unread = states.filter { !$0.entry.isRead }.map(\.entry.post.rawValue)
    #expect(Set(unread) == ["11999", "11998", "11997", "11996"])
    let page = try await session.connection.feeds.feedPage(of: .bookmarks, .latest)
    #expect(page.entries.isEmpty)
  }

  @Test func `5000 unread entries are known from a Miniflux without a list of ids`()
    async throws
  {
    let fixture = FeedServerFixture(FeedServerFixture.ownToken) { request in
      guard request.path == "/v1/entries", request.url.contains("status=unread") else {
        return .json(request.path == "/v1/entries" ? ["total": 0, "entries": []] : [:])
      }
      let before = request.values("before_entry_id").first.flatMap { Int($0) } ?? 0
      let ids = (1...5_000).reversed().filter { $0 < before }.prefix(250)
      return .json([
        "total": 5_000,
        "entries": .array(
          ids.map {
            ["id": .number(String($0)), "feed_id": 3, "published_at": "2026-11-20T10:00:00Z"]
          }),
      ])
    }
    let gateway = try #require(try fixture.connection().readStates)

    let states = try await gateway.readStates(since: nil)

    #expect(states.count == 5_000 && states.allSatisfy { !$0.entry.isRead })
  }

  /// A Miniflux with unread entries, which answers that nothing has changed since any time.
  private static func quietMiniflux(_ count: Int) -> @Sendable (HTTPRequest) -> HTTPReply {
    { request in
      switch request.path {
      case "/v1/feeds": return .json([["id": 3, "title": "Fog"]])
      case "/v1/entries":
        let isListed =
          request.values("changed_after").isEmpty && request.values("status") == ["unread"]
        let before = request.values("before_entry_id").first.flatMap { Int($0) } ?? 0
        let ids = isListed ? (1...count).reversed().filter { $0 < before }.prefix(250) : []
        return .json([
          "total": .number(String(isListed ? count : 0)),
          "entries": .array(
            ids.map { ["id": .number(String($0)), "feed_id": 3, "status": "unread"] }),
        ])
      default: return .json(["total": 0, "entry_ids": []])
      }
    }
  }

  @Test(arguments: [60, 7_200])
  func `after a restart a Miniflux without news is asked at most three times, and sends no texts`(
    seconds: Int
  ) async throws {
    let folder = ScratchFolder()
    let fixture = FeedServerFixture(
      FeedServerFixture.ownToken, folder: folder.path, answer: Self.quietMiniflux(600))
    let first = try await fixture.connection().readStates?.readStates(since: nil)
    let start = fixture.stub.world.now
    let before = fixture.stub.transport.requests.count
    fixture.stub.world.pass(.seconds(seconds))

    let again = try await fixture.connection().readStates?.readStates(since: nil)

    let requests = fixture.stub.transport.requests.dropFirst(before)
    #expect(first?.count == 600 && again?.count == 600)
    #expect(again?.allSatisfy { !$0.entry.isRead } == true)
    #expect((1...3).contains(requests.count))
    let since = requests.flatMap { $0.values("changed_after") }.compactMap { Int64($0) }
    #expect(since == [start.milliseconds / 1000 - 120])
    withExtendedLifetime(folder) {}
  }

  @Test func `a Miniflux that was last asked a month ago lists its unread entries again`()
    async throws
  {
    let folder = ScratchFolder()
    let fixture = FeedServerFixture(
      FeedServerFixture.ownToken, folder: folder.path, answer: Self.quietMiniflux(5))
    _ = try await fixture.connection().readStates?.readStates(since: nil)
    let before = fixture.stub.transport.requests.count
    fixture.stub.world.pass(.seconds(40 * 86_400))

    _ = try await fixture.connection().readStates?.readStates(since: nil)

    let requests = fixture.stub.transport.requests.dropFirst(before)
    #expect(requests.allSatisfy { $0.values("changed_after").isEmpty })
    #expect(requests.contains { $0.values("status") == ["unread"] })
    withExtendedLifetime(folder) {}
  }

  @Test func `Miniflux reports when an entry was changed`() async throws {
    let server = try PretendFeedServer(PretendFeedServerState(.miniflux, entries: 5))
    let session = try await FeedServerSession(server)
    let gateway = try #require(session.connection.readStates)
    _ = try await gateway.readStates(since: nil)
    try session.world.sleep(for: .seconds(10))
    let looked = session.world.now
    server.change { state in
      state.now += 3600
      state.entries[1].isRead = true
      state.entries[1].changed = state.now
    }

    let states = try await gateway.readStates(since: looked)

    #expect(states.map(\.entry.post.rawValue) == ["11999"])
    #expect(states.map(\.entry.isRead) == [true])
    #expect(states.first?.changedAt != nil)
  }

  // MARK: - The list of feeds

  @Test func `a feed is added, listed at once, unsubscribed and followed again`() async throws {
    let server = try PretendFeedServer(PretendFeedServerState(.freshRSS))
    let session = try await FeedServerSession(server)
    let list = try #require(session.connection.subscriptions)
    let publishing = try #require(session.connection.publishing)

    let added = try await list.addSubscriptions("https://moss.example/feed", isTrustedList: true)
    let again = try await list.addSubscriptions("https://moss.example/feed", isTrustedList: true)
    await #expect(throws: FeedError.notFound) {
      try await list.addSubscriptions("https://nothing.example", isTrustedList: true)
    }
    try await list.unsubscribe(from: Subscription.ID("feed/14"))
    let left = server.held.feeds.map(\.id)
    _ = try await publishing.sendChange(
      .follow(Person.ID("feed/14"), true), key: OutboxItem.ID("k"))

    #expect(added.new.map(\.name) == ["New Feed"])
    #expect(again.new.isEmpty)
    #expect(left == [12, 13])
    #expect(server.held.feeds.map(\.url).contains("https://moss.example/feed"))
  }

  @Test func `the stored list of feeds is used without a network, however old`() async throws {
    let fixture = FeedServerFixture { _ throws(TransportError) in throw .notConnected }
    let list = try #require(try fixture.connection().subscriptions)
    try fixture.stub.world.sleep(for: .seconds(3_600))

    let feeds = try await RequestPriority.userRequest.runActionWithPriority {
      () async throws(FeedError) in
      try await list.subscriptions()
    }
    let each = await list.subscriptions(inEach: [
      .home, FeedServerFeedList.folderFeed(named: "News"),
    ])

    #expect(feeds == [FeedServerFixture.harbour])
    #expect(each == [[FeedServerFixture.harbour], [FeedServerFixture.harbour]])
  }

  @Test func `unsubscribing succeeds even if the list of feeds cannot be stored`() async throws {
    let fixture = FeedServerFixture(lockFile: "/nonexistent/tweetie/lock", answer: Self.reader)
    let publishing = try #require(try fixture.connection().publishing)

    let outcome = try await publishing.sendChange(
      .follow(Person.ID("feed/12"), false), key: OutboxItem.ID("k"))

    guard case .person(let feed) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(feed.name == "Harbour Notes" && feed.relationship == .stranger)
  }

  @Test func `following a feed again succeeds even if the list of feeds cannot be fetched`()
    async throws
  {
    let fixture = FeedServerFixture { request throws(TransportError) in
      switch request.path {
      case "/reader/api/0/subscription/list": throw TransportError.notConnected
      case "/reader/api/0/subscription/quickadd":
        return .json(["numResults": 1, "streamId": "feed/30"])
      default: return Self.reader(request)
      }
    }
    let publishing = try #require(try fixture.connection().publishing)
    let (feed, key) = (Person.ID("feed/12"), OutboxItem.ID("k"))
    _ = try await publishing.sendChange(.follow(feed, false), key: key)

    let outcome = try await publishing.sendChange(.follow(feed, true), key: key)

    #expect(outcome == .done)
    let added = fixture.stub.transport.requests.filter { $0.path.hasSuffix("/quickadd") }
    #expect(added.map { $0.values("quickadd") } == [["https://harbour.example/feed.xml"]])
  }

  /// A server that adds the feed of a.example, and no other.
  private static func serverOfOneFeed() -> FeedServerFixture {
    let isAdded = LockedValue(false)
    return FeedServerFixture { request in
      switch request.path {
      case "/reader/api/0/subscription/list":
        return .json([
          "subscriptions": isAdded.withLock { $0 }
            ? [["id": "feed/1", "title": "A", "url": "https://a.example/"]] : []
        ])
      case "/reader/api/0/subscription/quickadd" where request.values("quickadd")[0].contains("b."):
        return .json(["error_message": "No feed there"], status: 500)
      case "/reader/api/0/subscription/quickadd":
        isAdded.withLock { $0 = true }
        return .json(["numResults": 1, "streamId": "feed/1"])
      default: return Self.reader(request)
      }
    }
  }

  @Test func `a feed of an imported list that the server refuses does not stop the others`()
    async throws
  {
    let fixture = Self.serverOfOneFeed()
    let folder = ScratchFolder()
    let outlines = ["b", "a"].map { "<outline xmlUrl=\"https://\($0).example/\"/>" }.joined()
    folder.write(Array("<opml><body>\(outlines)</body></opml>".utf8), to: "feeds.opml")
    let list = try #require(try fixture.connection().subscriptions)

    let added = try await list.addSubscriptions(folder["feeds.opml"], isTrustedList: true)

    #expect(added.new.map(\.name) == ["A"])
    #expect(
      added.failures == [RefusedSubscription("https://b.example/", .refused("No feed there"))])
  }

  @Test(
    arguments: [
      "b.example a.example", "https://a.example/ https://b.example",
      "feed:https://a.example b.example",
      "feed://a.example,feed://b.example",
    ])
  func `a typed address that the server refuses does not stop the others`(
    typed: String
  ) async throws {
    let list = try #require(try Self.serverOfOneFeed().connection().subscriptions)

    let added = try await list.addSubscriptions(typed, isTrustedList: true)

    #expect(added.new.map(\.name) == ["A"])
    #expect(
      added.failures == [RefusedSubscription("https://b.example", .refused("No feed there"))])
    // With no other, it is the error itself.
    await #expect(throws: FeedError.refused("No feed there")) {
      try await list.addSubscriptions("b.example", isTrustedList: true)
    }
  }

  @Test func `a feed is renamed, moved and restored at the server`() async throws {
    let server = try PretendFeedServer(PretendFeedServerState(.freshRSS))
    let session = try await FeedServerSession(server)
    let list = try #require(session.connection.subscriptions)
    let id = Subscription.ID("feed/13")

    try await list.changeSubscription(id, .rename("Tides"))
    try await list.changeSubscription(id, .move("News"))
    let changed = try await list.subscriptions().first { $0.id == id }
    try await list.changeSubscription(id, .move(nil))
    let moved = try #require(try await list.subscriptions().first { $0.id == id })
    await #expect(throws: FeedError.refused(nil)) {
      try await list.changeSubscription(id, .rename(nil))
    }
    try await list.unsubscribe(from: id)
    try await list.restoreSubscription(moved)

    #expect(changed?.name == "Tides")
    #expect(changed?.folder == "News")
    #expect(moved.folder == "Uncategorized")
    #expect(server.held.feeds.map(\.url).contains("https://tides.example/atom.xml"))
  }

  @Test func `a feed is renamed and moved by changes of the outbox`() async throws {
    let server = try PretendFeedServer(PretendFeedServerState(.freshRSS))
    let session = try await FeedServerSession(server)
    let publishing = try #require(session.connection.publishing)
    let list = try #require(session.connection.subscriptions)
    var feed = try #require(try await list.subscriptions().first { $0.id.rawValue == "feed/13" })
    feed.settings.title = "Own"
    for change in [SubscriptionChange.rename("Tides"), .move("News")] {
      let act = try #require(ServiceAction(change, of: feed))
      #expect(session.connection.abilities.supportsChange(.serviceAction(act)))
      let item = item(.serviceAction(act))
      #expect(try await publishing.sendChange(item.change, of: item) == .done)
    }

    let changed = try await list.subscriptions().first { $0.id == feed.id }
    #expect(changed?.name == "Tides" && changed?.folder == "News")
    #expect(server.held.feeds.map(\.title) == ["Harbour Notes", "Tides"])
    #expect(ServiceAction(.rename(nil), of: feed) == nil)
    #expect(ServiceAction(.set(feed.settings), of: feed) == nil)
    await #expect(throws: FeedError.refused(nil)) {
      try await publishing.sendChange(
        .serviceAction(ServiceAction(.renameFeed, "feed/13")), key: OutboxItem.ID("k"))
    }
  }

  @Test(arguments: [PretendFeedServerState.Kind.miniflux, .freshRSS])
  func `a feed removed at the server leaves the list, and its unread entries become read`(
    kind: PretendFeedServerState.Kind
  ) async throws {
    let server = try PretendFeedServer(PretendFeedServerState(kind))
    let session = try await FeedServerSession(server)
    let gateway = try #require(session.connection.readStates)
    func unread(_ states: [ServiceEntryReadState]) -> Int { states.count { !$0.entry.isRead } }

    let before = try await gateway.readStates(since: nil)
    server.change { state in
      state.feeds.removeAll { $0.id == 13 }
      state.entries.removeAll { $0.feed == 13 }
    }
    let after = try await gateway.readStates(since: nil)
    let list = try await session.connection.subscriptions?.subscriptions()

    #expect(before.count == 6 && unread(before) == 6)
    #expect(after.count == 6 && unread(after) == 3)
    #expect(list?.map(\.name) == ["Harbour Notes"])
  }

  @Test(arguments: [PretendFeedServerState.Kind.freshRSS, .miniflux])
  func `a folder is renamed at the server`(kind: PretendFeedServerState.Kind) async throws {
    let server = try PretendFeedServer(PretendFeedServerState(kind))
    let session = try await FeedServerSession(server)
    let list = try #require(session.connection.subscriptions)
    let count = server.requests.count

    try await list.renameFolder("News", to: "Papers")

    #expect(try await list.subscriptions().filter { $0.folder == "Papers" }.count == 1)
    #expect(!server.held.feeds.map(\.folder).contains("News"))
    let writes = server.requests.dropFirst(count).filter {
      $0.path.hasSuffix("/rename-tag") || $0.method == "PUT"
    }
    #expect(writes.count == 1)
  }

  @Test func `a folder renamed to an existing name is merged into that folder`() async throws {
    let server = try PretendFeedServer(PretendFeedServerState(.freshRSS))
    let session = try await FeedServerSession(server)
    let list = try #require(session.connection.subscriptions)

    try await list.renameFolder("News", to: "Sea")

    #expect(try await Set(list.subscriptions().map(\.folder)) == ["Sea"])
  }

  @Test(arguments: [PretendFeedServerState.Kind.miniflux, .freshRSS])
  func `a change of the outbox renames a folder, and sent twice it is done`(
    kind: PretendFeedServerState.Kind
  ) async throws {
    let server = try PretendFeedServer(PretendFeedServerState(kind))
    let session = try await FeedServerSession(server)
    let publishing = try #require(session.connection.publishing)
    let list = try #require(session.connection.subscriptions)
    let item = item(.serviceAction(ServiceAction(renamingFolder: "News", to: "Papers")))
    #expect(session.connection.abilities.supportsChange(item.change))

    for _ in 1...2 { #expect(try await publishing.sendChange(item.change, of: item) == .done) }

    #expect(try await Set(list.subscriptions().map(\.folder)) == ["Papers", "Sea"])
  }

  @Test func `a folder gets the name of one without feeds at Miniflux`() async throws {
    var state = PretendFeedServerState(.miniflux)
    state.emptyFolder = "Papers"
    let server = try PretendFeedServer(state)
    let session = try await FeedServerSession(server)
    let list = try #require(session.connection.subscriptions)

    try await list.renameFolder("News", to: "Papers")

    #expect(try await Set(list.subscriptions().map(\.folder)) == ["Papers", "Sea"])
  }

  @Test func `a feed with several labels is in each of these folders`() async throws {
    let fixture = FeedServerFixture { request in
      request.path.hasSuffix("/subscription/list")
        ? .json([
          "subscriptions": [
            [
              "id": "feed/12", "title": "Harbour Notes", "url": "https://harbour.example/feed.xml",
              "categories": [
                ["id": "user/1/label/News", "label": "News"],
                ["id": "user/1/label/Sea", "label": "Sea"],
              ],
            ]
          ]
        ]) : Self.reader(request)
    }
    let list = try #require(try fixture.connection().subscriptions)

    let feeds = try await RequestPriority.userRequest.runActionWithPriority {
      () async throws(FeedError) in try await list.subscriptions()
    }

    #expect(feeds.map(\.folders) == [["News", "Sea"]])
    #expect(
      await list.subscriptions(in: list.timeline(ofFolder: "Sea")).map(\.name) == ["Harbour Notes"])
  }

  @Test func `the list of feeds is written as OPML with its folders`() async throws {
    let server = try PretendFeedServer(PretendFeedServerState(.freshRSS))
    let session = try await FeedServerSession(server)

    let text = try #require(try await session.connection.subscriptions?.opmlText())

    #expect(text.contains("https://harbour.example/feed.xml"))
    #expect(text.contains("News"))
  }

  @Test func `feeds are found as people, and folders are streams`() async throws {
    let server = try PretendFeedServer(PretendFeedServerState(.freshRSS))
    let session = try await FeedServerSession(server)
    let people = try #require(session.connection.people)

    let found = try await people.people(.matching("tide"), after: nil).elements
    let feed = try await people.person(Person.ID("feed/12"))
    let oneself = try await people.person(session.connection.account.person)

    #expect(found.map(\.name) == ["Tide Tables"])
    #expect(feed.relationship == .followed)
    #expect(oneself.relationship == .oneself)
    #expect(
      session.connection.streams.compactMap(\.feed) == [
        .home, .unread, .bookmarks, .list(id: "folder/News", name: "News"),
        .list(id: "folder/Sea", name: "Sea"),
      ])
    #expect(session.connection.likeRefusal == .bookmarkInstead)
  }
}

/// An account that is signed in at a pretend feed server over the real transport.
struct FeedServerSession {
  let world: PassingWorld
  let connection: ServiceConnection

  init(_ server: PretendFeedServer, rules: (any FilterRuleStore)? = nil) async throws {
    let key = server.held.kind == .miniflux ? PretendFeedServerState.key : nil
    let world = PassingWorld(at: 1_795_199_400_000)
    let services = AllServices.forTests(world: world, rules: rules)
    let gateway = try #require(services.signInGateway(to: .feedServer))
    let answers: SignInAnswers = [
      .server: Secret(server.origin), .user: Secret(PretendFeedServerState.user),
      .password: Secret(PretendFeedServerState.password), .token: Secret(key ?? ""),
    ]
    let account = try await gateway.account(way: key == nil ? 0 : 1, answers)
    self.world = world
    connection = try #require(services.connection(for: account))
  }
}
