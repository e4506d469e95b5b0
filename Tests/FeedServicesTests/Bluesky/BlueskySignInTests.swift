import Doubles
import FeedDomain
import Testing
import Threads

@testable import FeedServices

/// How somebody gets in, and out, and stays in.
@Suite struct BlueskySignInTests {
  private static let did = "did:plc:rw2z722nef7snr45nz3o5jx7"
  private static let pds = "https://oyster.us-east.host.example.net"

  /// Answers by address; what it does not know is not there.
  private struct Fixture {
    let transport: StubTransport
    let signIn: BlueskySignIn

    init(_ answers: [String: HTTPReply] = [:], accounts: AccountTokenStorage = .none) throws {
      let session = try BlueskySample.json("session")
      let pds = BlueskySignInTests.pds
      let plain: [String: HTTPReply] = [
        "https://public.api.bsky.app/xrpc/com.atproto.identity.resolveHandle":
          .json(["did": .string(BlueskySignInTests.did)]),
        "https://plc.directory/\(BlueskySignInTests.did)": .json(session["didDoc"]),
        "\(pds)/xrpc/com.atproto.server.createSession": .json(session),
        "https://bsky.social/xrpc/com.atproto.server.createSession": .json(session),
        "\(pds)/xrpc/com.atproto.server.deleteSession": .json([:]),
      ]
      transport = StubTransport { request in
        let address = String(request.url.prefix { $0 != "?" })
        return answers[address] ?? plain[address] ?? .json(["error": "NotFound"], status: 404)
      }
      signIn = BlueskySignIn(
        network: .forTests(over: transport), hosts: BlueskyPublicServers(),
        accounts: accounts)
    }

    func begin(_ answers: SignInAnswers) async throws(FeedError) -> SignInStepResult {
      try await signIn.beginSignIn(signIn.methods[0], answers)
    }

    var asked: [String] { transport.requests.map(\.description) }
  }

  private let answers: SignInAnswers = [
    .user: Secret("@Sol.Example.com"), .password: Secret("canary"),
  ]

