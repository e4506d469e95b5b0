import Doubles
import FeedDomain
import Testing
import Threads

@testable import FeedServices

/// How somebody gets in, and out.
@Suite struct MastodonSignInTests {
  private static let nodeInfo = "https://home.example/nodeinfo/2.0"

  /// A server that knows the paths that a test gives it, and those of a plain Mastodon.
  private struct Fixture {
    let transport: StubTransport
    let signIn: MastodonSignIn

    init(
      _ answers: [String: HTTPReply] = [:], accounts: AccountTokenStorage = .none,
      unreachable: String? = nil, below: String? = nil
    ) throws {
      let instance = try MastodonSample.json("instance-v2")
      let oauth = try MastodonSample.json("oauth")
      let account = try MastodonSample.json("account")["verify_credentials"]
      let plain: [String: HTTPReply] = [
        "/.well-known/nodeinfo": .json([
          "links": [
            [
              "rel": "http://nodeinfo.diaspora.software/ns/schema/2.0",
              "href": .string(MastodonSignInTests.nodeInfo),
            ]
          ]
        ]),
        "/nodeinfo/2.0": .json(["software": ["name": "mastodon"]]),
        "/api/v2/instance": .json(instance),
        "/.well-known/oauth-authorization-server": .json(oauth["authorization_server"]),
        "/api/v1/apps": .json(oauth["app"]), "/oauth/token": .json(oauth["token"]),
        "/api/v1/accounts/verify_credentials": .json(account),
        "/api/v1/lists": .json([["id": "5", "title": "Friends"]]), "/oauth/revoke": .json([:]),
      ]
      transport = StubTransport { request throws(TransportError) in
        if request.url == unreachable { throw .notConnected }
        var path = String(request.url.dropFirst("https://home.example".count).prefix { $0 != "?" })
        if let below, path.hasPrefix(below) { path.removeFirst(below.count) }
        return answers[path] ?? plain[path] ?? .json(["error": "Record not found"], status: 404)
      }
      signIn = MastodonSignIn(
        network: .forTests(over: transport), accounts: accounts)
    }

    func approval() async throws -> PendingSignInApproval {
      return try await signIn.approval([.server: Secret("home.example")])
    }
  }

