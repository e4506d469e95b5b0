import FeedDomain
import Testing

@testable import FeedServices

/// Replies in which anything at all is missing or of another type.
@Suite struct BlueskyMutationTests {
  private let healthy: JSON = ["post": BlueskyPosts.post("1")]

  @Test(arguments: 0..<7)
  func `a malformed entry of a stream page does not affect other entries`(_ place: Int) throws {
    let page = try BlueskySample.json("timeline")["feed"].array
    let whole = BlueskySample.entries([healthy], in: .home)

    let broken = page[place].variants.filter { variant in
      let entries = BlueskySample.entries([variant.json, healthy], in: .home)
      return Array(entries.suffix(1)) != whole || (variant.isHarmless && entries.count != 2)
    }

    #expect(whole.count == 1)
    #expect(broken.map(\.path) == [])
  }

  @Test(arguments: 0..<6)
  func `a malformed notification does not affect other notifications`(_ place: Int) throws {
    let page = try BlueskySample.json("notifications")["notifications"].array
    let reader = BlueskySample.reader()
    func read(_ json: [JSON]) -> [Notification] {
      BlueskyNotificationReader(reader).groupedNotifications(
        json.compactMap(BlueskyNotification.init), about: [:])
    }
    let whole = read([page[0].with("uri", "at://did:plc:x/app.bsky.feed.post/healthy")])

    let broken = page[place].variants.filter { variant in
      let healthy = page[0].with("uri", "at://did:plc:x/app.bsky.feed.post/healthy")
      return Array(read([variant.json, healthy]).suffix(1)) != whole
    }

    #expect(whole.count == 1)
    #expect(broken.map(\.path) == [])
  }

  @Test func `a malformed person does not affect other people in a list`() throws {
    let people =
      try BlueskySample.json("likes")["likes"].array + [
        ["actor": try BlueskySample.json("profile")]
      ]
    let reader = BlueskySample.reader()
    let healthy: JSON = ["did": "did:plc:healthy"]

    for person in people {
      for variant in person["actor"].variants {
        #expect(
          reader.people([variant.json, healthy]).suffix(1) == reader.people([healthy]),
          "\(variant.path)")
      }
    }
  }

  @Test func `a malformed part of a conversation leaves the other posts`() throws {
    let gone: JSON = [
      "$type": "app.bsky.feed.defs#notFoundPost", "uri": "at://a/b/c", "notFound": true,
    ]
    let thread: JSON = [
      "post": BlueskyPosts.post("3"),
      "parent": ["post": BlueskyPosts.post("2"), "parent": ["post": BlueskyPosts.post("1")]],
      "replies": [
        gone, ["post": BlueskyPosts.post("4"), "replies": [["post": BlueskyPosts.post("5")]]],
        ["post": BlueskyPosts.post("6"), "replies": []],
      ],
    ]
    let reader = BlueskyThreadReader(reader: BlueskySample.reader())
    let whole = try #require(reader.parsedConversation(thread))

    let lost = thread.variants.filter { variant in
      // Without the post in question there is no conversation.
      guard let first = variant.path.first, first != "post" else { return false }
      guard let read = reader.parsedConversation(variant.json) else { return true }
      // The last answer stands for all that nothing was done to.
      let isElsewhere =
        first != "replies" || variant.path.dropFirst().first.map { $0 != "2" } == true
      let keepsLast = read.nodes.last?.post == whole.nodes.last?.post
      return read.focus != whole.focus
        || (isElsewhere && variant.path.count > 1 && !keepsLast)
    }

    #expect(whole.nodes.count == 6)
    #expect(lost.map(\.path) == [])
  }

  @Test func `a malformed session reply is either readable and storable, or refused`() throws {
    let session = try BlueskySample.json("session")

    for variant in session.variants {
      guard
        let read = BlueskyAccountSecret(
          reply: variant.json, at: BlueskyServerAndPinnedFeeds(server: "https://asked.example"))
      else {
        #expect(variant.path.isEmpty || variant.path[0].hasSuffix("Jwt"), "\(variant.path)")
        continue
      }
      #expect(read.home.server.hasPrefix("https://"), "\(variant.path)")
      #expect(BlueskyAccountSecret(read.secret) == read, "\(variant.path)")
    }
  }

  @Test func `malformed moderation preferences hide no additional posts`() {
    let preferences: JSON = [
      "preferences": [
        ["$type": "app.bsky.actor.defs#adultContentPref", "enabled": true],
        [
          "$type": "app.bsky.actor.defs#contentLabelPref", "label": "porn", "visibility": "warn",
          "labelerDid": "did:plc:x",
        ],
        [
          "$type": "app.bsky.actor.defs#mutedWordsPref",
          "items": [["value": "fog", "targets": ["content", "tag"], "expiresAt": "2027-01-01"]],
        ], ["$type": "app.bsky.actor.defs#hiddenPostsPref", "items": ["at://a/b/c"]],
        ["$type": "app.bsky.actor.defs#feedViewPref", "feed": "home", "hideReplies": true],
        [
          "$type": "app.bsky.actor.defs#labelersPref", "labelers": [["did": "did:plc:labels"]],
        ],
      ]
    ]

    let hiding = preferences.variants.filter { variant in
      BlueskySample.reader(BlueskyModerationPreferences(variant.json)).posts([
        BlueskyPosts.post("1")
      ]).isEmpty
    }

    #expect(hiding.map(\.path) == [])
  }

  @Test func `an unreadable preference is skipped, the others apply`() {
    let moderation = BlueskySample.moderation(
      7, ["$type": "app.bsky.actor.defs#mutedWordsPref", "items": [["value": 7], ["value": "x"]]],
      ["$type": "app.bsky.actor.defs#adultContentPref", "enabled": true])

    #expect(moderation.words.count == 1)
    #expect(moderation.allowsAdult == true)
  }
}

extension JSONVariant {
  /// Whether the change touches nothing that a row cannot do without: the post's address and its
  /// author's id, and what labels say.
  fileprivate var isHarmless: Bool {
    guard path.count > 1, path[0] == "post" else { return path.first.map { $0 != "post" } ?? false }
    return !["uri", "author", "labels"].contains(path[1])
  }
}
