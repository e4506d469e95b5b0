import Doubles
import FeedDomain
import Testing

@testable import FeedServices

/// What one does at Flickr.
@Suite struct FlickrActionTests {
  private static let ok: JSON = ["stat": "ok"]
  private let key = OutboxItem.ID("key")
  private let photo = Post.ID("53999000111")

  @Test(arguments: [
    (true, "favorites.add photo_id=53999000111"),
    (false, "favorites.remove photo_id=53999000111 user_id=\(FlickrFixture.me.rawValue)"),
  ])
  func `liking a photo adds it to the favourites`(isLiked: Bool, asked: String) async throws {
    let fixture = FlickrFixture(always: Self.ok)

    let outcome = try await fixture.publishing.sendChange(.mark(photo, .liked, isLiked), key: key)

    let request = try #require(fixture.stub.transport.requests.first)
    #expect(outcome == .done)
    #expect(fixture.asked == [asked])
    #expect(request.method == .post)
    #expect(request.url == "https://home.example/services/rest/")
    #expect(request.headers["Authorization"]?.contains("oauth_signature=") == true)
  }

  @Test(arguments: [(true, 3, true), (false, 1, true), (true, 1, false), (true, 2, false)])
  func `a like that Flickr already has counts as delivered`(isLiked: Bool, code: Int, isDone: Bool)
    async
  {
    let fixture = FlickrFixture(always: FlickrFixture.fail(code))

    let failure = await failure {
      try await fixture.publishing.sendChange(.mark(photo, .liked, isLiked), key: key)
    }

    #expect((failure == nil) == isDone)
  }

  @Test func `a change that Flickr does not support is refused without a request`() async {
    let fixture = FlickrFixture(always: Self.ok)
    let person = Person.ID("9@N1")

    for change in [
      .mark(photo, .boosted, true), .follow(person, true), .delete(photo),
      .publish(Draft(id: Draft.ID("1"), text: "A post")),
    ] as [PendingChange] {
      #expect(
        await failure { try await fixture.publishing.sendChange(change, key: key) } == .refused(nil)
      )
    }
    #expect(fixture.asked == [])
  }

  @Test func `a reply to a photo is sent as a comment, without automatic repeats`() async throws {
    let fixture = FlickrFixture(always: ["comment": ["id": "900-1-2"], "stat": "ok"])
    let draft = Draft(id: Draft.ID("1"), text: "Nice & wet", replyTo: photo)

    let outcome = try await fixture.publishing.sendChange(.publish(draft), key: key)

    guard case .post(let comment) = outcome else { throw FeedError.badReply }
    #expect(comment.id == Post.ID("53999000111/900-1-2"))
    #expect(comment.reply?.post == photo)
    #expect(comment.author.id == FlickrFixture.me)
    #expect(
      fixture.asked == ["photos.comments.addComment photo_id=53999000111 comment_text=Nice & wet"])
    #expect(fixture.stub.transport.requests[0].isRepeatable == false)
  }

  @Test(arguments: [("Nice  wet", true), ("Other words", false)])
  func `a resent comment is found on the photo, or else its outcome is unknown`(
    text: String, hasArrived: Bool
  ) async throws {
    let fixture = try FlickrFixture([
      "photos.getInfo": ServiceSample.json("Flickr/photos_getInfo"),
      "photos.getSizes": ServiceSample.json("Flickr/photos_getSizes"),
      "photos.getFavorites": ServiceSample.json("Flickr/photos_getFavorites"),
      "photos.comments.getList": [
        "comments": [
          "comment": [
            [
              "id": "900-old", "author": "90000009@N09", "datecreate": "1",
              "_content": "Nice wet",
            ],
            [
              "id": "900-new", "author": "90000009@N09", "datecreate": "1795199390",
              "_content": .string(text),
            ],
          ]
        ], "stat": "ok",
      ], "photos.comments.addComment": ["comment": ["id": "900-again"], "stat": "ok"],
    ])
    let draft = Draft(id: Draft.ID("1"), text: "Nice wet", replyTo: photo)

    let begun = Timestamp(milliseconds: 1_795_199_389_000)
    let publishing = fixture.publishing
    func resend(taken: Set<Post.ID> = []) async throws(FeedError) -> String {
      let outcome = try await publishing.resend(
        .publish(draft), key: key, since: begun, known: [Post.ID("53999000111/900-old")],
        taken: taken)
      guard case .post(let comment) = outcome else { throw .badReply }
      return comment.id.rawValue
    }

    if hasArrived {
      #expect(try await resend() == "53999000111/900-new")
    } else {
      #expect(await failure { _ = try await resend() } == .outcomeUnknown)
    }
    let taken = [Post.ID("53999000111/900-new")] as Set
    #expect(await failure { _ = try await resend(taken: taken) } == .outcomeUnknown)
    #expect(!fixture.asked.contains { $0.hasPrefix("photos.comments.addComment") })
  }

  @Test(
    arguments: [
      ["stat": "ok"], ["stat": "fail", "code": 1],
      ["stat": "fail", "code": 2, "message": "Comment not found."],
    ] as [JSON])
  func `a comment is deleted, even if it is already gone`(answer: JSON) async throws {
    let fixture = FlickrFixture(always: answer)

    let outcome = try await fixture.publishing.sendChange(
      .delete(Post.ID("53999000111/900-1-2")), key: key)

    #expect(outcome == .done)
    #expect(fixture.asked == ["photos.comments.deleteComment comment_id=900-1-2"])
  }
}
