import Doubles
import FeedDomain
import Testing

@testable import FeedServices

/// What Flickr tells of the user's likes, and where.
@Suite struct FlickrMarkTests {
  @Test func `a list of photos leaves the user's likes unknown`() async throws {
    let fixture = FlickrFixture(always: FlickrFixture.page(["a"], pages: 1))
    let guest = FlickrFixture(isSignedIn: false, always: FlickrFixture.page(["a"], pages: 1))

    let post = try await fixture.feeds.feedPage(of: .trending, .latest).entries[0].post
    let nobodys = try await guest.feeds.feedPage(of: .trending, .latest).entries[0].post

    #expect(post.userMarks == [])
    #expect(post.unknownMarks == .liked)
    #expect(nobodys.unknownMarks == [])
  }

  @Test func `photos can be liked, except the user's own`() throws {
    let tokenGrant = FlickrAccountSecret(key: "k", tokenGrant: FlickrFixture.tokenGrant)
    let account = SignedInAccount(
      Account(service: .flickr, person: FlickrFixture.me, handle: "me"), token: tokenGrant.secret)
    let fixture = FlickrFixture(always: [:])
    let services = FlickrGatewayFactory(
      network: fixture.stub.network, host: StubNetwork.home, uploads: StubNetwork.home, places: nil)
    let connection = try #require(services.connection(for: account))

    #expect(connection.marks == .liked)
    #expect(connection.abilities.unlikablePerson == FlickrFixture.me)
  }

  @Test func `photos in the user's likes are marked as liked`() async throws {
    let fixture = FlickrFixture(always: FlickrFixture.page(["a"], pages: 1))

    let post = try await fixture.feeds.feedPage(of: .likes, .latest).entries[0].post

    #expect(post.userMarks == .liked)
    #expect(post.unknownMarks == [])
    #expect(post.counts == .unknown)
  }

  @Test(arguments: [("1", .liked), ("0", [])] as [(String, Post.UserPostMarks)])
  func `a photo's details say whether the user likes it`(favourite: String, own: Post.UserPostMarks)
    throws
  {
    let info: JSON = [
      "id": "1", "owner": ["nsid": "9@N1"], "isfavorite": .string(favourite),
    ]
    let sizes = FlickrPhotoSizes(try ServiceSample.json("Flickr/photos_getSizes")["sizes"])

    let post = try #require(
      FlickrJSONReader(me: FlickrFixture.me, now: .received).parsedPost(
        info: info, sizes: sizes, likes: 0))

    #expect(post.userMarks == own)
    #expect(post.unknownMarks == [])
  }
}