  @Test func `signing in with a handle finds the server of its account`() async throws {
    let fixture = try Fixture()

    let account = try await fixture.signIn.account(answers)

    #expect(
      fixture.asked.prefix(3) == [
        "GET https://public.api.bsky.app/xrpc/com.atproto.identity.resolveHandle",
        "GET https://plc.directory/\(Self.did)",
        "POST \(Self.pds)/xrpc/com.atproto.server.createSession",
      ])
    #expect(account.account.id.rawValue == "bluesky:sol.example.com")
    #expect(account.account.person == Person.ID(Self.did))
    let session = try #require(BlueskyAccountSecret(account.token))
    #expect(session.home.server == Self.pds)
    #expect(session.access.revealed == "SAMPLE.ACCESS.JWT")
    #expect(session.refresh.revealed == "SAMPLE.REFRESH.JWT")
    let created = fixture.transport.requests[2]
    #expect(created.sentJSON == ["identifier": "sol.example.com", "password": "canary"])
    #expect(created.allowedHosts == .publicHosts)
    #expect(created.headers["Authorization"] == nil)
  }

  @Test func `the password is sent only to the account's server, and never logged`() async throws {
    let fixture = try Fixture()

    _ = try await fixture.begin(answers)

    let told = fixture.transport.requests.filter { request in
      let lines = request.headers.lines.map(\.value) + [request.url]
      return lines.contains { $0.contains("canary") }
        || request.sentJSON["password"].string == "canary"
    }
    #expect(told.map(\.url) == ["\(Self.pds)/xrpc/com.atproto.server.createSession"])
    #expect(!fixture.asked.joined().contains("canary"))
  }

  @Test func `the password is not sent if the account's document does not list the handle`()
    async throws
  {
    let document: JSON = [
      "id": .string(Self.did), "alsoKnownAs": ["at://evil.example.com"],
      "service": try BlueskySample.json("session")["didDoc"]["service"],
    ]
    let fixture = try Fixture(["https://plc.directory/\(Self.did)": .json(document)])

    await #expect(throws: FeedError.notFound) { try await fixture.begin(answers) }
    #expect(!fixture.asked.contains { $0.hasPrefix("POST") })
  }

  @Test(
    arguments: [
      ("sol@example.com", "https://bsky.social/xrpc/com.atproto.server.createSession"),
      (did, "https://plc.directory/\(did)"),
      ("did:web:sol.example.com", "https://sol.example.com/.well-known/did.json"),
    ])
  func `a mail address, DID or did:web name is looked up at its own host`(
    name: String, first: String
  ) async throws {
    let fixture = try Fixture()

    _ = try? await fixture.begin([.user: Secret(name), .password: Secret("x")])  // Where it begins.

    #expect(fixture.transport.requests.first?.url == first)
  }

  @Test func `a server named by the user is asked directly`() async throws {
    let session = try BlueskySample.json("session").with("didDoc", nil)
    let fixture = try Fixture([
      "https://pds.example/xrpc/com.atproto.server.createSession": .json(session)
    ])
    var answers = answers
    answers.setAnswer(.server, Secret("pds.example/x"))

    let account = try await fixture.signIn.account(way: 1, answers)

    #expect(BlueskyAccountSecret(account.token)?.home.server == "https://pds.example")
    #expect(fixture.transport.requests.first?.allowedHosts == .anywhere)
  }

  @Test(
    arguments: [
      ("bad_password", .invalidCredentials), ("edge_html", .refused(nil)),
      ("upstream_down", .serverFailed(502)),
    ] as [(String, FeedError)])
  func `a refused sign-in is reported as its error`(name: String, error: FeedError) async throws {
    let address = "\(Self.pds)/xrpc/com.atproto.server.createSession"
    let fixture = try Fixture([address: try BlueskySample.failure(name)])

    await #expect(throws: error) { try await fixture.begin(answers) }
  }

  @Test(arguments: ["", "sol", "x y"])
  func `a text that cannot be a handle is not looked up`(name: String) async throws {
    let fixture = try Fixture()

    await #expect(throws: FeedError.notFound) {
      try await fixture.begin([.user: Secret(name), .password: Secret("x")])
    }
    #expect(fixture.asked == [])
  }

  @Test func `a sign-in code sent by mail is asked for and sent along`() async throws {
    let address = "\(Self.pds)/xrpc/com.atproto.server.createSession"
    let refusal = try BlueskySample.failure("two_factor")
    let fixture = try Fixture([address: refusal])
    let open = try Fixture()

    let approval = try await fixture.signIn.approval(answers)
    let account = try await open.signIn.finishSignIn(approval, answer: Secret(" ABC-DEF "))

    #expect(approval.url == "")
    #expect(approval.message == "A sign in code has been sent to your email address")
    #expect(
      open.transport.requests.first?.sentJSON == [
        "identifier": "sol.example.com", "password": "canary", "authFactorToken": "ABC-DEF",
      ])
    #expect(account.account.handle == "sol.example.com")
    await #expect(throws: FeedError.invalidCredentials) {
      try await fixture.signIn.finishSignIn(approval, answer: Secret("wrong"))
    }
  }

  @Test func `pinned feeds and lists become streams with their names`() async throws {
    let feed = "at://did:plc:a/app.bsky.feed.generator/fog"
    let list = "at://did:plc:a/app.bsky.graph.list/f"
    let items: JSON = [
      ["type": "timeline", "value": "following", "pinned": true],
      ["type": "list", "value": .string(list), "pinned": true],
      ["type": "feed", "value": .string(feed), "pinned": true],
      ["type": "feed", "value": "at://did:plc:a/app.bsky.feed.generator/x", "pinned": false],
      ["type": "feed", "value": "at://did:plc:a/app.bsky.feed.generator/gone", "pinned": true], 7,
    ]
    let fixture = try Fixture([
      "\(Self.pds)/xrpc/app.bsky.actor.getPreferences": .json([
        "preferences": [
          ["$type": "app.bsky.actor.defs#savedFeedsPrefV2", "items": items]
        ]
      ]),
      "\(Self.pds)/xrpc/app.bsky.feed.getFeedGenerators": .json([
        "feeds": [["uri": .string(feed), "displayName": "Fog"]]
      ]),
      "\(Self.pds)/xrpc/app.bsky.graph.getList": .json(["list": ["name": "Friends"]]),
    ])

    let account = try await fixture.signIn.account(answers)

    let session = try #require(BlueskyAccountSecret(account.token))
    #expect(
      session.home.streams.compactMap(\.feed) == [
        .home, .photos, .list(id: list, name: "Friends"), .list(id: feed, name: "Fog"), .likes,
        .bookmarks,
      ])
    #expect(session.home.feeds.map(\.name) == ["Friends", "Fog"])
    #expect(
      fixture.transport.requests.last?.headers["Authorization"] == "Bearer SAMPLE.ACCESS.JWT")
  }

  @Test func `signing out revokes the tokens that are stored now`() async throws {
    let store = FakeCredentials()
    let fixture = try Fixture(
      accounts: AccountTokenStorage(store: store, lockFile: nil, world: PassingWorld()))
    let signedIn = try await fixture.signIn.account(answers)
    try store.saveAccountAndMakeActive(signedIn)
    let fresh = BlueskyAccountSecret(
      access: Secret("a2"), refresh: Secret("refresh-2"),
      home: BlueskyServerAndPinnedFeeds(server: Self.pds))
    try store.saveRenewedToken(of: SignedInAccount(signedIn.account, token: fresh.secret))

    try await fixture.signIn.signOut(signedIn)

    let request = try #require(fixture.transport.requests.last)
    #expect(request.url == "\(Self.pds)/xrpc/com.atproto.server.deleteSession")
    #expect(request.headers["Authorization"] == "Bearer refresh-2")
    #expect(request.body == .none)
  }

  @Test(arguments: ["expired_access_token", "invalid_token", "no_token"])
  func `signing out with an already invalid token succeeds`(name: String) async throws {
    let address = "\(Self.pds)/xrpc/com.atproto.server.deleteSession"
    let fixture = try Fixture([address: try BlueskySample.failure(name)])
    let signedIn = try await fixture.signIn.account(answers)

    try await fixture.signIn.signOut(signedIn)

    #expect(fixture.asked.last?.contains("deleteSession") == true)
  }

  @Test func `an account secret is read back as written, and other texts are rejected`() throws {
    let session = BlueskyAccountSecret(
      access: Secret("a"), refresh: Secret("r"),
      home: BlueskyServerAndPinnedFeeds(
        server: "https://x.example", feeds: [.init(id: "at://a/b/c", name: "Fog \"é\"")],
        refreshedAt: Timestamp(milliseconds: 7)))

    #expect(BlueskyAccountSecret(session.secret) == session)
    #expect(BlueskyAccountSecret(Secret("token")) == nil)
    #expect(BlueskyAccountSecret(Secret(#"{"access":"a"}"#)) == nil)
    #expect("\(session.access)" == "•••")
  }
}

extension BlueskySample {
  /// One of the ways in which servers say no.
  static func failure(_ name: String) throws -> HTTPReply {
    let all = try json("errors").array
    guard let sample = all.first(where: { $0["name"].string == name }) else {
      throw ServiceSample.Unreadable(path: name)
    }
    let headers = sample["headers"].members.map {
      HTTPHeaders.HeaderLine(name: $0.name, value: $0.value.string ?? "")
    }
    let body = sample["body"].string.map { Array($0.utf8) } ?? sample["body"].encodedBytes()
    return HTTPReply(
      status: sample["status"].int ?? 0, headers: HTTPHeaders(headers), body: body)
  }
}
