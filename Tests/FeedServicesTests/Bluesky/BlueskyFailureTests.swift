import Doubles
import FeedDomain
import Testing
import Threads

@testable import FeedServices

/// How servers say no, and what it means.
@Suite struct BlueskyFailureTests {
  @Test(
    arguments: [
      ("expired_access_token", .signedOut), ("refresh_token_revoked", .signedOut),
      ("invalid_token", .signedOut),
      ("method_not_allowed_for_app_password", .refused("Bad token method")),
      ("no_token", .signedOut), ("thread_not_found", .notFound),
      (
        "blob_expired",
        .refused("Could not find blob: bafkreibfzw2g3djbcwre5mk4hrmpgtztgdh4ut7mesp7oc34vuv3kyfa3u")
      ),
      (
        "swap",
        .refused("Record was at bafyreigzfgfbbunqonmdpxcl3bo2yza3b46o6j5epzovhjkpf47vwl6p7i")
      ), ("upstream_down", .serverFailed(502)), ("edge_html", .refused(nil)),
    ] as [(String, FeedError)])
  func `each recorded failure reply maps to its error`(name: String, error: FeedError) async throws
  {
    let reply = try BlueskySample.failure(name)
    let fixture = BlueskyFixture { _ in reply }

    await #expect(throws: error) { try await fixture.feeds.feedPage(of: .home, .latest) }
  }

  @Test(
    arguments: [
      (400, "AccountTakedown", .refused("x")), (401, "AccountDeactivated", .refused("x")),
      (400, "BlockedActor", .refused("x")), (400, "UnknownFeed", .notFound),
      (400, "UnknownList", .notFound), (404, "XRPCNotSupported", .notFound),
      (501, "MethodNotImplemented", .notFound), (413, "PayloadTooLarge", .refused("x")),
      (500, "InternalServerError", .serverFailed(500)),
      (504, "UpstreamTimeout", .serverFailed(504)),
      (403, "Forbidden", .refused("x")), (400, "BadQueryString", .refused("x")),
    ] as [(Int, String, FeedError)])
  func `the error name of a reply decides before its status`(
    status: Int, name: String, error: FeedError
  ) async {
    let fixture = BlueskyFixture { _ in
      .json(["error": .string(name), "message": "x"], status: status)
    }

    await #expect(throws: error) { try await fixture.feeds.feedPage(of: .home, .latest) }
  }

  @Test func `a missing profile is reported as not found`() async {
    let fixture = BlueskyFixture { _ in
      .json(["error": "InvalidRequest", "message": "Profile not found"], status: 400)
    }

    await #expect(throws: FeedError.notFound) {
      try await fixture.people.person(Person.ID("did:plc:gone"))
    }
  }

  @Test func `a rate-limited server gets no request before the limit ends`() async throws {
    let reply = try BlueskySample.failure("rate_limited")
    let fixture = BlueskyFixture { _ in reply }
    let until = fixture.world.now.timeAdvanced(by: .seconds(212))

    for _ in 0..<2 {
      await #expect(throws: FeedError.rateLimited(until: until)) {
        try await fixture.feeds.feedPage(of: .home, .latest)
      }
    }

    #expect(fixture.asked.count == 1)
  }

  @Test func `a spent rate limit is honoured before the server refuses`() async throws {
    let fixture = BlueskyFixture { request in
      let reset = (BlueskySample.now.milliseconds / 1000) + 100
      return .json(
        BlueskyPosts.feed("1"),
        ["RateLimit-Remaining": "0", "RateLimit-Reset": "\(reset)", "RateLimit-Policy": "1;w=300"])
    }

    _ = try await fixture.feeds.feedPage(of: .home, .latest)

    await #expect(
      throws: FeedError.rateLimited(until: BlueskySample.now.timeAdvanced(by: .seconds(100)))
    ) {
      try await fixture.feeds.feedPage(of: .home, .latest)
    }
  }
}

/// Tokens that run out, and are traded for new ones.
@Suite struct BlueskyRenewalTests {
  private let store = FakeCredentials()
  private let account = SignedInAccount(
    Account(service: .bluesky, person: BlueskySample.me, handle: "sol.example.com"),
    token: BlueskyFixture.session.secret)

