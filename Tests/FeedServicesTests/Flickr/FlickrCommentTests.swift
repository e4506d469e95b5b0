import Doubles
import FeedDomain
import Testing

@testable import FeedServices

/// Comments at Flickr: each knows the photo it is about.
@Suite struct FlickrCommentTests {
  private let key = OutboxItem.ID("key")
  private let comment = Post.ID("53999000111/900-1-2")

  private func fixture() throws -> FlickrFixture {
    try FlickrFixture([
      "photos.getInfo": ServiceSample.json("Flickr/photos_getInfo"),
      "photos.getSizes": ServiceSample.json("Flickr/photos_getSizes"),
      "photos.getFavorites": ServiceSample.json("Flickr/photos_getFavorites"),
      "photos.comments.getList": ServiceSample.json("Flickr/photos_comments_getList"),
      "photos.comments.addComment": ["comment": ["id": "900-1-3"], "stat": "ok"],
      "photos.comments.deleteComment": ["stat": "ok"],
    ])
  }

  @Test func `opening a comment opens the conversation of its photo`() async throws {
    let fixture = try fixture()
    let photo = try await fixture.feeds.conversation(of: Post.ID("53999000111"))
    let first = photo.nodes[1].post.id

    let conversation = try await fixture.feeds.conversation(of: first)
    let gone = try await fixture.feeds.conversation(of: comment)

    #expect(first.rawValue.hasPrefix("53999000111/"))
    #expect(conversation.nodes == photo.nodes)
    #expect(conversation.focus == first)
    #expect(gone.focus == Post.ID("53999000111"))
    #expect(!fixture.asked.contains { $0.contains("/") })
  }

  @Test func `a reply to a comment is a comment on the photo`() async throws {
    let fixture = try fixture()
    let draft = Draft(id: Draft.ID("1"), text: "So do I", replyTo: comment)

    let outcome = try await fixture.publishing.sendChange(.publish(draft), key: key)

    guard case .post(let answer) = outcome else { throw FeedError.badReply }
    #expect(answer.id == Post.ID("53999000111/900-1-3"))
    #expect(answer.reply?.post == Post.ID("53999000111"))
    #expect(
      fixture.asked == ["photos.comments.addComment photo_id=53999000111 comment_text=So do I"])
  }

  @Test func `a comment can be deleted, but it cannot be liked and has no likers`()
    async throws
  {
    let fixture = try fixture()

    let outcome = try await fixture.publishing.sendChange(.delete(comment), key: key)
    let like = await failure {
      try await fixture.publishing.sendChange(.mark(comment, .liked, true), key: key)
    }
    let likers = await failure {
      try await fixture.people.people(.likers(comment), after: nil)
    }

    #expect(outcome == .done)
    #expect(like == .refused(nil))
    #expect(likers == .notFound)
    #expect(fixture.asked == ["photos.comments.deleteComment comment_id=900-1-2"])
  }

  @Test func `replies are comments, and start without a handle`() throws {
    let stub = StubNetwork { _ in .json([]) }
    let services = FlickrGatewayFactory(
      network: stub.network, host: StubNetwork.home, uploads: StubNetwork.home, places: nil)
    let account = SignedInAccount(
      Account(service: .flickr, person: FlickrFixture.me, handle: "Me"),
      token: FlickrAccountSecret(key: "k", tokenGrant: FlickrFixture.tokenGrant).secret)

    let connection = try #require(services.connection(for: account))

    #expect(connection.repliesAreComments)
    #expect(connection.draftLimits?.repliesStartWithHandle == false)
  }
}
