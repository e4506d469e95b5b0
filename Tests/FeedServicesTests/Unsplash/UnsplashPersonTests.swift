import Doubles
import FeedDomain
import Testing

@testable import FeedServices

/// How somebody signs in to Unsplash with an application of their own, and what they can do.
@Suite struct UnsplashPersonTests {
  private static let signInHost = "https://door.example"

  private func fixture(
    _ answers: [String: HTTPReply] = [:]
  ) throws -> (StubNetwork, UnsplashSignIn) {
    let token = try ServiceSample.json("Unsplash/oauth_token")
    let photos = try ServiceSample.json("Unsplash/photos_list")
    let usual: [String: HTTPReply] = [
      "/oauth/token": .json(token),
      "/me": .json(["username": "mirre", "name": "Mirre", "email": "canary@example.org"]),
      "/photos": .json(photos),
      "/users/mirre/collections": .json([["id": "77", "title": "Boats"]]),
      "/topics": .json([["slug": "street", "title": "Street"]]),
    ]
    let stub = StubNetwork { request in
      let path = WebAddress(request.url)?.path ?? ""
      return answers[path] ?? usual[path] ?? HTTPReply(status: 404)
    }
    return (
      stub,
      UnsplashSignIn(network: stub.network, host: StubNetwork.home, signInHost: Self.signInHost)
    )
  }

  private func approval(_ signIn: UnsplashSignIn) async throws -> PendingSignInApproval {
    return try await signIn.approval(
      way: 1, [.key: Secret(" the-key "), .secret: Secret("canary-secret")])
  }

