import Doubles
import FeedDomain
import Testing
import Threads

@testable import FeedServices

/// The stored facts of an account, and their refresh.
@Suite struct MastodonStoredTokenTests {
  let store = FakeCredentials()
  let world = PassingWorld()

  func account(_ kept: JSON) -> SignedInAccount {
    SignedInAccount(
      Account(
        service: .mastodon, person: Person.ID("me"), handle: "sol", server: "https://home.example"),
      token: Secret(json: kept))
  }

  func record(refresh: JSON = nil, software: JSON = "pixelfed") -> JSON {
    [
      "access": "token-1", "refresh": refresh,
      "application": ["client_id": "id", "client_secret": "secret"],
      "server": ["origin": "https://home.example", "software": software, "picture_bytes": 1000],
    ]
  }

  func services(_ transport: StubTransport) -> AllServices {
    .forTests(
      over: transport, world: world,
      accounts: AccountTokenStorage(store: store, lockFile: nil, world: world))
  }

  func connection(
    _ account: SignedInAccount, _ transport: StubTransport
  ) throws -> ServiceConnection {
    try store.saveAccountAndMakeActive(account)
    return try #require(services(transport).connection(for: account))
  }

  func kept() throws -> JSON { try #require(store.storedAccounts().first).token.json }

  /// A server at which the second token is good, and the first is not.
  private func server(refusing status: Int) -> StubTransport {
    StubTransport { request in
      if request.url.hasSuffix("/oauth/token") {
        return .json(["access_token": "token-2", "refresh_token": "next", "expires_in": 60])
      }
      guard request.headers["Authorization"] == "Bearer token-2" else {
        return .json(["error": "Unauthenticated."], status: status)
      }
      return .json([])
    }
  }

  @Test(arguments: [401, 500])
  func `an expired token is renewed and stored, and the request sent again`(
    status: Int
  ) async throws {
    let transport = server(refusing: status)
    let feeds = try connection(account(record(refresh: "first")), transport).feeds

    let page = try await feeds.feedPage(of: .local, .latest)

    #expect(page.entries == [])
    #expect(
      transport.requests.map(\.line)[1]
        == "POST /oauth/token grant_type=refresh_token refresh_token=first client_id=id "
        + "client_secret=secret scope=read write follow")
    #expect(try kept()["access"] == "token-2")
    #expect(try kept()["refresh"] == "next")
    #expect(try kept()["server"]["picture_bytes"].int == 1000)
  }

  @Test func `eight requests that need a new token renew it once`() async throws {
    let transport = server(refusing: 401)
    let feeds = try connection(account(record(refresh: "first")), transport).feeds

    await withTaskGroup(of: Int?.self) { group in
      for _ in 1...8 {
        group.addTask { try? await feeds.feedPage(of: .local, .latest).entries.count }
      }
      for await count in group { #expect(count == 0) }
    }

    #expect(transport.requests.count { $0.url.hasSuffix("/oauth/token") } == 1)
  }

  @Test func `a refresh token is kept if the renewal returns no other`() async throws {
    let transport = StubTransport { request in
      if request.url.hasSuffix("/oauth/token") { return .json(["access_token": "token-2"]) }
      return .json([], status: request.headers["Authorization"] == "Bearer token-2" ? 200 : 401)
    }

    _ = try await connection(account(record(refresh: "first")), transport).feeds
      .feedPage(of: .local, .latest)

    #expect(try kept()["refresh"] == "first")
  }

  @Test(arguments: [400, 401])
  func `a token that cannot be renewed signs the account out`(status: Int) async throws {
    let transport = StubTransport { request in
      .json(
        ["error": "invalid_grant"], status: request.url.hasSuffix("/oauth/token") ? status : 401)
    }
    let feeds = try connection(account(record(refresh: "first")), transport).feeds

    await #expect(throws: FeedError.signedOut) { try await feeds.feedPage(of: .local, .latest) }
    #expect(try kept()["access"] == "token-1")
  }

  @Test func `a token without refresh token is not renewed`() async throws {
    let transport = server(refusing: 401)
    let feeds = try connection(account(record()), transport).feeds

    await #expect(throws: FeedError.signedOut) { try await feeds.feedPage(of: .local, .latest) }
    #expect(transport.requests.count == 1)
  }

  @Test func `signing out revokes the renewed token`() async throws {
    let transport = server(refusing: 401)
    let opened = account(record(refresh: "first"))
    _ = try await connection(opened, transport).feeds.feedPage(of: .local, .latest)

    // It is answered like everything else.
    try await services(transport).signInGateway(to: .mastodon)?.signOut(opened)

    #expect(
      transport.requests.last?.line
        == "POST /oauth/revoke client_id=id client_secret=secret token=token-2")
  }

