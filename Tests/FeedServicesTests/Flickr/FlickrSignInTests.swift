import Doubles
import FeedDomain
import Testing

@testable import FeedServices

/// How one gets in to Flickr.
@Suite struct FlickrSignInTests {
  private static let granted = Array(
    "oauth_callback_confirmed=true&oauth_token=72-req&oauth_token_secret=s%2Fx".utf8)
  private static let exchanged = Array(
    "fullname=Me%20Myself&oauth_token=72-acc&oauth_token_secret=acc-secret&user_nsid=9%40N1&username=Me+2"
      .utf8)

  private func fixture(
    _ answer: (@Sendable (HTTPRequest) -> HTTPReply)? = nil
  ) -> (StubNetwork, FlickrSignIn) {
    let stub = StubNetwork { request in
      if let answer { return answer(request) }
      let isFirst = request.url.contains("request_token")
      return HTTPReply(status: 200, body: isFirst ? Self.granted : Self.exchanged)
    }
    return (stub, FlickrSignIn(network: stub.network, host: StubNetwork.home))
  }

  private func approval(_ signIn: FlickrSignIn) async throws -> PendingSignInApproval {
    return try await signIn.approval([.key: Secret(" k "), .secret: Secret("canary")])
  }

  @Test func `signing in again offers the way used before: key or browser`() throws {
    let (_, signIn) = fixture()
    let account = Account(service: .flickr, person: Person.ID(""), handle: "guest")
    func way(_ token: FlickrAccountSecret) -> SignInMethod {
      signIn.signInMethod(of: SignedInAccount(account, token: token.secret))
    }

    #expect(way(FlickrAccountSecret(key: "k")).kind == .key)
    #expect(
      way(FlickrAccountSecret(key: "k", tokenGrant: FlickrFixture.tokenGrant)).kind == .browser)
  }

  @Test func `a browser sign-in opens Flickr's page with a request token`() async throws {
    let (stub, signIn) = fixture()

    let approval = try await approval(signIn)

    let request = try #require(stub.transport.requests.first)
    #expect(
      approval.url == "https://home.example/services/oauth/authorize?oauth_token=72-req&perms=write"
    )
    #expect(!approval.endsAtAddress)
    #expect(stub.asked == ["GET /services/oauth/request_token"])
    let header = try #require(request.headers["Authorization"])
    #expect(header.contains("oauth_callback=\"oob\""))
    #expect(header.contains("oauth_consumer_key=\"k\""))
    #expect(!header.contains("canary"))
  }

  @Test(arguments: [
    "123-456-789", " 123456789 \n", "123 456 789",
    "http://127.0.0.1:1/x?oauth_token=72-req&oauth_verifier=123456789",
    "oauth_token=72-req&oauth_verifier=123456789",
  ])
  func `the code of the browser is exchanged for an account`(answer: String) async throws {
    let (stub, signIn) = fixture()
    let approval = try await approval(signIn)

    let account = try await signIn.finishSignIn(approval, answer: Secret(answer))

    let header = try #require(stub.transport.requests.last?.headers["Authorization"])
    #expect(stub.asked.last == "GET /services/oauth/access_token")
    #expect(header.contains("oauth_verifier=\"123456789\""))
    #expect(header.contains("oauth_token=\"72-req\""))
    #expect(account.account.person == Person.ID("9@N1"))
    #expect(account.account.handle == "Me 2")
    #expect(FlickrAccountSecret(account.token)?.tokenGrant?.token == "72-acc")
  }

  @Test(arguments: [
    "", "https://www.flickr.com/", "https://x.example/?oauth_token=other&oauth_verifier=1",
    "https://x.example/?oauth_token=72-req&oauth_verifier=",
  ])
  func `an answer without a code of this attempt is rejected without a request`(answer: String)
    async throws
  {
    let (stub, signIn) = fixture()
    let approval = try await approval(signIn)

    await #expect(throws: FeedError.invalidCredentials) {
      try await signIn.finishSignIn(approval, answer: Secret(answer))
    }
    #expect(stub.asked.count == 1)
  }

  @Test(arguments: ["oauth_token", "oauth_token_secret", "user_nsid", "username"])
  func `a token reply with an empty field is a bad reply`(field: String) async throws {
    let (stub, signIn) = fixture { request in
      let isFirst = request.url.contains("request_token")
      var fields = ["oauth_token": "a", "oauth_token_secret": "b"]
      if isFirst { fields["oauth_callback_confirmed"] = "true" } else { fields[field] = "" }
      let told = ["user_nsid": "9", "username": "me"].merging(fields) { $1 }
      let form = told.map { "\($0.key)=\($0.value)" }.joined(separator: "&")
      return HTTPReply(status: 200, body: Array(form.utf8))
    }
    let approval = try await approval(signIn)

    let error = await failure { try await signIn.finishSignIn(approval, answer: Secret("123")) }

    #expect(error == .badReply)
    #expect(stub.asked.count == 2)
  }

  @Test(
    arguments: [
      (401, "oauth_problem=signature_invalid&debug_sbs=GET", .invalidCredentials),
      (401, "oauth_problem=consumer_key_unknown", .invalidCredentials),
      (400, "oauth_problem=timestamp_refused", .refused("timestamp_refused")),
      (401, "<html>", .invalidCredentials), (500, "", .serverFailed(500)),
      (200, "<html>", .badReply),
    ] as [(Int, String, FeedError)])
  func `a refused request token is reported as its error`(
    status: Int, body: String, error: FeedError
  ) async {
    let (_, signIn) = fixture { _ in HTTPReply(status: status, body: Array(body.utf8)) }

    #expect(await failure { try await approval(signIn) } == error)
  }

  @Test func `a guest with an API key alone has public streams, and can neither like nor post`()
    async throws
  {
    let (stub, signIn) = fixture { _ in .json(FlickrFixture.page(["a"], pages: 1)) }

    let account = try await signIn.account(way: 1, [.key: Secret("the-key")])
    let services = FlickrGatewayFactory(
      network: stub.network, host: StubNetwork.home, uploads: StubNetwork.home, places: nil)
    let connection = try #require(services.connection(for: account))

    #expect(account.account.id == Account.ID("flickr:guest"))
    #expect(connection.streams == [.feed(.trending), .nearby])
    #expect(connection.publishing == nil)
    #expect(connection.marks == [])
    #expect(connection.likeRefusal == .needsSignIn)
    #expect(connection.draftLimits == nil)
  }

  @Test func `a wrong or empty API key is reported as invalid credentials`() async {
    let (_, signIn) = fixture { _ in .json(FlickrFixture.fail(100, "Invalid API Key")) }

    for key in ["wrong", " "] {
      await #expect(throws: FeedError.invalidCredentials) {
        try await signIn.beginSignIn(signIn.methods[1], [.key: Secret(key)])
      }
    }
  }

  @Test func `a connection of an account offers home, likes, comments and uploads`() throws {
    let stub = StubNetwork { _ in .json([]) }
    let services = FlickrGatewayFactory(
      network: stub.network, host: StubNetwork.home, uploads: StubNetwork.home, places: nil)
    let account = SignedInAccount(
      Account(service: .flickr, person: FlickrFixture.me, handle: "Me"),
      token: FlickrAccountSecret(key: "k", tokenGrant: FlickrFixture.tokenGrant).secret)

    let connection = try #require(services.connection(for: account))

    #expect(connection.streams == [.feed(.trending), .nearby, .feed(.home), .feed(.likes)])
    #expect(connection.marks == .liked)
    let limits = try #require(connection.draftLimits)
    let (photo, comment) = (Draft(id: .init("1")), Draft(id: .init("2"), replyTo: .init("5")))
    #expect(
      limits.maximumAttachmentCount(for: photo) == 1
        && limits.maximumAttachmentCount(for: comment) == 0)
    #expect(
      limits.allowedVisibilities(for: photo) == [.everybody, .unlisted, .followers, .oneself])
    #expect(limits.allowedVisibilities(for: comment) == [.everybody])
    #expect(
      limits.offeredExtraFields(for: photo) == [.licence, .photoLocation]
        && limits.offeredExtraFields(for: comment) == [])
    #expect(limits.draftProblem(with: photo) == .noPicture && connection.uploads != nil)
  }
}