  @Test func `the sign-in page is opened with the program's permissions, and no secret`()
    async throws
  {
    let (stub, signIn) = try fixture()

    let approval = try await approval(signIn)

    #expect(stub.asked == [])
    #expect(approval.url.hasPrefix("\(Self.signInHost)/oauth/authorize?client_id=the-key&"))
    #expect(approval.url.contains("redirect_uri=urn%3Aietf%3Awg%3Aoauth%3A2.0%3Aoob"))
    #expect(approval.url.contains("response_type=code"))
    #expect(
      approval.url.hasSuffix(
        "&scope=public+read_user+write_likes+read_collections+write_collections"))
    #expect(!approval.url.contains("canary"))
  }

  @Test(arguments: [
    " abc \n", "https://unsplash.com/oauth/authorize/native?code=abc&state=STATE",
    "?code=abc&state=STATE", "https://unsplash.com/oauth/authorize/native?code=abc",
  ])
  func `the code of the browser is exchanged for an account`(answer: String) async throws {
    let (stub, signIn) = try fixture()
    let approval = try await approval(signIn)
    let state = try #require(UnsplashPendingSignIn(approval.ticket)).state
    let answer = answer.split(separator: "STATE", omittingEmptySubsequences: false)
      .joined(separator: state)

    let account = try await signIn.finishSignIn(approval, answer: Secret(answer))

    #expect(account.account.id == Account.ID("unsplash:mirre"))
    #expect(
      stub.asked.first
        == "POST \(Self.signInHost)/oauth/token client_id=the-key client_secret=canary-secret"
        + " redirect_uri=urn:ietf:wg:oauth:2.0:oob code=abc grant_type=authorization_code")
    for request in stub.transport.requests.dropFirst() {
      #expect(request.url.hasPrefix(StubNetwork.home))
      #expect(
        request.headers["Authorization"] == "Bearer invented0access0token0do0not0use")
      #expect(!"\(request.url)\(request.body)".contains("canary"))
    }
    #expect(!account.token.revealed.contains("canary-secret"))
    #expect(!stub.log.facts.joined().contains("canary"))
    #expect(signIn.signInMethod(of: account).kind == .browser)
  }

  @Test(arguments: [
    "", "https://unsplash.com/nothing", "?code=abc&state=other", "?state=x&code=", "?code=abc",
    "https://unsplash.com/oauth/authorize/native?code=abc&state=other",
    "https://other.example/?code=abc",
  ])
  func `an answer without a code of this attempt is rejected without a request`(answer: String)
    async throws
  {
    let (stub, signIn) = try fixture()
    let approval = try await approval(signIn)

    let error = await failure { try await signIn.finishSignIn(approval, answer: Secret(answer)) }

    #expect(error == .invalidCredentials)
    #expect(stub.asked == [])
  }

  @Test func `a rejected code is reported as invalid credentials`() async throws {
    for status in [400, 401] {
      let (_, signIn) = try fixture(["/oauth/token": .json(["error": "x"], status: status)])
      let approval = try await approval(signIn)

      let error = await failure { try await signIn.finishSignIn(approval, answer: Secret("abc")) }

      #expect(error == .invalidCredentials)
    }
  }

  @Test func `a signed-in account offers its collections, likes and bookmarks`() async throws {
    let (stub, signIn) = try fixture()
    let account = try await signIn.finishSignIn(try await approval(signIn), answer: Secret("abc"))

    let services = UnsplashGatewayFactory(
      network: stub.network, host: StubNetwork.home, signInHost: Self.signInHost, accounts: .none)
    let connection = try #require(services.connection(for: account))

    #expect(
      connection.streams.compactMap(\.feed) == [
        .photos, .list(id: "topic/street", name: "Street"), .bookmarks,
        .list(id: "collection/77", name: "Boats"),
      ])
    #expect(connection.marks == [.liked, .bookmarked])
    #expect(connection.likeRefusal == .bookmarkInstead)
    #expect(connection.publishing != nil)
  }

  @Test func `likes are not offered if photos do not carry them`() async throws {
    let photo: JSON = [["id": "a"]]
    let (stub, signIn) = try fixture([
      "/photos": .json(photo), "/users/mirre/collections": HTTPReply(status: 500),
    ])
    let account = try await signIn.finishSignIn(try await approval(signIn), answer: Secret("abc"))

    let services = UnsplashGatewayFactory(
      network: stub.network, host: StubNetwork.home, signInHost: Self.signInHost, accounts: .none)

    #expect(services.connection(for: account)?.marks == .bookmarked)
  }

  @Test func `likes are sent to their path, and refused if the path is gone`() async throws {
    let key = OutboxItem.ID("k")
    let fixture = UnsplashFixture(handle: "mirre") { _ in .json(["photo": [:]], status: 201) }

    _ = try await fixture.publishing.sendChange(.mark(Post.ID("a"), .liked, true), key: key)
    _ = try await fixture.publishing.sendChange(.mark(Post.ID("a"), .liked, false), key: key)

    #expect(fixture.stub.asked == ["POST /photos/a/like", "DELETE /photos/a/like"])
    for status in [404, 405, 410] {
      let fixture = UnsplashFixture(handle: "mirre") { request in
        request.method == .get ? .json(UnsplashFixture.photo("a")) : HTTPReply(status: status)
      }
      let error = await failure {
        try await fixture.publishing.sendChange(.mark(Post.ID("a"), .liked, true), key: key)
      }
      #expect(error == .refused(nil), "\(status)")
    }
    let gone = UnsplashFixture(handle: "mirre") { _ in HTTPReply(status: 404) }
    #expect(
      await failure {
        try await gone.publishing.sendChange(.mark(Post.ID("a"), .liked, true), key: key)
      }
        == .notFound)
  }

  @Test func `a bookmarked photo is added to a collection that is created with the first one`()
    async throws
  {
    let key = OutboxItem.ID("k")
    let fixture = UnsplashFixture(handle: "mirre") { request in
      request.method == .get ? .json([["id": "1", "title": "Boats"]]) : .json(["id": "9"])
    }

    _ = try await fixture.publishing.sendChange(.mark(Post.ID("a"), .bookmarked, true), key: key)
    _ = try await fixture.publishing.sendChange(.mark(Post.ID("b"), .bookmarked, true), key: key)
    _ = try await fixture.publishing.sendChange(.mark(Post.ID("a"), .bookmarked, false), key: key)

    #expect(
      fixture.stub.asked.map { $0.split(separator: " ").prefix(2).joined(separator: " ") } == [
        "GET /users/mirre/collections?page=1&per_page=30", "POST /collections",
        "POST /collections/9/add",
        "POST /collections/9/add", "DELETE /collections/9/remove?photo_id=a",
      ])
    #expect(
      fixture.stub.transport.requests[1].body == .jsonBody(["title": "Tweetie", "private": true]))
    #expect(fixture.stub.transport.requests[2].body == .jsonBody(["photo_id": "a"]))
  }

  @Test func `bookmarks are a stream, empty before the first one`() async throws {
    let nothing = UnsplashFixture(handle: "mirre") { _ in .json([]) }
    let fixture = UnsplashFixture(handle: "mirre") { request in
      request.url.contains("/photos")
        ? .json(UnsplashFixture.photos("a")) : .json([["id": "9", "title": "Tweetie"]])
    }

    #expect(try await nothing.feeds.feedPage(of: .bookmarks, .latest) == FeedPage([], older: nil))
    #expect(
      try await fixture.feeds.feedPage(of: .bookmarks, .latest).entries.map(\.id.rawValue) == ["a"])
    #expect(fixture.stub.asked.last == "GET /collections/9/photos?page=1&per_page=30")
  }

  @Test func `a photo by the user is their own, and one in their collection is bookmarked`()
    async throws
  {
    let reader = UnsplashJSONReader(now: .received, me: "mirre")
    var photo = UnsplashFixture.photo("a")
    #expect(reader.parsedPost(photo)?.author.relationship == .oneself)
    #expect(UnsplashJSONReader(now: .received).parsedPost(photo)?.author.relationship == nil)
    photo = .object([
      .init(name: "id", value: "a"), .init(name: "user", value: ["username": "m"]),
      .init(name: "urls", value: photo["urls"]),
      .init(name: "current_user_collections", value: [["id": "9", "title": "Tweetie"]]),
    ])

    #expect(reader.parsedPost(photo)?.userMarks == .bookmarked)
    #expect(UnsplashJSONReader(now: .received).parsedPost(photo)?.userMarks == [])
  }

  @Test func `an older token with the key alone is still read`() {
    let key = UnsplashAccountSecret(Secret(#"{"access":"k","topics":[]}"#))

    #expect(key == UnsplashAccountSecret(access: Secret("k"), topics: []))
  }

  @Test func `a person's views and downloads are read by day`() async throws {
    let fixture = UnsplashFixture(always: [
      "username": "mirre",
      "downloads": ["total": 15687, "historical": ["values": [["value": 3], ["value": -1]]]],
      "views": ["total": 2_374_826, "historical": ["values": [["value": 30], ["value": 10.0]]]],
    ])

    let told = try await fixture.extras.statistics(of: Person.ID("mirre"))

    #expect(
      told == [
        AllPhotosStatistic(.views, total: 2_374_826, days: [30, 10]),
        AllPhotosStatistic(.downloads, total: 15687, days: [3, 0]),
      ])
    #expect(fixture.stub.asked == ["GET /users/mirre/statistics?quantity=30"])
    #expect(
      await failure { try await fixture.extras.statistics(of: UnsplashConnection.guestID) }
        == .notFound)
  }
}
