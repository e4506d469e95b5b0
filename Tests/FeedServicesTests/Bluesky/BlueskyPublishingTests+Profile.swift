import Doubles
import FeedDomain
import Testing

@testable import FeedServices

/// What stands at the top of a profile, and conversations one hears no more of.
extension BlueskyPublishingTests {
  /// A server with that post and that profile, where another program may change the profile first.
  private func fixture(profile: JSON?, isOvertaken: Bool = false) -> BlueskyFixture {
    let hasRefused = Flag()
    return BlueskyFixture { request in
      switch request.url {
      case let url where url.contains("getPosts"): return .json(["posts": [BlueskyPosts.post("1")]])
      case let url where url.contains("getRecord"):
        guard let profile else { return .json(["error": "RecordNotFound"], status: 400) }
        return .json(["uri": "at://p", "cid": "cid-p", "value": profile])
      case let url where url.contains("putRecord") && isOvertaken && !hasRefused.isUp:
        hasRefused.raise()
        return .json(["error": "InvalidSwap"], status: 400)
      default: return .json(["uri": "at://a/b/c", "cid": "cid-new"])
      }
    }
  }

  private func pin(_ fixture: BlueskyFixture, _ isDone: Bool = true) async throws -> [JSON] {
    _ = try await fixture.publishing.sendChange(.mark(post, .pinned, isDone), key: key)
    return fixture.transport.requests.filter { $0.url.contains("putRecord") }.map(\.sentJSON)
  }

  private var pinned: JSON { ["uri": .string(post.rawValue), "cid": "cid-1"] }

  @Test func `pinning a post keeps the other fields of the profile`() async throws {
    let profile: JSON = [
      "$type": "app.bsky.actor.profile", "displayName": "Sol",
      "pinnedPost": ["uri": "at://old", "cid": "c"], "labels": ["values": []],
    ]

    let sent = try await pin(fixture(profile: profile))

    #expect(
      sent == [
        [
          "repo": .string(BlueskySample.me.rawValue), "collection": "app.bsky.actor.profile",
          "rkey": "self",
          "record": [
            "$type": "app.bsky.actor.profile", "displayName": "Sol", "labels": ["values": []],
            "pinnedPost": pinned,
          ], "swapRecord": "cid-p",
        ]
      ])
  }

  @Test func `pinning a post creates a missing profile`() async throws {
    let sent = try #require(try await pin(fixture(profile: nil)).first)

    #expect(sent["record"] == ["$type": "app.bsky.actor.profile", "pinnedPost": pinned])
    #expect(sent.members.contains { $0.name == "swapRecord" && $0.value.isNull })
  }

  @Test func `unpinning removes only that post's pin, and an unchanged pin is not written`()
    async throws
  {
    let taken = try await pin(
      fixture(profile: ["displayName": "Sol", "pinnedPost": pinned]), false)
    let other = try await pin(
      fixture(profile: ["pinnedPost": ["uri": "at://old", "cid": "c"]]), false)
    let again = try await pin(fixture(profile: ["pinnedPost": pinned]))

    #expect(
      taken.map { $0["record"] } == [["$type": "app.bsky.actor.profile", "displayName": "Sol"]])
    #expect(other == [] && again == [])
  }

  @Test func `a profile that another program changed meanwhile is read again before writing`()
    async throws
  {
    let fixture = fixture(profile: ["displayName": "Sol"], isOvertaken: true)

    let sent = try await pin(fixture)

    #expect(sent.count == 2)
    #expect(fixture.asked.count { $0.contains("getRecord") } == 2)
  }

  @Test func `editing the profile's name and bio keeps its other fields`() async throws {
    let fixture = fixture(profile: ["displayName": "Sol", "avatar": "a", "pinnedPost": pinned])
    let act = ServiceAction(.profile, "me", answers: [.name: "Sol II", .words: "Sails."])
    #expect(
      try await fixture.extras.ownProfileFormValues() == [
        .name: "Sol", .words: "", .portrait: "", .banner: "",
      ])

    _ = try await fixture.publishing.sendChange(.serviceAction(act), key: key)

    #expect(
      fixture.transport.requests.last?.sentJSON["record"] == [
        "$type": "app.bsky.actor.profile", "avatar": "a", "pinnedPost": pinned,
        "description": "Sails.", "displayName": "Sol II",
      ])
  }

  @Test(arguments: [(true, "muteThread"), (false, "unmuteThread")])
  func `a conversation is muted by its root post`(isDone: Bool, method: String) async throws {
    let reply: JSON = ["root": ["uri": "at://root", "cid": "r"]]
    for (view, root) in [
      (BlueskyPosts.post("1"), post.rawValue),
      (BlueskyPosts.post("1", reply: reply), "at://root"),
    ] {
      let fixture = fixture(view)

      _ = try await fixture.publishing.sendChange(.mark(post, .conversationMuted, isDone), key: key)

      #expect(fixture.asked.last == #"POST app.bsky.graph.\#(method) {"root":"\#(root)"}"#)
    }
  }

  @Test func `a person's pinned post is read from their profile`() async throws {
    let fixture = BlueskyFixture { [post] request in
      request.url.contains("getProfile")
        ? .json(["did": "did:plc:ada", "pinnedPost": ["uri": .string(post.rawValue), "cid": "c"]])
        : .json(["posts": [BlueskyPosts.post("1", viewer: ["pinned": true, "threadMuted": true])]])
    }
    let nothing = BlueskyFixture(always: ["did": "did:plc:ada"])

    let posts = try await fixture.extras.pinnedPosts(of: Person.ID("did:plc:ada"))

    #expect(posts.map(\.id) == [post] && posts.first?.userMarks == [.pinned, .conversationMuted])
    #expect(try await nothing.extras.pinnedPosts(of: Person.ID("did:plc:ada")) == [])
  }
}
