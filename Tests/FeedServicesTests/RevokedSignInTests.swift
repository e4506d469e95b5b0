import Doubles
import FeedDomain
import Testing

@testable import FeedServices

/// What is left to whoever took back what they allowed: looking, with the application's key.
@Suite struct RevokedSignInTests {
  private func unsplash(
    _ answer: @escaping @Sendable (HTTPRequest) -> HTTPReply
  ) throws -> (StubNetwork, ServiceConnection) {
    let stub = StubNetwork { answer($0) }
    let tokenGrant = UnsplashAccountSecret.UnsplashPersonAuthorization(
      token: Secret("revoked"), handle: "mirre", hasLikes: true, collections: [])
    let key = UnsplashAccountSecret(access: Secret("the-key"), topics: [], tokenGrant: tokenGrant)
    let account = Account(service: .unsplash, person: Person.ID("mirre"), handle: "mirre")
    let services = UnsplashGatewayFactory(
      network: stub.network, host: StubNetwork.home, signInHost: StubNetwork.home, accounts: .none)
    let kept = SignedInAccount(account, token: key.secret)
    return (stub, try #require(services.connection(for: kept)))
  }

  private func flickr(
    _ answer: @escaping @Sendable (HTTPRequest) -> HTTPReply
  ) throws -> (StubNetwork, ServiceConnection) {
    let stub = StubNetwork { answer($0) }
    let services = FlickrGatewayFactory(
      network: stub.network, host: StubNetwork.home, uploads: StubNetwork.home, places: nil)
    let account = Account(service: .flickr, person: FlickrFixture.me, handle: "Me")
    let token = FlickrAccountSecret(key: "the-key", tokenGrant: FlickrFixture.tokenGrant).secret
    return (
      stub, try #require(services.connection(for: SignedInAccount(account, token: token)))
    )
  }

  @Test func `Unsplash photos are read with the API key after the token was revoked`() async throws
  {
    let (stub, connection) = try unsplash { request in
      request.headers["Authorization"] == "Client-ID the-key"
        ? .json(UnsplashFixture.photos("a")) : .json(["errors": ["x"]], status: 401)
    }

    let page = try await connection.feeds.feedPage(of: .photos, .latest)
    let found = try await connection.feeds.foundPosts(matching: "fog", after: nil)

    #expect(page.entries.map(\.id.rawValue) == ["a"])
    #expect(found.elements.count == 1)
    #expect(page.entries[0].post.unknownMarks == [.liked, .bookmarked])
    // The second time the key is asked at once.
    #expect(stub.transport.requests.count == 3)
  }

  @Test func `the user's own Unsplash lists and likes require a new sign-in after revocation`()
    async throws
  {
    let (_, connection) = try unsplash { request in
      request.headers["Authorization"] == "Client-ID the-key"
        ? .json([]) : .json(["errors": ["x"]], status: 401)
    }
    let publishing = try #require(connection.publishing)

    let marks = await failure { try await connection.feeds.feedPage(of: .bookmarks, .latest) }
    let like = await failure {
      try await publishing.sendChange(.mark(Post.ID("a"), .liked, true), key: OutboxItem.ID("k"))
    }

    #expect(marks == .signedOut)
    #expect(like == .signedOut)
  }

  @Test func `a wrong API key is reported as signed out`() async throws {
    let (_, connection) = try unsplash { _ in .json(["errors": ["x"]], status: 401) }

    #expect(
      await failure { try await connection.feeds.feedPage(of: .photos, .latest) } == .signedOut)
  }

  @Test func `Flickr photos are read with the API key after the token was revoked`() async throws {
    let (stub, connection) = try flickr { request in
      request.headers["Authorization"] == nil
        ? .json(FlickrFixture.page(["a"], pages: 1)) : .json(FlickrFixture.fail(98))
    }

    let page = try await connection.feeds.feedPage(of: .trending, .latest)

    #expect(page.entries.map(\.id.rawValue) == ["a"])
    #expect(page.entries[0].post.unknownMarks == .liked)
    #expect(stub.transport.requests.last?.url.contains("api_key=the-key") == true)
  }

  @Test func `a search or photo missing for the API key is not found, a collection is signed out`()
    async throws
  {
    let (_, flickr) = try flickr { request in
      .json(FlickrFixture.fail(request.headers["Authorization"] == nil ? 1 : 98))
    }
    let (_, unsplash) = try unsplash { request in
      HTTPReply(status: request.headers["Authorization"] == "Client-ID the-key" ? 404 : 401)
    }
    let people = try #require(flickr.people)

    let nobody = try await people.people(.matching("Juno"), after: nil)
    let photo = await failure { try await unsplash.feeds.conversation(of: Post.ID("a")) }
    let collection = await failure {
      try await unsplash.feeds.feedPage(of: .list(id: "collection/7", name: "Boats"), .latest)
    }

    #expect(nobody == Page([]))
    #expect(photo == .notFound)
    // It may be one that nobody else sees.
    #expect(collection == .signedOut)
  }

  @Test func `the user's own Flickr likes require a new sign-in after revocation`() async throws {
    let (_, connection) = try flickr { request in
      request.headers["Authorization"] == nil
        ? .json(FlickrFixture.page(["a"], pages: 1)) : .json(FlickrFixture.fail(98))
    }
    let publishing = try #require(connection.publishing)

    let likes = await failure { try await connection.feeds.feedPage(of: .likes, .latest) }
    let like = await failure {
      try await publishing.sendChange(.mark(Post.ID("1"), .liked, true), key: OutboxItem.ID("k"))
    }

    #expect(likes == .signedOut)
    #expect(like == .signedOut)
  }
}
