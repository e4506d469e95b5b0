import FeedDomain
import Testing
import Threads

@testable import FeedServices

/// What is kept of an account, and how it is kept up to date.
@Suite struct MastodonKeepingTests {
  private let store = KeptAccounts()
  private let world = FakeWorld()

  private func account(_ kept: JSON) -> SignedInAccount {
    SignedInAccount(
      Account(
        service: .mastodon, person: Person.ID("me"), handle: "sol", server: "https://home.example"),
      token: Secret(kept.encodedText))
  }

  private func record(refresh: JSON = nil, software: JSON = "pixelfed") -> JSON {
    [
      "access": "token-1", "refresh": refresh,
      "application": ["client_id": "id", "client_secret": "secret"],
      "server": ["origin": "https://home.example", "software": software, "picture_bytes": 1000],
    ]
  }

  private func connection(
    _ account: SignedInAccount, _ transport: StubTransport
  ) throws -> ServiceConnection {
    store.save(account)
    let services = AllServices(
      builtIn: BuiltInServices(world: world), transport: transport, world: world, log: LogSpy(),
      accounts: AccountKeeping(store: store, lockFile: nil, world: world))
    return try #require(services.connection(for: account))
  }

  private func kept() throws -> JSON {
    try JSON(Array(try #require(store.accounts().first).token.revealed.utf8))
  }

  @Test(arguments: [401, 500])
  func `a token that has run out is traded, kept, and the request sent again`(
    status: Int
  ) async throws {
    let transport = StubTransport { request in
      if request.url.hasSuffix("/oauth/token") {
        return .json(["access_token": "token-2", "refresh_token": "next", "expires_in": 60])
      }
      guard request.headers["Authorization"] == "Bearer token-2" else {
        return .json(["error": "Unauthenticated."], status: status)
      }
      return .json([])
    }
    let feeds = try connection(account(record(refresh: "first")), transport).feeds

    let page = try await feeds.page(of: .local, .latest)

    #expect(page.entries == [])
    #expect(
      transport.requests.map(\.line)[1]
        == "POST /oauth/token grant_type=refresh_token refresh_token=first client_id=id "
        + "client_secret=secret scope=read write follow")
    #expect(try kept()["access"] == "token-2")
    #expect(try kept()["refresh"] == "next")
    #expect(try kept()["server"]["picture_bytes"].int == 1000)
  }

  @Test func `a token that cannot be traded wants the person`() async throws {
    let transport = StubTransport { _ in .json(["error": "invalid_grant"], status: 401) }
    let feeds = try connection(account(record(refresh: "first")), transport).feeds

    await #expect(throws: FeedError.signedOut) { try await feeds.page(of: .local, .latest) }
  }

  @Test func `what one is used to is sent where a server may not know it`() async throws {
    let transport = StubTransport { _ in .json(MastodonPosts.post("7")) }
    var kept = record(software: "akkoma")
    kept = JSON.object(
      kept.members + [
        .init(name: "habits", value: ["privacy": "private", "sensitive": true, "language": "vi"])
      ])
    let connection = try connection(account(kept), transport)
    let draft = Draft(
      id: Draft.ID("d"), text: "Hi", attachments: [.init(path: "/a", altText: "", uploaded: "m")])

    _ = try await connection.publishing?.send(.publish(draft), key: OutboxItem.ID("k"))

    #expect(
      transport.requests.last?.line
        == "POST /api/v1/statuses status=Hi visibility=public sensitive=true language=vi "
        + "media_ids[]=m")
  }

  @Test func `a picture is made as small as the server wants it`() throws {
    let transport = StubTransport { _ in .json([]) }

    let limits = try connection(account(record()), transport).draftLimits?.pictures

    #expect(limits?.bytes == 1000)
    #expect(limits?.longestSide == PictureLimits.standard.longestSide)
  }
}
