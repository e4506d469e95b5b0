import Doubles
import FeedDomain
import Testing

@testable import FeedServices

/// What is asked besides streams: conversations, people, notices.
extension BlueskyFeedTests {
  @Test func `a conversation is fetched with limited depth, and lists each post once`() async throws
  {
    let thread: JSON = [
      "thread": [
        "post": BlueskyPosts.post("2"), "parent": ["post": BlueskyPosts.post("1")],
        "replies": [
          ["$type": "app.bsky.feed.defs#notFoundPost", "uri": "at://a/b/c", "notFound": true],
          ["post": BlueskyPosts.post("3"), "replies": [["post": BlueskyPosts.post("2")]]],
        ],
      ]
    ]
    let fixture = BlueskyFixture(always: thread)

    let conversation = try await fixture.feeds.conversation(of: Post.ID("at://a/b/c"))

    #expect(
      conversation.nodes.map { "\($0.depth) \($0.post.id.rawValue.suffix(1))" } == [
        "0 1", "1 2", "2 3",
      ])
    #expect(
      fixture.asked == [
        "GET app.bsky.feed.getPostThread?uri=at%3A%2F%2Fa%2Fb%2Fc&depth=10&parentHeight=40"
      ])
  }

  @Test(
    arguments: [
      (["thread": ["uri": "x", "notFound": true]], .notFound),
      (["thread": ["uri": "x", "blocked": true]], .notFound), ([:], .badReply),
      (["thread": ["post": ["uri": 7]]], .badReply),
    ] as [(JSON, FeedError)])
  func `a missing, blocked or malformed conversation is reported as an error`(
    reply: JSON, error: FeedError
  ) async {
    let fixture = BlueskyFixture(always: reply)

    await #expect(throws: error) { try await fixture.feeds.conversation(of: Post.ID("x")) }
  }

  @Test func `the posts of a page of notifications are fetched in one request`() async throws {
    let sample = try BlueskySample.json("notifications")
    let fixture = BlueskyFixture { request in
      .json(request.url.contains("getPosts") ? ["posts": []] : sample)
    }

    let page = try await fixture.notifications.notifications(after: nil)

    #expect(page.elements.count == 5)
    #expect(page.nextCursor != nil)
    #expect(fixture.asked.count == 2)
    #expect(fixture.asked[0] == "GET app.bsky.notification.listNotifications?limit=50")
    #expect(fixture.asked[1].components(of: "uris=") == 2)
  }

  @Test func `the read position of notifications is read and written as a time`() async throws {
    let sample = try BlueskySample.json("notifications")
    let fixture = BlueskyFixture { request in request.method == .get ? .json(sample) : .json([:]) }
    let newest = try #require(
      try await fixture.notifications.notifications(after: nil).elements.first)

    let mark = try await fixture.markers.lastReadNotification()
    let atOnce = fixture.asked.count { $0.hasSuffix("limit=1") }
    fixture.world.pass(.seconds(2))
    _ = try await fixture.markers.lastReadNotification()
    _ = try await fixture.markers.sendLastReadNotificationUnlessConflict(newest)

    #expect(mark == ISODate.parsedTimestamp("2026-11-20T17:08:30.000Z").map { .moment($0) })
    // The page of notices said so as well.
    #expect(atOnce == 0)
    #expect(
      fixture.asked.suffix(2) == [
        "GET app.bsky.notification.listNotifications?limit=1",
        #"POST app.bsky.notification.updateSeen {"seenAt":"2026-11-20T18:30:00.000Z"}"#,
      ])
  }

  @Test func `notifications are shown without their posts if the posts cannot be fetched`()
    async throws
  {
    let sample = try BlueskySample.json("notifications")
    let fixture = BlueskyFixture { request in
      request.url.contains("getPosts") ? .json([:], status: 502) : .json(sample)
    }

    let page = try await fixture.notifications.notifications(after: nil)

    #expect(page.elements.map(\.kind) == [.mention, .like, .boost, .follow, .other])
  }

  @Test func `a post whose replies the server left out is marked as cut off`() async throws {
    func answered(_ id: String, _ replies: JSON = nil) -> JSON {
      let post = JSON.object(
        BlueskyPosts.post(id).members.filter { $0.name != "replyCount" }
          + [.init(name: "replyCount", value: 2)])
      return replies.isNull ? ["post": post] : ["post": post, "replies": replies]
    }
    // The deepest that is asked for; below it a server may tell nothing, or that there is nothing.
    var chain = answered("11", [])
    for number in (2...10).reversed() { chain = answered(String(number), [chain]) }
    // Of the last one, whose answers are hidden, blocked or gone, there is nothing to ask for.
    let fixture = BlueskyFixture(
      always: ["thread": answered("1", [chain, answered("20"), answered("21", [])])])

    let conversation = try await fixture.feeds.conversation(of: Post.ID("at://a/b/c"))

    let cut = conversation.postsWithMissingReplies.map {
      String($0.rawValue.split(separator: "/").last ?? "")
    }
    #expect(cut.sorted() == ["11", "20"])
  }

  /// A post that answers the one before it, with as many of those above it as are asked for.
  private static func chain(_ number: Int, height: Int) -> JSON {
    let reply: JSON = ["parent": ["uri": .string(BlueskyPosts.uri(String(number - 1)))]]
    let record: JSON = number > 1 ? ["text": "x", "reply": reply] : ["text": "x"]
    let post = JSON.object(
      BlueskyPosts.post(String(number)).members.filter { $0.name != "record" }
        + [.init(name: "record", value: record)])
    guard height > 0, number > 1 else { return ["post": post] }
    return ["post": post, "parent": chain(number - 1, height: height - 1)]
  }

  @Test(arguments: [100, 41, 40, 600])
  func `up to 440 posts above a post are read, in at most eleven requests`(
    number: Int
  ) async throws {
    let fixture = BlueskyFixture { request in
      let name = request.url.split(separator: "%2F").last?.prefix { $0 != "&" } ?? ""
      return .json(["thread": Self.chain(Int(name) ?? 1, height: 40)])
    }

    let conversation = try await fixture.feeds.conversation(
      of: Post.ID(BlueskyPosts.uri(String(number))))

    let first = max(1, number - 440)
    let numbers = conversation.nodes.map { $0.post.id.rawValue.split(separator: "/").last ?? "" }
    #expect(numbers.map(String.init) == (first...number).map(String.init))
    #expect(conversation.nodes.map(\.depth) == Array(0...(number - first)))
    #expect(fixture.asked.count == min(11, (number - 1 + 39) / 40))
    #expect(fixture.asked.dropFirst().allSatisfy { $0.hasSuffix("&depth=0&parentHeight=40") })
    #expect(conversation.focus == Post.ID(BlueskyPosts.uri(String(number))))
  }

  @Test func `a conversation starts below a parent that can no longer be fetched`() async throws {
    let fixture = BlueskyFixture { request in
      request.url.contains("depth=0")
        ? .json(["error": "NotFound"], status: 400)
        : .json(["thread": Self.chain(100, height: 40)])
    }

    let conversation = try await fixture.feeds.conversation(
      of: Post.ID(BlueskyPosts.uri("100")))

    #expect(conversation.nodes.count == 41)
  }
}
