import Doubles
import FeedDomain
import ServiceRig
import Testing
import Threads

@testable import FeedServices

/// No reply keeps a client asking.
@Suite struct RequestBudgetTests {
  private let fixture = ClientFixture { _ throws(TransportError) in HTTPReply(status: 200) }
  private var count: Int { fixture.transport.requests.count }

  /// Asks until it is told to stop, but for some thousand times at most.
  private func askOn() async throws(FeedError) {
    for number in 0..<2000 {
      _ = try await fixture.client.sendRequest(HTTPRequest(.get, "/\(number)"))
    }
  }

  @Test func `an action with endless requests fails with its own error at the request budget`()
    async
  {
    let error = await failure {
      try await RequestBudget.runActionInCurrentBudget { () async throws(FeedError) in
        try await askOn()
      }
    }

    #expect(error == .endless)
    #expect(count == RequestBudget.usual)
    #expect(fixture.log.facts.contains { $0.contains("too many requests of one action") })
  }

  @Test func `nested and concurrent tasks of an action spend one request budget`() async {
    let error = await failure {
      try await RequestBudget.runActionInCurrentBudget { () async throws(FeedError) in
        try await RequestBudget.runActionInCurrentBudget { () async throws(FeedError) in
          _ = try await fixture.client.sendRequest(HTTPRequest(.get, "/first"))
        }
        await withTaskGroup(of: Void.self) { group in
          for _ in 0..<4 { group.addTask { _ = await failure { try await askOn() } } }
        }
        _ = try await fixture.client.sendRequest(HTTPRequest(.get, "/last"))
      }
    }

    #expect(error == .endless)
    #expect(count == RequestBudget.usual)
  }

  @Test func `each action has its own request budget`() async {
    for _ in 0..<3 {
      let error = await failure {
        try await RequestBudget.runActionInCurrentBudget { () async throws(FeedError) in
          try await askOn()
        }
      }
      #expect(error == .endless)
    }

    #expect(count == 3 * RequestBudget.usual)
  }

  @Test func `an endless action is not retried automatically`() {
    #expect(!FeedError.endless.mayPass)
  }

  // MARK: - Each service

  private static let services: [Service] = [
    .mastodon, .bluesky, .unsplash, .flickr, .instagram, .rss, .feedServer,
  ]

  /// Ways in which a server leads on for ever.
  enum Lure: String, CaseIterable, Sendable {
    case emptyPages, otherIDs, refusedTokens, redirects, unfinished, spentTokens, staleProofs

    /// The reply to the request of that number.
    func reply(to request: HTTPRequest, number: Int) -> HTTPReply {
      let headers: HTTPHeaders = [
        "Link": "<\(request.url.prefix { $0 != "?" })?max_id=\(number)>; rel=\"next\""
      ]
      switch self {
      case .emptyPages: return page([], number, headers)
      case .otherIDs: return page([thing(number)], number, headers)
      case .refusedTokens: return HTTPReply(status: 401, body: bytes(["error": "InvalidToken"]))
      case .spentTokens: return HTTPReply(status: 400, body: bytes(["error": "ExpiredToken"]))
      case .staleProofs:
        return HTTPReply(
          status: 401, headers: ["DPoP-Nonce": "\(number)", "WWW-Authenticate": "DPoP"],
          body: bytes(["error": "use_dpop_nonce"]))
      case .redirects:
        return HTTPReply(status: 301, headers: ["Location": "https://other.example/\(number)"])
      case .unfinished:
        var headers = headers
        headers["Mastodon-Async-Refresh"] = "id=\"\(number)\", retry=1, result_count=\(number)"
        return page([], number, headers, status: 206)
      }
    }

    private func thing(_ number: Int) -> JSON {
      let id = JSON.string(String(number))
      return [
        "id": id, "uri": .string("at://did:plc:a/app.bsky.feed.post/\(number)"), "owner": "9@N1",
        "account": ["id": "7", "acct": "ada"], "did": "did:plc:a", "handle": "ada.example",
        "title": "x", "in_reply_to_id": .string(String(number + 1)),
      ]
    }

    private func page(
      _ things: [JSON], _ number: Int, _ headers: HTTPHeaders, status: Int = 200
    ) -> HTTPReply {
      let list = JSON.array(things)
      let cursor = JSON.string("c\(number)")
      let thing: JSON = things.first ?? ["id": .string("other\(number)"), "total": 9999]
      let facts: JSON = [
        "stat": "ok", "cursor": cursor, "id": .string(String(number)), "status_code": "IN_PROGRESS",
        "account": ["id": "7", "acct": "ada"], "photo": thing, "person": thing,
      ]
      let nested: JSON = [
        "user": ["id": "9@N1", "nsid": "9@N1"], "thread": ["post": thing],
        "paging": ["cursors": ["after": cursor], "next": "https://home.example/next"],
        "photos": ["page": 1, "pages": 99_999, "photo": list],
        "comments": ["comment": list], "photosets": ["pages": 9999, "photoset": list],
      ]
      let lists = [
        "statuses", "accounts", "feed", "posts", "notifications", "actors", "likes", "followers",
        "follows", "convos", "results", "data", "descendants", "ancestors", "lists", "feeds",
        "items",
      ]
      let object = JSON.object(
        facts.members + nested.members + lists.map { .init(name: $0, value: list) })
      let isList = number % 2 == 0
      return HTTPReply(status: status, headers: headers, body: bytes(isList ? list : object))
    }

