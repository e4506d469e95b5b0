import Doubles
import FeedDomain
import Testing

@testable import FeedServices

/// Sign-in to Unsplash with a key, and its errors.
@Suite struct UnsplashSignInTests {
  private func signIn(
    _ key: String, _ answer: @escaping @Sendable (HTTPRequest) -> HTTPReply
  ) async throws -> (StubNetwork, SignedInAccount) {
    let stub = StubNetwork(answer: answer)
    let signIn = UnsplashSignIn(
      network: stub.network, host: StubNetwork.home, signInHost: StubNetwork.home)
    let account = try await signIn.account([.key: Secret(key)])
    return (stub, account)
  }

  @Test func `a key signs in, and its stored account opens a connection`() async throws {
    let topics: JSON = [
      ["slug": "street", "title": "Street"], ["slug": "", "title": "x"], nil,
      ["slug": "nature", "title": "Nature"],
    ]
    let (stub, account) = try await signIn(" the-key\n") { _ in .json(topics) }

    let services = UnsplashGatewayFactory(
      network: stub.network, host: StubNetwork.home, signInHost: StubNetwork.home, accounts: .none)
    let connection = try #require(services.connection(for: account))

    #expect(stub.asked == ["GET /topics?per_page=8"])
    #expect(stub.transport.requests[0].headers["Authorization"] == "Client-ID the-key")
    #expect(account.account.id == Account.ID("unsplash:guest"))
    #expect(
      connection.streams.compactMap(\.feed) == [
        .photos, .list(id: "topic/street", name: "Street"),
        .list(id: "topic/nature", name: "Nature"),
      ])
    #expect(connection.publishing == nil)
    #expect(connection.marks == [])
    #expect(connection.likeRefusal == .needsSignIn)
  }

  @Test func `the key is checked with photos if the server has no topics`() async throws {
    let (stub, account) = try await signIn("the-key") { request in
      request.url.contains("/topics") ? HTTPReply(status: 404) : .json([])
    }

    #expect(stub.asked == ["GET /topics?per_page=8", "GET /photos?per_page=1"])
    #expect(UnsplashAccountSecret(account.token)?.topics == [])
    await #expect(throws: FeedError.invalidCredentials) {
      _ = try await signIn("x") { request in
        HTTPReply(status: request.url.contains("/topics") ? 404 : 401)
      }
    }
  }

  @Test func `a wrong or empty key is reported as invalid credentials`() async {
    let sample = JSON.object([.init(name: "errors", value: ["OAuth error"])])

    await #expect(throws: FeedError.invalidCredentials) {
      _ = try await signIn("x") { _ in .json(sample, status: 401) }
    }
    await #expect(throws: FeedError.invalidCredentials) {
      _ = try await signIn(" ") { _ in .json([]) }
    }
  }

  @Test func `a malformed token opens no connection`() {
    let stub = StubNetwork { _ in .json([]) }
    let services = UnsplashGatewayFactory(
      network: stub.network, host: StubNetwork.home, signInHost: StubNetwork.home, accounts: .none)
    let account = Account(service: .unsplash, person: Person.ID(""), handle: "x")

    for token in ["", "plain", "{}", "[1]", #"{"access":7}"#] {
      let kept = SignedInAccount(account, token: Secret(token))
      #expect(services.connection(for: kept) == nil, "\(token)")
    }
  }

  @Test(
    arguments: [
      (HTTPReply(status: 403, body: Array("Rate Limit Exceeded".utf8)), true),
      (.json(["errors": ["x"]], status: 403, ["X-Ratelimit-Remaining": "0"]), true),
      (.json(["errors": ["x"]], status: 403, ["X-Ratelimit-Remaining": "4"]), false),
      (HTTPReply(status: 429), true),
    ] as [(HTTPReply, Bool)])
  func `a spent rate limit pauses requests for thirty seconds`(reply: HTTPReply, isLimit: Bool)
    async
  {
    let fixture = UnsplashFixture { _ in reply }

    let first = await failure { try await fixture.feeds.feedPage(of: .photos, .latest) }
    let second = await failure { try await fixture.feeds.feedPage(of: .photos, .latest) }

    if isLimit {
      let until = fixture.stub.world.now.timeAdvanced(by: .seconds(30))
      #expect(first == .rateLimited(until: until))
      #expect(second == first)
      #expect(fixture.stub.asked.count == 1)
    } else {
      #expect(first == .refused("x"))
      #expect(fixture.stub.asked.count == 2)
    }
  }

  @Test(
    arguments: [
      (400, .refused("One. Two.")), (401, .signedOut), (404, .notFound), (410, .notFound),
      (422, .refused("One. Two.")), (500, .serverFailed(500)), (302, .badReply),
    ] as [(Int, FeedError)])
  func `each failure status maps to its error`(status: Int, error: FeedError) async {
    let fixture = UnsplashFixture { _ in .json(["errors": ["One.", "Two."]], status: status) }

    #expect(await failure { try await fixture.feeds.feedPage(of: .photos, .latest) } == error)
  }
}
