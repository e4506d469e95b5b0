import Doubles
import FeedDomain
import ServiceRig
import Testing
import Threads

@testable import FeedServices

/// Sessions at photo services over real connections, as the whole program makes them.
@Suite struct PhotoServiceEndToEndTests {
  private func services(_ server: LoopbackServer, places: PlaceSearchSettings = .off) -> AllServices
  {
    .forTests(
      world: PassingWorld(at: 1_795_199_400_000), places: places,
      hosts: .photoServices(at: server.origin))
  }

  private func signIn(
    to service: Service, at services: AllServices, _ answers: SignInAnswers
  ) async throws -> ServiceConnection {
    let signIn = try #require(services.signInGateway(to: service))
    let account = try await signIn.account(answers)
    return try #require(services.connection(for: account))
  }

  private static func reply(_ json: JSON, _ headers: [String: String] = [:]) -> ScriptedReply {
    .json(String(decoding: json.encodedBytes(), as: UTF8.self), headers)
  }

  @Test func `Unsplash is read to its last page, and a photo is viewed and saved`() async throws {
    let server = try LoopbackServer { request in
      let origin = "http://\(request.header("Host") ?? "")"
      switch request.path {
      case "/topics": return Self.reply([["slug": "street", "title": "Street"]])
      case "/photos":
        let isLast = request.query["page"] == "2"
        let photos = UnsplashFixture.photos(isLast ? "c" : "a", isLast ? "d" : "b")
        return Self.reply(
          photos, isLast ? [:] : ["Link": "<\(origin)/photos?page=2>; rel=\"next\""])
      case "/photos/a":
        return Self.reply([
          "id": "a", "views": 7,
          "links": ["download_location": .string("\(origin)/photos/a/download?ixid=9")],
        ])
      case "/picture": return .reply(200, ["Content-Type": "image/jpeg"], body: [1, 2, 3])
      default: return Self.reply(["url": "x"])
      }
    }
    let connection = try await signIn(
      to: .unsplash, at: services(server), [.key: Secret("the-key")])

    var page = try await connection.feeds.feedPage(of: .photos, .latest)
    var ids = page.entries.map(\.id.rawValue)
    while let older = page.older {
      page = try await connection.feeds.feedPage(of: .photos, .older(older))
      ids += page.entries.map(\.id.rawValue)
    }
    let photos = try #require(connection.photos)
    let details = try await photos.photoDetails(ofPhoto: Photo.ID("a"), in: Post.ID("a"))
    let bytes = try await photos.fetchPhotoBytes(
      of: .init(url: "\(server.origin)/picture?ixid=1", size: PhotoSize(width: 1, height: 1))
    ) { _ in }
    try await photos.notifyServiceOfSavedPhoto(Photo.ID("a"), in: Post.ID("a"))

    #expect(ids == ["a", "b", "c", "d"])
    #expect(details.views == 7)
    #expect(bytes == [1, 2, 3])
    #expect(
      server.requests.map(\.target) == [
        "/topics?per_page=8", "/photos?page=1&per_page=30", "/photos?page=2&per_page=30",
        "/photos/a", "/picture?ixid=1", "/photos/a", "/photos/a/download?ixid=9",
      ])
    for request in server.requests {
      let isPicture = request.path == "/picture"
      #expect(request.header("Authorization") == (isPicture ? nil : "Client-ID the-key"))
      #expect(request.header("User-Agent") == "Tweetie/1.0")
    }
  }

  @Test func `Flickr signs in with a code, is read, and accepts a signed like`() async throws {
    let server = try LoopbackServer { request in
      switch request.path {
      case "/services/oauth/request_token":
        let reply = "oauth_callback_confirmed=true&oauth_token=req&oauth_token_secret=rs"
        return .reply(body: Array(reply.utf8))
      case "/services/oauth/access_token":
        return .reply(
          body: Array("oauth_token=acc&oauth_token_secret=as&user_nsid=9%40N1&username=Me".utf8))
      default:
        return Self.reply(
          request.method == "POST" ? ["stat": "ok"] : FlickrFixture.page(["a", "b"], pages: 1))
      }
    }
    let services = services(server)
    let signIn = try #require(services.signInGateway(to: .flickr))
    let approval = try await signIn.approval([.key: Secret("the-key"), .secret: Secret("canary")])
    let account = try await signIn.finishSignIn(approval, answer: Secret("123-456-789"))
    let connection = try #require(services.connection(for: account))

    let page = try await connection.feeds.feedPage(of: .trending, .latest)
    let outcome = try await connection.publishing?.sendChange(
      .mark(Post.ID("a"), .liked, true), key: OutboxItem.ID("key"))

    let like = try #require(server.requests.last)
    #expect(page.entries.map(\.id.rawValue) == ["a", "b"])
    #expect(outcome == .done)
    #expect(like.target == "/services/rest/")
    #expect(
      like.form == [
        "method": "flickr.favorites.add", "photo_id": "a", "format": "json",
        "nojsoncallback": "1",
      ])
    for request in server.requests {
      let header = request.header("Authorization") ?? ""
      #expect(header.hasPrefix("OAuth oauth_consumer_key=\"the-key\""))
      #expect(!"\(request.target) \(header) \(request.text)".contains("canary"))
      #expect(
        Self.signature(of: request, server, in: header) == Self.expected(request, header, server))
    }
  }

  /// The signature that came.
  private static func signature(
    of request: RecordedRequest, _ server: LoopbackServer, in header: String
  ) -> String? {
    fields(of: header)["oauth_signature"]
  }

  /// The signature that a server computes from what came.
  private static func expected(
    _ request: RecordedRequest, _ header: String, _ server: LoopbackServer
  ) -> String? {
    var fields = fields(of: header)
    fields["oauth_signature"] = nil
    let secrets = ["req": "rs", "acc": "as"]
    let signature = OAuthSignatureParts(
      method: request.method == "POST" ? .post : .get, address: server.origin + request.path,
      parameters: (fields.map { $0 } + request.query.map { $0 } + request.form.map { $0 })
        .map { ($0.key, $0.value) })
    return signature.base64Signature(
      consumer: Secret("canary"),
      token: fields["oauth_token"].flatMap { secrets[$0] }.map { Secret($0) })
  }

  private static func fields(of header: String) -> [String: String] {
    let items = header.dropFirst("OAuth ".count).split(separator: ",")
    return Dictionary(
      items.map { item in
        let pair = item.split(separator: "=", maxSplits: 1)
        return (
          pair[0].filter { $0 != " " },
          WebAddressQuery.percentDecoded(pair[1].filter { $0 != "\"" })
        )
      }
    ) { $1 }
  }

  @Test func `Instagram is read to its last page, and a comment is answered`() async throws {
    let me = try ServiceSample.json("Instagram/me")
    let media = try ServiceSample.json("Instagram/media_page")
    let server = try LoopbackServer { request in
      switch (request.method, request.path) {
      case ("GET", "/v25.0/me"): return Self.reply(me)
      case ("GET", "/v25.0/me/media"):
        return Self.reply(request.query["after"] == nil ? media : ["data": []])
      default: return Self.reply(["id": "77"])
      }
    }
    let connection = try await signIn(
      to: .instagram, at: services(server), [.token: Secret("the-token")])

    let first = try await connection.feeds.feedPage(of: .photos, .latest)
    let last = try await connection.feeds.feedPage(of: .photos, .older(try #require(first.older)))
    let draft = Draft(id: Draft.ID("1"), text: "Thank you", replyTo: Post.ID("1/2"))
    _ = try await connection.publishing?.sendChange(.publish(draft), key: OutboxItem.ID("key"))

    let answer = try #require(server.requests.last)
    #expect(first.entries.count == 3)
    #expect(last == FeedPage([], older: nil))
    #expect(answer.method == "POST")
    #expect(answer.path == "/v25.0/2/replies")
    #expect(answer.form == ["message": "Thank you"])
    for request in server.requests {
      #expect(request.header("Authorization") == "Bearer the-token")
      #expect(!request.target.contains("the-token"))
    }
  }

  @Test func `places are looked up at the configured server without the account's key`()
    async throws
  {
    let search = try ServiceSample.json("Places/nominatim_search")
    let server = try LoopbackServer { request in
      Self.reply(
        request.path == "/nominatim/search" ? search : FlickrFixture.page(["a"], pages: 1))
    }
    let services = services(
      server, places: PlaceSearchSettings(nominatim: "\(server.origin)/nominatim/"))
    let signIn = try #require(services.signInGateway(to: .flickr))
    let account = try await signIn.account(way: 1, [.key: Secret("the-key")])
    let connection = try #require(services.connection(for: account))

    let found = try await connection.places?.places(named: "Ghent")

    let request = try #require(server.requests.last)
    #expect(found?.count == 2)
    #expect(connection.places?.credit == "© OpenStreetMap contributors")
    #expect(request.path == "/nominatim/search")
    #expect(request.query["q"] == "Ghent")
    #expect(request.header("User-Agent") == "Tweetie/1.0")
    #expect(request.header("Authorization") == nil)
    #expect(request.query["api_key"] == nil)
  }
}