    private func bytes(_ json: JSON) -> [UInt8] { json.encodedBytes() }
  }

  private func connection(to service: Service, _ transport: StubTransport) -> ServiceConnection? {
    let world = PassingWorld(at: 1_795_199_400_000)
    let account = Account(
      service: service, person: Person.ID("1"), handle: "me", server: StubNetwork.home)
    return AllServices.forTests(over: transport, world: world).connection(
      for: SignedInAccount(account, token: service.token(obtainedAt: world.now)))
  }

  @Test(arguments: services, Lure.allCases)
  func `no action of a service exceeds its request budget on endless replies`(
    service: Service, lure: Lure
  ) async throws {
    let number = LockedValue(0)
    let transport = StubTransport { request throws(TransportError) in
      let now = number.withLock { number in
        number += 1
        return number
      }
      guard now < 20_000 else { throw .connectionLost }
      return lure.reply(to: request, number: now)
    }
    let connection = try #require(self.connection(to: service, transport))
    let (post, person) = (Post.ID("1"), Person.ID("1"))
    let key = OutboxItem.ID("k")
    let begun = Timestamp(milliseconds: 1_795_199_000_000)
    let draft = Draft(id: Draft.ID("1"), text: "Hello", replyTo: post)
    let query = SearchQuery("boats", by: "me", in: PassingWorld())
    // Only the number of requests matters, not the error with which an action ends.
    let actions: [(String, @Sendable () async -> Void)] = [
      ("home", { _ = try? await connection.feeds.feedPage(of: .home, .latest) }),
      (
        "newer",
        {
          _ = try? await connection.feeds.feedPage(of: .home, .newer(FeedEntry.ID("1")))
        }
      ),
      (
        "photos",
        { _ = try? await connection.feeds.feedPage(of: .photos, .latest) }
      ),
      (
        "bookmarks",
        { _ = try? await connection.feeds.feedPage(of: .bookmarks, .latest) }
      ),
      (
        "conversation",
        { _ = try? await connection.feeds.conversation(of: post) }
      ),
      (
        "told",
        {
          _ = try? await connection.feeds.conversation(of: post, knownPost: .sample("2"))
        }
      ),
      (
        "search",
        {
          _ = try? await connection.feeds.foundPosts(matching: query, after: nil)
        }
      ),
      ("person", { _ = try? await connection.people?.person(person) }),
      (
        "named",
        {
          _ = try? await connection.people?.person(called: "ada@there.example")
        }
      ),
      (
        "likers",
        {
          _ = try? await connection.people?.people(.likers(post), after: nil)
        }
      ),
      (
        "collections",
        {
          _ = try? await connection.people?.personsCollectionFeeds(of: person, after: nil)
        }
      ),
      (
        "notices", { _ = try? await connection.notifications?.notifications(after: nil) }
      ),
      (
        "messages",
        { _ = try? await connection.messages?.directConversations(after: nil) }
      ),
      (
        "lists",
        { _ = try? await connection.optionalInformation?.userListsMarkingThose(with: person) }
      ),
      (
        "address",
        {
          _ = try? await connection.addresses?.linkDestination(of: "https://home.example/@ada/1")
        }
      ),
      (
        "send",
        {
          _ = try? await connection.publishing?.sendChange(.publish(draft), key: key)
        }
      ),
      (
        "readBack",
        {
          _ = try? await connection.publishing?.askWhetherDelivered(
            .publish(draft), key: key,
            after: PossiblyArrivedSendAttempts(firstAttempt: begun, lastAttempt: begun))
        }
      ),
      (
        "like",
        {
          _ = try? await connection.publishing?.sendChange(.mark(post, .liked, true), key: key)
        }
      ),
      (
        "subscribe",
        {
          _ = try? await connection.subscriptions?.addSubscriptions(
            "https://home.example/feed", isTrustedList: true)
        }
      ),
    ]
    for (name, action) in actions {
      let before = transport.requests.count
      await action()
      // A search looks at three pages, each of which is an action.
      #expect(
        transport.requests.count - before <= 3 * RequestBudget.usual, "\(name) of \(service)")
    }
  }

  @Test func `photo details with another photo's id are a bad reply`() async throws {
    let fixture = FlickrFixture([
      "photos.getInfo": ["stat": "ok", "photo": ["id": "7", "owner": ["nsid": "9@N1"]]],
      "photos.getSizes": ["stat": "ok", "sizes": ["size": []]],
      "photos.getFavorites": ["stat": "ok", "photo": ["total": 0]],
    ])

    let error = await failure { try await fixture.feeds.conversation(of: Post.ID("1")) }

    #expect(error == .badReply)
    #expect(fixture.asked.count == 3)
  }
}