  /// A server where the first token has run out.
  private func transport(refresh: HTTPReply? = nil) -> StubTransport {
    StubTransport { request in
      let token = request.headers["Authorization"]
      if request.url.hasSuffix("refreshSession") {
        if let refresh { return refresh }
        guard token == "Bearer refresh-1" else {
          return .json(["error": "ExpiredToken", "message": "x"], status: 400)
        }
        return .json(["accessJwt": "access-2", "refreshJwt": "refresh-2", "did": "did:plc:x"])
      }
      guard token == "Bearer access-2" else {
        return .json(["error": "ExpiredToken", "message": "Token has expired"], status: 400)
      }
      return .json(["feed": [], "preferences": [], "views": []])
    }
  }

  private func connection(_ transport: StubTransport) throws -> ServiceConnection {
    try store.saveAccountAndMakeActive(account)
    let fixture = NetworkContext.forTests(over: transport)
    let keeping = AccountTokenStorage(store: store, lockFile: nil, world: fixture.world)
    return try #require(
      BlueskyGatewayFactory(network: fixture, accounts: keeping).connection(for: account))
  }

  @Test func `ten requests with an expired token renew it once, store it and are sent again`()
    async throws
  {
    let transport = transport()
    let feeds = try connection(transport).feeds

    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<10 { group.addTask { _ = try await feeds.feedPage(of: .home, .latest) } }
      try await group.waitForAll()
    }

    let refreshes = transport.requests.filter { $0.url.hasSuffix("refreshSession") }
    let kept = try #require(store.storedAccounts().first.flatMap { BlueskyAccountSecret($0.token) })
    #expect(refreshes.count == 1)
    #expect(refreshes[0].body == .none)
    #expect(!refreshes[0].isRepeatable)
    #expect(kept.access.revealed == "access-2")
    #expect(kept.refresh.revealed == "refresh-2")
    #expect(kept.home.server == BlueskyFixture.server)
  }

  @Test func `a token that another process renewed is used instead of a second renewal`()
    async throws
  {
    let transport = transport()
    let feeds = try connection(transport).feeds
    let theirs = BlueskyAccountSecret(
      access: Secret("access-2"), refresh: Secret("refresh-2"),
      home: BlueskyServerAndPinnedFeeds(server: BlueskyFixture.server))
    try store.saveRenewedToken(of: SignedInAccount(account.account, token: theirs.secret))

    _ = try await feeds.feedPage(of: .home, .latest)

    #expect(!transport.requests.contains { $0.url.hasSuffix("refreshSession") })
  }

  @Test(
    arguments: [
      (.json(["error": "ExpiredToken", "message": "x"], status: 400), .signedOut),
      (.json(["error": "InvalidToken", "message": "x"], status: 400), .signedOut),
      (.json(["error": "AccountTakedown", "message": "x"], status: 401), .refused("x")),
      (.json([:], status: 502), .serverFailed(502)), (.json([:]), .badReply),
    ] as [(HTTPReply, FeedError)])
  func `a failed token renewal is the error of the request, and keeps the account`(
    reply: HTTPReply, error: FeedError
  ) async throws {
    let feeds = try connection(transport(refresh: reply)).feeds

    await #expect(throws: error) {
      _ = try await feeds.feedPage(of: .home, .latest)
    }
    #expect(store.storedAccounts() == [account])
  }

  @Test func `a token renewal does not restore an account that was signed out`() async throws {
    let feeds = try connection(transport()).feeds
    try store.removeAccount(account.account.id)

    _ = try await feeds.feedPage(of: .home, .latest)

    #expect(store.storedAccounts() == [])
  }

  @Test func `a server that the account moved to is stored with the renewed token`() async throws {
    let moved: JSON = [
      "accessJwt": "access-2", "refreshJwt": "refresh-2",
      "didDoc": [
        "id": "did:plc:x",
        "service": [
          [
            "id": "did:plc:x#atproto_pds", "type": "AtprotoPersonalDataServer",
            "serviceEndpoint": "https://new.example/",
          ]
        ],
      ],
    ]
    let feeds = try connection(transport(refresh: .json(moved))).feeds

    _ = try await feeds.feedPage(of: .home, .latest)

    let kept = store.storedAccounts().first.flatMap { BlueskyAccountSecret($0.token) }
    #expect(kept?.home.server == "https://new.example")
  }
}