  @Test func `posting defaults are sent explicitly to a server that may not apply them`()
    async throws
  {
    let transport = StubTransport { _ in .json(MastodonPosts.post("7")) }
    let postingDefaults: JSON = ["privacy": "private", "sensitive": true, "language": "vi"]
    let kept = JSON.object(
      record(software: "akkoma").members + [.init(name: "habits", value: postingDefaults)])
    let connection = try connection(account(kept), transport)
    let draft = Draft(
      id: Draft.ID("d"), text: "Hi", attachments: [.init(path: "/a", altText: "", uploaded: "m")])

    _ = try await connection.publishing?.sendChange(.publish(draft), key: OutboxItem.ID("k"))

    #expect(connection.usualVisibility == .followers)
    #expect(connection.postingDefaults.coversPictures)
    // The draft began covered, and was uncovered by whoever wrote it; a server that is not told so
    // would cover the picture as usual.
    #expect(
      transport.requests.last?.line
        == "POST /api/v1/statuses json status=Hi visibility=public sensitive=false language=vi "
        + "media_ids[]=m")
  }

  @Test func `posting defaults changed in the profile apply at once and after a restart`()
    async throws
  {
    let transport = StubTransport { _ in
      .json(["id": "me", "source": ["privacy": "private", "language": "de"]])
    }
    let first = try connection(account(record(software: "mastodon")), transport)
    let act = ServiceAction(.profile, "me", answers: [.audience: "followers", .language: "de"])

    _ = try await first.publishing?.sendChange(.serviceAction(act), key: OutboxItem.ID("k"))

    let usual = PostingDefaults(visibility: .followers, language: "de")
    #expect(first.postingDefaults == usual)
    #expect(
      try connection(#require(store.storedAccounts().first), transport).postingDefaults == usual)
  }

  @Test(arguments: ["direct", "mutuals_only", "local", "list:7"])
  func `an unknown stored visibility becomes followers, not everybody`(name: String) throws {
    let transport = StubTransport { _ in .json([]) }
    let kept = JSON.object(
      record().members + [.init(name: "habits", value: ["privacy": .string(name)])])

    #expect(try connection(account(kept), transport).usualVisibility == .followers)
  }

  /// A server that answers what is asked when looking again, as long as it is there at all.
  func talkative(
    _ more: [String: HTTPReply] = [:]
  ) throws -> StubTransport {
    let answers: [String: HTTPReply] = [
      "/api/v2/instance": .json(try MastodonSample.json("instance-v2")),
      "/api/v1/lists": .json([["id": "5", "title": "Friends"]]),
      "/api/v1/accounts/verify_credentials": .json([
        "id": "me", "source": ["privacy": "unlisted", "sensitive": true, "language": "vi"],
      ]),
    ]
    return StubTransport { request in
      let path = String(request.url.dropFirst("https://home.example".count).prefix { $0 != "?" })
      return more[path] ?? answers[path] ?? .json(["error": "Record not found"], status: 404)
    }
  }

  @Test func `a server's facts are refreshed once a day and stored`() async throws {
    let transport = try talkative()
    let first = try connection(account(record(software: "mastodon")), transport)

    try await first.upkeep?.refreshAccountFactsIfOld()
    let account = try #require(store.storedAccounts().first)
    let second = try connection(account, transport)
    let asked = transport.requests.count
    try await second.upkeep?.refreshAccountFactsIfOld()

    #expect(second.streams.contains(.feed(.list(id: "5", name: "Friends"))))
    #expect(
      second.postingDefaults
        == PostingDefaults(visibility: .unlisted, coversPictures: true, language: "vi"))
    #expect(try kept()["access"] == "token-1")
    #expect(asked > 0)
    #expect(transport.requests.count == asked)
    world.pass(.seconds(24 * 3600))
    try await second.upkeep?.refreshAccountFactsIfOld()
    #expect(transport.requests.count > asked)
  }

  @Test func `a members-only server's facts are fetched with the token`() async throws {
    let telling = try talkative()
    let transport = StubTransport { request throws(TransportError) in
      let isClosed = request.url.hasSuffix("/api/v2/instance")
      if isClosed, request.headers["Authorization"] == nil { return .json([:], status: 401) }
      return try await telling.send(request)
    }
    let connection = try connection(account(record(software: "mastodon")), transport)

    try await connection.upkeep?.refreshAccountFactsIfOld()

    let kept = try #require(
      store.storedAccounts().first.flatMap { MastodonAccountSecret($0.token) })
    #expect(kept.refreshedAt == world.now && !kept.server.version.isEmpty)
  }

  @Test func `a token of another person is no longer used, not even after a restart`()
    async throws
  {
    let transport = try talkative([
      "/api/v1/accounts/verify_credentials": .json(["id": "other", "source": [:]]),
      "/api/v1/timelines/home": .json([]),
    ])
    let first = try connection(account(record(refresh: "first")), transport)
    _ = try await first.feeds.feedPage(of: .home, .latest)

    await #expect(throws: FeedError.signedOut) {
      try await first.upkeep?.refreshAccountFactsIfOld()
    }

    let asked = transport.requests.count
    await #expect(throws: FeedError.signedOut) {
      try await first.feeds.feedPage(of: .home, .latest)
    }
    let account = try #require(store.storedAccounts().first)
    let second = try connection(account, transport)
    await #expect(throws: FeedError.signedOut) {
      try await second.feeds.feedPage(of: .home, .latest)
    }
    await #expect(throws: FeedError.signedOut) {
      try await second.upkeep?.refreshAccountFactsIfOld()
    }
    #expect(transport.requests.count == asked)
    #expect(
      services(transport).signInGateway(to: .mastodon)?.storedTokenBelongsToOthers(account) == true)
    // Nothing of theirs was kept.
    let token = try #require(MastodonAccountSecret(account.token))
    #expect(token.refreshedAt == nil && token.server.lists == [])
  }

  @Test func `a token of the same or an unnamed person stays in use`()
    async throws
  {
    for reply in [["id": "me"], ["source": [:]], ["id": true]] as [JSON] {
      let transport = try talkative([
        "/api/v1/accounts/verify_credentials": .json(reply), "/api/v1/timelines/home": .json([]),
      ])
      let connection = try connection(account(record()), transport)

      try await connection.upkeep?.refreshAccountFactsIfOld()

      _ = try await connection.feeds.feedPage(of: .home, .latest)
      let account = try #require(store.storedAccounts().first)
      #expect(
        services(transport).signInGateway(to: .mastodon)?.storedTokenBelongsToOthers(account)
          == false)
    }
  }

  @Test func `all 25 lists of an account are streams`() async throws {
    let lists = JSON.array(
      (1...25).map { ["id": .string("\($0)"), "title": .string("List \($0)")] })
    let first = try connection(
      account(record(software: "mastodon")), talkative(["/api/v1/lists": .json(lists)]))

    try await first.upkeep?.refreshAccountFactsIfOld()
    let again = try connection(try #require(store.storedAccounts().first), talkative())

    #expect(again.streams.contains(.feed(.list(id: "25", name: "List 25"))))
  }

  @Test(
    arguments: [.json([:], status: 403), .json(["id": "me"]), .json(["id": "me", "source": []])]
      as [HTTPReply])
  func `facts that a server does not report stay as they were`(profile: HTTPReply) async throws {
    let transport = try talkative([
      "/api/v2/instance": .json(["title": "Home"]), "/api/v1/lists": .json([:], status: 500),
      "/api/v1/accounts/verify_credentials": profile,
    ])
    var token = try #require(MastodonAccountSecret(account(record(software: "akkoma")).token))
    token.server.lists = [.init(id: "5", name: "Friends")]
    token.postingDefaults = PostingDefaults(visibility: .followers)
    let old = account(token.secret.json)

    try await connection(old, transport).upkeep?.refreshAccountFactsIfOld()

    let kept = try #require(
      store.storedAccounts().first.flatMap { MastodonAccountSecret($0.token) })
    #expect(kept.server.lists == token.server.lists)
    #expect(kept.server.software == .akkoma)
    #expect(kept.postingDefaults == token.postingDefaults)
    #expect(kept.refreshedAt == world.now)
  }

  @Test func `a server that refuses JSON still gets forms after the daily refresh`() async throws {
    let transport = try talkative()
    var token = try #require(MastodonAccountSecret(account(record(software: "mastodon")).token))
    token.server.refusesJSON = true

    try await connection(account(token.secret.json), transport).upkeep?.refreshAccountFactsIfOld()

    let kept = try #require(
      store.storedAccounts().first.flatMap { MastodonAccountSecret($0.token) })
    #expect(kept.refreshedAt == world.now)
    #expect(kept.server.refusesJSON)
  }

  @Test func `facts refreshed before a token renewal are stored with the new token`() async throws {
    let looking = try talkative()
    let transport = StubTransport { request throws(TransportError) in
      if request.url.hasSuffix("/oauth/token") { return .json(["access_token": "token-2"]) }
      if request.url.contains("/timelines/"),
        request.headers["Authorization"] != "Bearer token-2"
      {
        return .json([:], status: 401)
      }
      return request.url.contains("/timelines/") ? .json([]) : try await looking.send(request)
    }
    let connection = try connection(account(record(refresh: "first")), transport)
    try await connection.upkeep?.refreshAccountFactsIfOld()

    _ = try await connection.feeds.feedPage(of: .local, .latest)

    #expect(try kept()["access"] == "token-2")
    #expect(try kept()["server"]["lists"].array.count == 1)
  }

  @Test func `a refresh stores nothing for an account that was removed`() async throws {
    let connection = try connection(account(record()), try talkative())
    try store.removeAccount(connection.account.id)

    try await connection.upkeep?.refreshAccountFactsIfOld()

    #expect(store.storedAccounts() == [])
  }

  @Test(arguments: [(5_000_000, 2236), (33_177_600, 4096), (.null, 4096)] as [(JSON, Int)])
  func `a picture is scaled to the server's limits`(pixels: JSON, side: Int) throws {
    let transport = StubTransport { _ in .json([]) }
    var kept = try #require(MastodonAccountSecret(account(record()).token))
    kept.server.readInstanceFacts(
      from: ["configuration": ["media_attachments": ["image_matrix_limit": pixels]]])

    let limits = try connection(account(kept.secret.json), transport).draftLimits?.pictures

    #expect(limits == PictureUploadLimits(longestSide: side, bytes: 1000))
  }
}
