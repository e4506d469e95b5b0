import Doubles
import FeedDomain
import Testing

@testable import FeedServices

/// The sign-in to feed servers: where the API is, and why a server does not let in.
@Suite struct FeedServerSignInTests {
  private typealias Fixture = FeedServerFixture

  private static let password: SignInAnswers = [
    .server: Secret("home.example"), .user: Secret("ada"), .password: Secret("canary"),
  ]

  /// Answers as FreshRSS does under its script, and as a web server elsewhere.
  private static func freshRSS(
    _ request: HTTPRequest, script: String = "/api/greader.php"
  ) -> HTTPReply {
    guard request.path.hasPrefix(script) else {
      return HTTPReply(status: 404, body: Array("<html>not here</html>".utf8))
    }
    switch request.path.dropFirst(script.count) {
    case "/accounts/ClientLogin":
      return request.values("Passwd") == ["canary"]
        ? Fixture.text("SID=ada/1\nLSID=null\nAuth=ada/1\n")
        : Fixture.text("Unauthorized!", status: 401, ["Google-Bad-Token": "true"])
    case "/reader/api/0/user-info": return .json(["userName": "ada"])
    case "/reader/api/0/subscription/list":
      return .json([
        "subscriptions": [
          ["id": "feed/12", "title": "Harbour", "categories": [["label": "News"]]]
        ]
      ])
    default: return Fixture.text("Bad Request!", status: 400)
    }
  }

  private func signIn(
    _ fixture: FeedServerFixture, _ answers: SignInAnswers = password, way: Int = 0
  ) async throws -> SignedInAccount {
    try await fixture.services.signIn.account(way: way, answers)
  }

  private func failure(
    _ answers: SignInAnswers = password, way: Int = 0,
    _ answer: @escaping @Sendable (HTTPRequest) throws(TransportError) -> HTTPReply
  ) async throws -> FeedError? {
    do {
      _ = try await signIn(FeedServerFixture(answer: answer), answers, way: way)
      return nil
    } catch let error as FeedError {
      return error
    }
  }

  @Test(arguments: [
    "home.example", "https://home.example/", "https://home.example/i/",
    "https://home.example/api/", "https://home.example/api/greader.php",
    "https://home.example/api/greader.php/accounts/ClientLogin",
    "https://home.example/api/greader.php/reader/api/0",
  ])
  func `FreshRSS is found from any of its typed addresses`(typed: String) async throws {
    let fixture = FeedServerFixture { request in Self.freshRSS(request) }
    var answers = Self.password
    answers.setAnswer(.server, Secret(typed))

    let account = try await signIn(fixture, answers)

    let token = try #require(FeedServerAccountSecret(account.token))
    #expect(token.base == "https://home.example/api/greader.php")
    #expect(token.auth == "ada/1")
    #expect(token.list.streams.count == 4)
    #expect(account.account.fullHandle == "ada@home.example")
  }

  @Test func `FreshRSS in a subfolder of its web server is found`() async throws {
    let fixture = FeedServerFixture { request in
      Self.freshRSS(request, script: "/rss/p/api/greader.php")
    }
    var answers = Self.password
    answers.setAnswer(.server, Secret("https://home.example/rss/p/i/"))

    let account = try await signIn(fixture, answers)

    #expect(account.account.server == "https://home.example/rss/p/api/greader.php")
  }

  @Test func `the password is sent only in a request body, and never logged`() async throws {
    let fixture = FeedServerFixture { request in Self.freshRSS(request) }

    _ = try await signIn(fixture)

    #expect(fixture.stub.transport.requests.allSatisfy { !$0.url.contains("canary") })
    #expect(fixture.stub.log.facts.contains { $0.contains("ClientLogin") })
    #expect(!fixture.stub.log.facts.contains { $0.contains("canary") })
  }

  @Test func `a wrong password is reported as invalid credentials after one request`() async throws
  {
    let fixture = FeedServerFixture { request in Self.freshRSS(request) }
    var answers = Self.password
    answers.setAnswer(.password, Secret("wrong"))

    await #expect(throws: FeedError.invalidCredentials) { try await signIn(fixture, answers) }

    let tries = fixture.stub.transport.requests.filter { $0.path.hasPrefix("/api/greader.php") }
    #expect(tries.count == 1)
  }

  @Test func `a switched-off API is reported as switched off`() async throws {
    let error = try await failure { request in
      request.path.hasPrefix("/api/greader.php")
        ? Fixture.text("Service Unavailable!", status: 503) : HTTPReply(status: 404)
    }

    guard case .misconfigured(let sentence) = error else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(sentence.contains("switched off"))
  }