  @Test func `a browser sign-in opens the server's page with a PKCE challenge`() async throws {
    let fixture = try Fixture()

    let approval = try await fixture.approval()

    let ticket = try #require(MastodonPendingSignIn(approval.ticket))
    let verifier = try #require(ticket.verifier).revealed
    let challenge = try #require(PKCECodeVerifier(verifier: verifier).challenge)
    #expect(!approval.endsAtAddress)
    #expect(
      approval.url == "https://home.example/oauth/authorize?response_type=code"
        + "&client_id=q1vXoFZ0bE3mT6JrW9uYcLh2NdKsPzAi7RgUeVtMw5x"
        + "&redirect_uri=urn%3Aietf%3Awg%3Aoauth%3A2.0%3Aoob&scope=read%20write"
        + "&code_challenge=\(challenge)&code_challenge_method=S256")
    #expect(
      fixture.transport.requests.last?.line == "POST /api/v1/apps client_name=Tweetie "
        + "redirect_uris=urn:ietf:wg:oauth:2.0:oob scopes=read write scope=read write")
  }

  @Test(arguments: [("https://home.example", true), ("https://other.example", false)])
  func `a second account at a server forces a new login in the browser`(
    server: String, isAsked: Bool
  ) async throws {
    let store = FakeCredentials()
    let account = Account(
      service: .mastodon, person: Person.ID("1"), handle: "sol", server: server)
    try store.saveAccountAndMakeActive(SignedInAccount(account, token: Secret("t")))
    let fixture = try Fixture(
      accounts: AccountTokenStorage(store: store, lockFile: nil, world: PassingWorld()))

    let approval = try await fixture.approval()

    #expect(approval.url.contains("&force_login=true") == isAsked)
  }

  @Test(arguments: [
    "CODE", " CODE\n", "http://localhost/?code=CODE&state=x", "code=CODE", "CODE&x=1",
  ])
  func `the code of the browser is exchanged for an account`(answer: String) async throws {
    let fixture = try Fixture()
    let approval = try await fixture.approval()

    let account = try await fixture.signIn.finishSignIn(approval, answer: Secret(answer))

    let trade = try #require(
      fixture.transport.requests.first { $0.url.hasSuffix("/oauth/token") })
    guard case .form(let form) = trade.body else { throw FeedError.badReply }
    let fields = Dictionary(form) { $1 }
    #expect(fields["code"] == "CODE")
    #expect(fields["grant_type"] == "authorization_code")
    #expect(fields["redirect_uri"] == "urn:ietf:wg:oauth:2.0:oob")
    #expect(fields["code_verifier"] == MastodonPendingSignIn(approval.ticket)?.verifier?.revealed)
    #expect(fields["client_secret"] == "Zk4-SAMPLE-ONLY-n0t-A-Real-Secret-bV8y")
    #expect(
      account.account
        == Account(
          service: .mastodon, person: Person.ID("109800000000000777"), handle: "sol",
          server: "https://home.example"))
    let token = try #require(MastodonAccountSecret(account.token))
    #expect(token.access == Secret("SAMPLE-ONLY-6Gq0mTj2vYcXrL8n"))
    #expect(token.server.software == .mastodon)
    #expect(token.server.lists == [.init(id: "5", name: "Friends")])
    #expect(token.postingDefaults == PostingDefaults(visibility: .unlisted, language: "en"))
  }

  @Test func `a members-only server is recognised by nodeinfo, and its facts are read later`()
    async throws
  {
    let closed = HTTPReply.json(
      ["error": "This method requires an authenticated user"], status: 401)
    let fixture = try Fixture(["/api/v2/instance": closed])
    let approval = try await fixture.approval()

    let account = try await fixture.signIn.finishSignIn(approval, answer: Secret("CODE"))

    let token = try #require(MastodonAccountSecret(account.token))
    #expect(token.server.software == .mastodon && token.refreshedAt == nil)
    // Without its name, it could be any server.
    let unknown = try Fixture([
      "/api/v2/instance": closed, "/nodeinfo/2.0": .json([:], status: 404),
    ])
    await #expect(throws: FeedError.signedOut) { try await unknown.approval() }
  }

  @Test func `a refused code is reported as invalid credentials`() async throws {
    let fixture = try Fixture(["/oauth/token": .json(["error": "invalid_grant"], status: 400)])
    let approval = try await fixture.approval()

    await #expect(throws: FeedError.invalidCredentials) {
      try await fixture.signIn.finishSignIn(approval, answer: Secret("CODE"))
    }
    await #expect(throws: FeedError.invalidCredentials) {
      try await fixture.signIn.finishSignIn(approval, answer: Secret("https://home.example/denied"))
    }
  }

  /// Signing in at a server that has no page for codes.
  private func strict(_ fixture: Fixture) -> MastodonSignIn {
    let transport = StubTransport { request throws(TransportError) in
      if case .form(let form) = request.body,
        form.contains(where: { $0.0 == "redirect_uris" && $0.1.hasPrefix("urn:") })
      {
        return .json(["error": "Redirect URI must be an absolute URI."], status: 422)
      }
      return try await fixture.transport.send(request)
    }
    return MastodonSignIn(
      network: .forTests(over: transport))
  }

  private func approval(_ signIn: MastodonSignIn) async throws -> PendingSignInApproval {
    return try await signIn.approval([.server: Secret("home.example")])
  }

  @Test func `a server without a code page redirects to a localhost address`() async throws {
    let approval = try await approval(strict(Fixture()))

    let state = try #require(MastodonPendingSignIn(approval.ticket)?.state)
    #expect(approval.endsAtAddress)
    #expect(approval.url.contains("redirect_uri=http%3A%2F%2Flocalhost&"))
    #expect(approval.url.contains("&state=\(WebAddressQuery.percentEncoded(state))"))
  }

  @Test func `a callback address must name the state of its sign-in attempt`() async throws {
    let fixture = try Fixture()
    let signIn = strict(fixture)
    let approval = try await approval(signIn)
    let state = try #require(MastodonPendingSignIn(approval.ticket)?.state)

    for address in ["http://localhost/?code=CODE", "http://localhost/?code=CODE&state=x"] {
      await #expect(throws: FeedError.invalidCredentials) {
        try await signIn.finishSignIn(approval, answer: Secret(address))
      }
    }
    #expect(!fixture.transport.requests.contains { $0.url.hasSuffix("/oauth/token") })
    let account = try await signIn.finishSignIn(
      approval,
      answer: Secret("http://localhost/?state=\(WebAddressQuery.percentEncoded(state))&code=CODE"))

    #expect(account.account.handle == "sol")
  }

  @Test func `an old server without PKCE is asked without a challenge`() async throws {
    let missing = HTTPReply(status: 404, body: Array("<h1>404</h1>".utf8))
    let fixture = try Fixture([
      "/.well-known/oauth-authorization-server": missing, "/api/v2/instance": missing,
      "/.well-known/nodeinfo": missing,
      "/api/v1/instance": .json([
        "uri": "home.example", "version": "3.5.3 (compatible; Pixelfed 0.11.13)",
      ]),
    ])

    let approval = try await fixture.approval()

    #expect(!approval.url.contains("code_challenge"))
    #expect(approval.url.hasSuffix("scope=read%20write%20follow"))
    #expect(MastodonPendingSignIn(approval.ticket)?.server.software == .pixelfed)
  }

  @Test(
    arguments: [
      "https://nodeinfo.example/2.0", "https://home.example/nodeinfo/2.0",
      "https://home.example/.well-known/nodeinfo",
    ])
  func `without usable nodeinfo the instance reply tells the software`(
    link: String
  ) async throws {
    let nodeInfo: JSON = [
      "links": [
        ["rel": "http://nodeinfo.diaspora.software/ns/schema/2.0", "href": .string(link)]
      ]
    ]
    let fixture = try Fixture(
      [
        "/.well-known/nodeinfo": .json(nodeInfo), "/api/v2/instance": HTTPReply(status: 404),
        "/api/v1/instance": .json(["version": "2.7.2 (compatible; Akkoma 3.15.2)"]),
      ], unreachable: link)

    let approval = try await fixture.approval()

    #expect(MastodonPendingSignIn(approval.ticket)?.server.software == .akkoma)
  }

  @Test(
    arguments: [
      ("home.example/social", "https://home.example/social"),
      ("https://home.example/about", "https://home.example"),
      ("https://home.example/@ada", "https://home.example"),
    ])
  func `a server below a path is found, and a page's path is ignored`(
    typed: String, address: String
  ) async throws {
    let fixture = try Fixture(below: "/social")

    let account = try await fixture.signIn.account(
      way: 1, [.server: Secret(typed), .token: Secret("T")])

    #expect(account.account.server == address)
    #expect(account.account.fullHandle == "sol@home.example")
    #expect(
      fixture.transport.requests.last?.url.hasPrefix("\(address)/api/v1/") == true)
  }

  @Test func `a token signs in`() async throws {
    let fixture = try Fixture()

    let account = try await fixture.signIn.account(
      way: 1, [.server: Secret("home.example"), .token: Secret(" T ")])

    #expect(MastodonAccountSecret(account.token)?.access == Secret("T"))
    let asked = fixture.transport.requests.filter { $0.headers["Authorization"] != nil }
    #expect(asked.map(\.headers["Authorization"]) == ["Bearer T", "Bearer T"])
  }

  @Test(
    arguments: [
      (401, .invalidCredentials), (500, .serverFailed(500)), (429, .rateLimited(until: nil)),
    ] as [(Int, FeedError)])
  func `a refused token is told apart from a server failure`(
    status: Int, failure: FeedError
  ) async throws {
    let fixture = try Fixture([
      "/api/v1/accounts/verify_credentials": .json(["error": "x"], status: status)
    ])

    do {
      _ = try await fixture.signIn.beginSignIn(
        fixture.signIn.methods[1], [.server: Secret("home.example"), .token: Secret("T")])
      Issue.record("It was let in.")
    } catch FeedError.rateLimited {
      #expect(failure == .rateLimited(until: nil))
    } catch {
      #expect(error == failure)
    }
  }

  @Test(arguments: ["", "no server", "a@b@c"])
  func `an invalid server address is not requested`(typed: String) async throws {
    let fixture = try Fixture()

    await #expect(throws: FeedError.notFound) {
      try await fixture.signIn.beginSignIn(fixture.signIn.methods[0], [.server: Secret(typed)])
    }
    #expect(fixture.transport.requests == [])
  }

  @Test func `a handle's server is found by WebFinger`() async throws {
    let fixture = try Fixture([
      "/api/v2/instance": .json([:], status: 404), "/api/v1/instance": .json([:], status: 404),
      "/.well-known/webfinger": .json([
        "links": [
          [
            "rel": "self", "type": "application/activity+json",
            "href": "https://social.example.org/users/ada",
          ]
        ]
      ]),
    ])

    await #expect(throws: FeedError.notFound) {
      try await fixture.signIn.beginSignIn(
        fixture.signIn.methods[0], [.server: Secret("ada@home.example")])
    }

    let asked = fixture.transport.requests.map(\.line)
    #expect(asked.contains("GET /.well-known/webfinger?resource=acct%3Aada%40home.example"))
    #expect(asked.contains("GET https://social.example.org/api/v2/instance"))
  }

  @Test func `signing out revokes the token`() async throws {
    let fixture = try Fixture()
    let account = try await fixture.signIn.finishSignIn(
      try await fixture.approval(), answer: Secret("CODE"))

    try await fixture.signIn.signOut(account)

    // Mitra requires the token in the header, and other servers in the form.
    #expect(
      fixture.transport.requests.last?.headers["Authorization"]
        == "Bearer SAMPLE-ONLY-6Gq0mTj2vYcXrL8n")
    #expect(
      fixture.transport.requests.last?.line == "POST /oauth/revoke "
        + "client_id=q1vXoFZ0bE3mT6JrW9uYcLh2NdKsPzAi7RgUeVtMw5x "
        + "client_secret=Zk4-SAMPLE-ONLY-n0t-A-Real-Secret-bV8y token=SAMPLE-ONLY-6Gq0mTj2vYcXrL8n")
  }

  @Test func `a stored account secret is read back, and other texts are rejected`() throws {
    var server = MastodonServer(address: "https://home.example")
    server.readInstanceFacts(from: try MastodonSample.json("instance-v2"))
    var token = MastodonAccountSecret(
      grant: MastodonTokenGrant(access: Secret("T\"\n"), refresh: Secret("R")),
      application: MastodonOAuthApplication(id: "1", secret: Secret("2")), server: server)
    token.postingDefaults = PostingDefaults(
      visibility: .followers, coversPictures: true, language: "vi")

    #expect(MastodonAccountSecret(token.secret) == token)
    #expect(MastodonAccountSecret(Secret("a token of another service")) == nil)
  }
}
