import FeedDomain
import Testing

@testable import FeedServices

/// What a notice is about, and what happened.
@Suite struct BlueskyNotificationTests {
  private func notice(_ reason: String, from handle: String, about: JSON = nil)
    -> BlueskyNotification?
  {
    BlueskyNotification([
      "uri": .string("at://did:plc:\(handle)/app.bsky.feed.like/1"), "cid": "c",
      "author": [
        "did": .string("did:plc:\(handle)"), "handle": .string("\(handle).example"),
        "avatar": .string("https://sea.example/\(handle)"),
      ],
      "reason": .string(reason), "reasonSubject": "at://did:plc:me/app.bsky.feed.repost/1",
      "record": ["subject": ["uri": about]], "indexedAt": "2026-11-20T18:00:00.000Z",
    ])
  }

  @Test func `a like of the user's boost is told apart from a like of the user's post`() throws {
    let uri = BlueskyPosts.uri("1")
    let reasons = [
      ("like", "bo"), ("like-via-repost", "cy"), ("like-via-repost", "di"),
      ("repost-via-repost", "ed"),
    ]
    let told = reasons.compactMap { notice($0, from: $1, about: .string(uri)) }

    let read = BlueskyNotificationReader(BlueskySample.reader()).groupedNotifications(
      told, about: [uri: BlueskyPosts.post("1")])

    #expect(read.map(\.kind) == [.like, .likeOfBoosted, .boostOfBoosted])
    #expect(read.map(\.count) == [1, 2, 1])
    #expect(read.dropFirst().allSatisfy { $0.post?.id == Post.ID(uri) })
    #expect(Set(read.map(\.topic)).count == 3)
    #expect(
      read.first?.people.first?.portrait?.renditions.map(\.url) == ["https://sea.example/bo"])
  }

  @Test(
    arguments: [
      ("verified", .verified), ("unverified", .unverified), ("starterpack-joined", .joined),
      ("contact-match", .contact), ("from a later version", .other),
    ] as [(String, Notification.NotificationKind)])
  func `each notification reason maps to its kind`(
    reason: String, kind: Notification.NotificationKind
  ) {
    #expect(notice(reason, from: "bo")?.kind == kind)
  }
}