  @Test(arguments: [200, 404, 405])
  func `a web server of another kind is reported as no feed server`(status: Int) async throws {
    let error = try await failure { _ in
      HTTPReply(status: status, body: Array("<!DOCTYPE html><p>A blog</p>".utf8))
    }

    #expect(
      error == .misconfigured("No server of the Google Reader API answers at home.example."))
  }

  @Test func `a web server that drops the Authorization header is reported as such`() async throws {
    let error = try await failure { request in
      request.path.hasSuffix("/user-info")
        ? Fixture.text("Unauthorized!", status: 401) : Self.freshRSS(request)
    }

    guard case .misconfigured(let sentence) = error else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(sentence.contains("Authorization"))
  }

  @Test func `an unreachable server is not tried at other addresses`() async throws {
    let fixture = FeedServerFixture { _ throws(TransportError) in throw .notConnected }

    await #expect(throws: FeedError.unreachable) { try await signIn(fixture) }

    #expect(fixture.stub.transport.requests.count == 1)
  }

  @Test func `an ended BazQux subscription is reported as ended`() async throws {
    let error = try await failure { _ in
      Fixture.text(
        "Error=BadAuthentication\n", status: 401,
        ["X-BQ-LoginErrorReason": "YearSubscriptionExpired"])
    }

    #expect(error == .limited(.subscriptionEnded))
  }

  @Test func `a server that refuses the program does not blame the password`() async throws {
    let error = try await failure { _ in
      Fixture.text("AppId required! Contact app developer.", status: 403)
    }

    #expect(error == .refused("AppId required! Contact app developer."))
  }

  @Test func `a redirect of the sign-in is followed to www over HTTPS, and to no other host`()
    async throws
  {
    let good = FeedServerFixture { request in
      guard request.url.hasPrefix("https://www.home.example/") else {
        return HTTPReply(
          status: 301,
          headers: ["Location": "https://www.home.example/accounts/ClientLogin"])
      }
      return request.url.contains("ClientLogin")
        ? Fixture.text("Auth=x") : .json(["subscriptions": []])
    }
    let elsewhere = FeedServerFixture { request in
      request.url.hasPrefix("https://evil.example")
        ? Fixture.text("Auth=x")
        : HTTPReply(
          status: 307, headers: ["Location": "https://evil.example/accounts/ClientLogin"])
    }

    let account = try await signIn(good)
    await #expect(throws: FeedError.self) { try await signIn(elsewhere) }

    #expect(account.account.server == "https://www.home.example")
    #expect(elsewhere.stub.transport.requests.allSatisfy { !$0.url.contains("evil") })
  }

  @Test func `Miniflux accepts the account's own password through its own API`() async throws {
    let fixture = FeedServerFixture { request in
      switch request.path {
      case "/accounts/ClientLogin":
        .json(["error_message": "access unauthorized"], status: 401)
      case "/v1/me":
        request.headers["Authorization"] == "Basic YWRhOmNhbmFyeQ=="
          ? .json(["id": 3, "username": "ada"])
          : .json(["error_message": "access unauthorized"], status: 401)
      default: .json([])
      }
    }

    let account = try await signIn(fixture)

    #expect(FeedServerAccountSecret(account.token)?.api == .miniflux)
  }

  @Test func `a Miniflux token is checked at sign-in, and its owner becomes the account`()
    async throws
  {
    let fixture = FeedServerFixture { request in
      guard request.headers["X-Auth-Token"] == "canary-key" else {
        return .json(["error_message": "access unauthorized"], status: 401)
      }
      return request.path == "/flux/v1/me"
        ? .json(["id": 3, "username": "owl"])
        : .json(try! Fixture.sample("miniflux_feeds", "list"))  // The sample is beside the tests.
    }
    var answers: SignInAnswers = [
      .server: Secret("https://home.example/flux/v1/"), .token: Secret("canary-key"),
    ]

    let account = try await signIn(fixture, answers, way: 1)
    answers.setAnswer(.token, Secret("other"))

    #expect(account.account.handle == "owl")
    #expect(account.account.server == "https://home.example/flux")
    await #expect(throws: FeedError.invalidCredentials) {
      try await signIn(fixture, answers, way: 1)
    }
  }

  @Test(arguments: [404, 200])
  func `a web server without the Miniflux API is reported as such`(status: Int) async throws {
    let error = try await failure(
      [.server: Secret("home.example"), .token: Secret("k")], way: 1
    ) { _ in HTTPReply(status: status, body: Array("<html>".utf8)) }

    guard case .misconfigured(let sentence) = error else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(sentence.hasPrefix("No Miniflux answers at home.example"))
  }

  @Test func `an expired token is renewed with the stored password, and stored`() async throws {
    let fixture = FeedServerFixture { request in
      switch request.path {
      case "/accounts/ClientLogin": Fixture.text("Auth=ada/2")
      case _ where request.headers["Authorization"] != "GoogleLogin auth=ada/2":
        Fixture.text("Unauthorized", status: 401)
      default: .json(["subscriptions": []])
      }
    }
    let connection = try fixture.connection()

    _ = try await connection.subscriptions?.addSubscriptions("", isTrustedList: true)

    let stored = try #require(fixture.store.storedAccounts().first)
    #expect(FeedServerAccountSecret(stored.token)?.auth == "ada/2")
    #expect(
      fixture.stub.transport.requests.filter { $0.path == "/accounts/ClientLogin" }.count == 1)
  }

  @Test func `a changed password signs the account out after at most one sign-in attempt`()
    async throws
  {
    let fixture = FeedServerFixture { _ in Fixture.text("Unauthorized!", status: 401) }
    let connection = try fixture.connection()

    await #expect(throws: FeedError.signedOut) {
      try await connection.feeds.feedPage(of: .home, .latest)
    }

    #expect(
      fixture.stub.transport.requests.filter { $0.path == "/accounts/ClientLogin" }.count <= 1)
  }
}
