import FeedDomain
import Testing

@testable import FeedServices

/// Posts whose service does not say when they were written, or says what cannot be read.
@Suite struct ReceivedDateTests {
  static let unreadable: [JSON] = [
    .null, 7, "", "yesterday", "2026-13-01T00:00:00Z", "2026-02-30T00:00:00Z",
    "10000-01-01T00:00:00Z", "-001-01-01T00:00:00Z", ["at": "2026-11-20T18:00:00Z"],
  ]

  private func photo(_ more: JSON) -> JSON {
    .object(
      [
        .init(name: "id", value: "1"), .init(name: "owner", value: "9@N1"),
        .init(name: "url_m", value: "https://live.example/1.jpg"),
        .init(name: "width_m", value: 500), .init(name: "height_m", value: 300),
      ] + more.members)
  }

  private func posts(dated date: JSON) -> [Post?] {
    let mastodon = MastodonJSONReader(software: .mastodon, me: nil, now: .received)
    let bluesky = BlueskyJSONReader(
      me: BlueskySample.me, now: .received, moderation: BlueskyModerationPreferences())
    let flickr = FlickrJSONReader(me: nil, now: .received)
    let instagram = InstagramJSONReader(
      me: Account(service: .instagram, person: Person.ID("1"), handle: "ada"), now: .received)
    let medium = instagram.parsedPost(["id": "1", "timestamp": date])
    let shown = flickr.parsedPost(photo(["datetaken": date]))
    return [
      mastodon.parsedPost(["id": "1", "account": ["id": "a"], "created_at": date]),
      bluesky.parsedPost([
        "uri": "at://did:plc:a/app.bsky.feed.post/1",
        "author": ["did": "did:plc:a", "handle": "ada.example"],
        "record": ["text": "", "createdAt": date],
      ]),
      UnsplashJSONReader(now: .received).parsedPost([
        "id": "1", "width": 3, "height": 2, "created_at": date,
        "user": ["username": "mirre", "name": "Mirre"],
        "urls": ["raw": "https://images.example/1?ixid=1"],
      ]),
      shown, medium,
      shown.flatMap {
        flickr.parsedComments(
          ["comment": [["id": "2", "author": "9@N1", "datecreate": date]]], on: $0
        ).first
      },
      medium.flatMap {
        instagram.comments([["id": "2", "timestamp": date]], on: $0).first?.post
      },
    ]
  }

  @Test(arguments: unreadable)
  func `a post with an unreadable date is dated when it was received`(date: JSON) throws {
    for post in posts(dated: date) {
      let post = try #require(post)
      // Seconds since 1970 are a date where a service counts so.
      guard date != 7 || post.createdAt.milliseconds != 7_000 else { continue }
      #expect(post.createdAt == .received)
      #expect(!post.isDated)
    }
  }

  @Test(arguments: [
    ("2026-11-20T18:00:00Z", 1_795_197_600_000), ("0000-01-01T00:00:00Z", -62_167_219_200_000),
    ("9999-12-31T23:59:59Z", 253_402_300_799_000), ("2036-11-20T18:00:00Z", 2_110_816_800_000),
  ])
  func `a readable date is kept, however far away`(date: String, milliseconds: Int64) throws {
    for (place, post) in posts(dated: .string(date)).enumerated() where place < 5 {
      let post = try #require(post)
      // At Bluesky nobody believes a date before 1970.
      guard place != 1 || milliseconds >= 0 else { continue }
      #expect(post.createdAt.milliseconds == milliseconds)
      #expect(post.isDated)
    }
  }

  @Test(arguments: [0, -1, 253_402_300_800, Int.max, .min])
  func `a Flickr date out of range is replaced by the time of receipt`(seconds: Int) throws {
    let post = try #require(
      FlickrJSONReader(me: nil, now: .received).parsedPost(
        photo(["dateupload": .number(String(seconds))])))

    #expect(post.createdAt == .received)
  }

  @Test func `a notification about an undated post keeps one date`() {
    let reader = MastodonJSONReader(software: .mastodon, me: nil, now: .received)
    let page: JSON = [
      "accounts": [["id": "a", "acct": "ada"]],
      "statuses": [["id": "1", "account": ["id": "a", "acct": "ada"]]],
      "notification_groups": [
        [
          "most_recent_notification_id": "9", "type": "favourite", "status_id": "1",
          "sample_account_ids": ["a"],
        ]
      ],
    ]

    #expect(
      MastodonNotificationJSONReader(reader).parsedGroupedNotifications(page).map(\.createdAt) == [
        Timestamp(milliseconds: 0)
      ])
  }
}
