import FeedDomain
import Testing

@testable import FeedServices

/// Counts that a service does not report are unknown, not zero.
struct UnknownCountTests {
  @Test func `a Mastodon post with some counts missing leaves those unknown`() {
    let reader = MastodonJSONReader(software: .mastodon, me: nil, now: MastodonSample.now)
    let post: JSON = ["id": "1", "account": ["id": "2", "acct": "ada"], "favourites_count": 4]

    #expect(reader.parsedPost(post)?.counts == .init(replies: nil, boosts: nil, likes: 4))
  }

  @Test func `a Bluesky notification without its post has unknown counts and marks`() throws {
    let reader = BlueskySample.reader(BlueskyModerationPreferences())
    let uri = "at://did:plc:a/app.bsky.feed.post/1"
    let json: JSON = [
      "uri": .string(uri), "author": ["did": "did:plc:a"], "reason": "reply",
      "record": ["text": "Yes"],
    ]
    let notice = try #require(BlueskyNotification(json))

    let alone = BlueskyNotificationReader(reader).groupedNotifications([notice], about: [:]).first?
      .post
    let whole = BlueskyNotificationReader(reader).groupedNotifications([notice], about: [uri: json])
      .first?
      .post

    #expect(alone?.counts == .unknown)
    #expect(alone?.unknownMarks == [.liked, .boosted, .bookmarked])
    // Where the post itself came, what is left out is none.
    #expect(whole?.counts == Post.PostCounts())
    #expect(whole?.unknownMarks == [])
  }

  @Test func `a listed Flickr photo has its likes if stated, and no boosts`() {
    let reader = FlickrJSONReader(me: nil, now: .received)
    func photo(_ more: JSON) -> JSON {
      .object(
        [
          .init(name: "id", value: "1"), .init(name: "owner", value: "9@N1"),
          .init(name: "url_m", value: "https://live.example/1.jpg"),
          .init(name: "width_m", value: 500), .init(name: "height_m", value: 300),
        ] + more.members)
    }

    #expect(reader.parsedPost(photo([:]))?.counts == .unknown)
    #expect(
      reader.parsedPost(photo(["count_faves": "7", "count_comments": "0"]))?.counts
        == .init(replies: 0, boosts: nil, likes: 7))
  }

  @Test func `hidden likes of an Instagram medium are unknown, not zero`() {
    let me = Account(service: .instagram, person: Person.ID("1"), handle: "ada")
    let reader = InstagramJSONReader(me: me, now: .received)

    #expect(
      reader.parsedPost(["id": "1", "comments_count": 2])?.counts
        == .init(replies: 2, boosts: nil, likes: nil))
  }
}
