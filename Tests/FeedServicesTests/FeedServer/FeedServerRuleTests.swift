import Doubles
import FeedDomain
import ServiceRig
import Testing
import Threads

@testable import FeedServices

/// Rules for new entries of feed servers, and saved searches.
@Suite struct FeedServerRuleTests {
  private typealias Fixture = FeedServerFixture

  private func session(
    _ server: PretendFeedServer, _ rules: String...
  ) async throws -> FeedServerSession {
    try await FeedServerSession(server, rules: FakeRules(rules))
  }

  private func titles(_ page: FeedPage) -> [String] {
    page.entries.map {
      String($0.post.content.text.plain.prefix { !$0.isNewline })
    }
  }

  @Test(arguments: [PretendFeedServerState.Kind.freshRSS, .miniflux])
  func `rules hide, mark and star new entries, and each change is sent once`(
    kind: PretendFeedServerState.Kind
  ) async throws {
    let server = try PretendFeedServer(PretendFeedServerState(kind))
    let session = try await session(
      server, "hide title /Entry 0/", "read text entry 1",
      "star title /[23]$/ in harbour notes", "hide title Entry in Another Feed")

    let page = try await session.connection.feeds.feedPage(of: .home, .latest)
    _ = try await session.connection.feeds.feedPage(of: .home, .latest)
    let states = try await #require(session.connection.readStates).readStates(since: nil)

    #expect(titles(page) == ["Entry 1", "Entry 2", "Entry 3", "Entry 4", "Entry 5"])
    #expect(page.entries.map { $0.post.userMarks.contains(.read) }.firstIndex(of: true) == 0)
    #expect(page.entries.count { $0.post.userMarks.contains(.read) } == 1)
    #expect(
      page.entries.filter { $0.post.userMarks.contains(.bookmarked) }.map(\.id) == [
        page.entries[1].id
      ])
    // An entry that is hidden here stays unread at the server.
    #expect(server.held.unread == ["Entry 0", "Entry 2", "Entry 3", "Entry 4", "Entry 5"])
    #expect(server.held.starred == ["Entry 2"])
    #expect(server.held.batches == [1, 1])
    #expect(states.count == 6 && states.count(where: \.entry.isRead) == 2)
  }

  @Test(arguments: [PretendFeedServerState.Kind.freshRSS, .miniflux])
  func `an entry that the user marks as unread and unstars is not marked by the rule again`(
    kind: PretendFeedServerState.Kind
  ) async throws {
    let server = try PretendFeedServer(PretendFeedServerState(kind))
    let session = try await session(server, "read title /Entry 1/", "star title /Entry 1/")
    let post = try await session.connection.feeds.feedPage(of: .home, .latest).entries[1].post
    #expect(post.userMarks.isSuperset(of: [.read, .bookmarked]))
    let publishing = try #require(session.connection.publishing)

    _ = try await publishing.sendChange(
      .markRead([post.id], false), key: OutboxItem.ID("a"), madeAt: session.world.now)
    _ = try await publishing.sendChange(
      .mark(post.id, .bookmarked, false), key: OutboxItem.ID("b"), madeAt: session.world.now)
    let page = try await session.connection.feeds.feedPage(of: .home, .latest)
    let states = try await #require(session.connection.readStates).readStates(since: nil)

    #expect(page.entries[1].post.userMarks == [])
    #expect(states.allSatisfy { !$0.entry.isRead })
    #expect(server.held.unread.count == 6 && server.held.starred.isEmpty)
  }

  @Test func `no rule marks an entry that was read on another device`() async throws {
    var state = PretendFeedServerState(.freshRSS)
    state.entries[2].isRead = true
    let server = try PretendFeedServer(state)
    let session = try await session(server, "star title Entry")

    _ = try await session.connection.feeds.feedPage(of: .home, .latest)

    #expect(server.held.starred == ["Entry 0", "Entry 1", "Entry 3", "Entry 4", "Entry 5"])
  }

  /// A server of the Google Reader API with the unread entries 1 and 2, which takes no marks while
  /// `isDown`.
  private static func answer(
    _ request: HTTPRequest, isDown: Bool
  ) throws(TransportError) -> HTTPReply {
    switch request.path {
    case "/reader/api/0/token": return Fixture.text("T1\n")
    case "/reader/api/0/stream/items/ids":
      return request.values("s")[0].hasSuffix("/starred")
        ? .json(["itemRefs": []]) : .json(["itemRefs": [["id": "2"], ["id": "1"]]])
    case "/reader/api/0/stream/items/contents":
      return .json(["items": .array(request.names.compactMap(\.number).map { Fixture.item($0) })])
    case "/reader/api/0/edit-tag":
      if isDown { throw TransportError.notConnected }
      return Fixture.text("OK")
    default: return .json(["subscriptions": []])
    }
  }

  @Test func `a rule's mark that could not be sent is stored, and sent after a restart`()
    async throws
  {
    let folder = ScratchFolder()
    let isDown = LockedValue(true)
    let rules = FakeRules(["read title /Entry 2/"])
    let fixture = FeedServerFixture(folder: folder.path, rules: rules) {
      request throws(TransportError) in
      try Self.answer(request, isDown: isDown.withLock { $0 })
    }
    func sent() -> [[String]] {
      fixture.stub.transport.requests.filter { $0.path.hasSuffix("/edit-tag") }.map {
        $0.names.map(\.text)
      }
    }
    func isRead() async throws -> [Bool] {
      try await fixture.connection().feeds.feedPage(of: .home, .latest).entries.map {
        $0.post.userMarks.contains(.read)
      }
    }

    // The server says that the entry is unread until it has the mark.
    #expect(try await isRead() == [true, false])
    #expect(try await isRead() == [true, false])
    let failed = sent().count
    isDown.withLock { $0 = false }
    #expect(try await isRead() == [true, false])
    _ = try await isRead()

    #expect(failed > 0 && sent().count == failed + 1)
    #expect(sent().allSatisfy { $0 == ["2"] })
  }

  @Test func `a Miniflux entry that arrived while marks could not be sent is marked as well`()
    async throws
  {
    let isDown = LockedValue(true)
    let fixture = FeedServerFixture(
      FeedServerFixture.ownToken, rules: FakeRules(["read title /Entry/"])
    ) { request throws(TransportError) in
      let isDown = isDown.withLock { $0 }
      if request.method == .put {
        if isDown { throw TransportError.notConnected }
        return HTTPReply(status: 204)
      }
      guard request.path == "/v1/entries" else { return .json([]) }
      func entry(_ id: Int, _ changedAt: JSON) -> JSON {
        [
          "id": .number(String(id)), "feed_id": 3, "status": "unread", "title": "Entry",
          "published_at": "2026-11-20T10:00:00Z", "changed_at": changedAt,
        ]
      }
      // The second entry came a quarter of an hour after the first was fetched.
      let entries = [entry(12, "2026-11-20T18:00:00Z")]
      let new = isDown ? [] : [entry(13, "2026-11-20T18:45:00Z")]
      return .json(["total": 2, "entries": .array(entries + new)])
    }
    let connection = try fixture.connection()
    _ = try await connection.feeds.feedPage(of: .home, .latest)
    isDown.withLock { $0 = false }
    try fixture.stub.world.sleep(for: .seconds(1_200))

    _ = try await connection.feeds.feedPage(of: .home, .latest)
    let page = try await connection.feeds.feedPage(of: .home, .latest)

    let sent = fixture.stub.transport.requests.filter { $0.method == .put }.suffix(2)
    let ids = try sent.map { request in
      guard case .bytes(let bytes, _) = request.body else { return [] as [JSON] }
      return try JSON(bytes)["entry_ids"].array
    }
    #expect(ids == [[12], [13]])
    #expect(page.entries.count == 2)
  }

  @Test func `a rule's mark that the server refuses is dropped`() async throws {
    let fixture = FeedServerFixture(rules: FakeRules(["read title /Entry 2/"])) {
      request throws(TransportError) in
      request.path.hasSuffix("/edit-tag")
        ? Fixture.text("Bad Request!", status: 400) : try Self.answer(request, isDown: false)
    }
    let connection = try fixture.connection()

    for _ in 0..<3 { _ = try await connection.feeds.feedPage(of: .home, .latest) }

    #expect(fixture.stub.transport.requests.count { $0.path.hasSuffix("/edit-tag") } == 1)
  }

  // MARK: - Saved searches

  @Test func `a saved search is a stream of the stored entries that match`() async throws {
    let server = try PretendFeedServer(PretendFeedServerState(.freshRSS))
    let session = try await session(
      server, "search Three: 3 OR in:Sea 1", "search None: silver", "hide title /Entry 1/")
    let stream = Feed.list(id: "search:Three", name: "Three")

    #expect(
      session.connection.streams.compactMap(\.feed).suffix(2) == [
        stream, .list(id: "search:None", name: "None"),
      ])
    let page = try await session.connection.feeds.feedPage(of: stream, .latest)
    let none = try await session.connection.feeds.feedPage(
      of: .list(id: "search:None", name: ""), .latest)
    let stored = await session.connection.subscriptions?.locallyFetchedEntries(
      of: stream, limit: 10)

    #expect(titles(page) == ["Entry 3"])
    #expect(stored?.map(\.id) == page.entries.map(\.post.id))
    #expect(none.entries.isEmpty && none.older == nil)
    await #expect(throws: FeedError.notFound) {
      try await session.connection.feeds.feedPage(of: .list(id: "search:Gone", name: ""), .latest)
    }
  }

  @Test func `an imported list adds its saved searches to the user's own`()
    async throws
  {
    let folder = ScratchFolder()
    folder.write(
      Array("https://a.example/feed\n\"query:Tides:title =~ \\\"tide\\\"\"\n".utf8), to: "urls")
    let rules = FakeRules(["search Fog: fog"])
    let fixture = FeedServerFixture(rules: rules) { request in
      request.path.hasSuffix("/quickadd")
        ? .json(["numResults": 1, "streamId": "feed/1"])
        : request.path.hasSuffix("/token")
          ? Fixture.text("T") : .json(["subscriptions": []])
    }
    let list = try #require(try fixture.connection().subscriptions)

    let added = try await list.addSubscriptions(folder["urls"], isTrustedList: true)

    #expect(added.searches.map(\.name) == ["Tides"])
    #expect(try rules.filterRules().searches.map(\.name) == ["Fog", "Tides"])
  }

  @Test(arguments: [200, 404])
  func `importing OPML reports false if the server has no such call`(
    status: Int
  ) async throws {
    let fixture = FeedServerFixture { _ in HTTPReply(status: status) }

    #expect(
      try await fixture.readerCalls(serverIsFreshRSS: true).importOPMLIfSupported("<opml/>")
        == (status == 200))
    #expect(try await fixture.minifluxCalls().importOPMLIfSupported("<opml/>") == (status == 200))
  }
}
