import Doubles
import FeedDomain
import Testing

@testable import FeedServices

/// What a person thinks of posts and of people.
extension BlueskyPublishingTests {
  @Test func `a like is a record under a derived key, as in the recorded request`() async throws {
    let fixture = fixture()
    let sample = try #require(try BlueskySample.json("writes").array.first)["request"]

    let outcome = try await fixture.publishing.sendChange(.mark(post, .liked, true), key: key)

    let request = try #require(fixture.transport.requests.first { $0.method == .post })
    let record = request.sentJSON["record"]
    #expect(fixture.asked.first == getPost)
    #expect(request.url.hasSuffix("/xrpc/com.atproto.repo.putRecord"))
    #expect(request.sentJSON["repo"] == sample["body"]["repo"])
    #expect(request.sentJSON["collection"] == sample["body"]["collection"])
    #expect(request.sentJSON["rkey"] == .string(like))
    #expect(record.members.map(\.name) == sample["body"]["record"].members.map(\.name))
    #expect(record["subject"] == ["uri": .string(post.rawValue), "cid": "cid-1"])
    #expect(record["createdAt"] == .string(ISODate.isoDateText(fixture.world.now)))
    #expect(request.isRepeatable)
    guard case .post(let liked) = outcome else { throw FeedError.badReply }
    #expect(liked.userMarks == [.liked])
    #expect(liked.counts.likes == 1)
  }

  @Test func `the user's own post can be liked and answered before the index knows it`()
    async throws
  {
    let own = "at://\(BlueskySample.me.rawValue)/app.bsky.feed.post/k"
    let root: JSON = ["uri": "at://r/s/t", "cid": "cid-root"]
    let record: JSON = ["text": "x", "reply": ["root": root, "parent": root]]
    let fixture = BlueskyFixture { request in
      switch request.url {
      case let url where url.contains("getPosts"): .json(["posts": []])
      case let url where url.contains("getRecord"):
        .json(["uri": .string(own), "cid": "cid-own", "value": record])
      default: .json(["uri": "at://a/b/c", "cid": "cid-new"])
      }
    }
    let answer = Draft(id: Draft.ID("d"), text: "x", replyTo: Post.ID(own))

    let outcome = try await fixture.publishing.sendChange(
      .mark(Post.ID(own), .liked, true), key: key)
    _ = try await fixture.publishing.sendChange(.publish(answer), key: key)

    let sent = fixture.transport.requests.filter { $0.method == .post }.map {
      $0.sentJSON["record"]
    }
    let reference: JSON = ["uri": .string(own), "cid": "cid-own"]
    #expect(outcome == .done)
    #expect(sent.map { $0["subject"] } == [reference, .null])
    #expect(sent.last?["reply"] == ["root": root, "parent": reference])
  }

  @Test func `the user's own deleted post is reported as not found`() async {
    let fixture = BlueskyFixture { request in
      request.url.contains("getPosts")
        ? .json(["posts": []]) : .json(["error": "InvalidRequest", "message": "x"], status: 400)
    }
    let own = Post.ID("at://\(BlueskySample.me.rawValue)/app.bsky.feed.post/k")

    await #expect(throws: FeedError.notFound) {
      try await fixture.publishing.sendChange(.mark(own, .liked, true), key: key)
    }
  }

  @Test func `a like is withdrawn by its derived key, even if the index does not show it`()
    async throws
  {
    let fixture = fixture()

    let outcome = try await fixture.publishing.sendChange(.mark(post, .liked, false), key: key)

    #expect(
      fixture.asked == [
        getPost,
        #"POST com.atproto.repo.deleteRecord {"repo":"\#(BlueskySample.me.rawValue)","#
          + #""collection":"app.bsky.feed.like","rkey":"\#(like)"}"#,
      ])
    guard case .post(let unliked) = outcome else { throw FeedError.badReply }
    #expect(unliked.userMarks == [])
  }

  @Test func `a like made by another program is not doubled, and is removed on unliking`()
    async throws
  {
    let view = BlueskyPosts.post(
      "1", viewer: ["like": "at://\(BlueskySample.me.rawValue)/app.bsky.feed.like/3theirs"].json)
    let fixture = fixture(view)

    _ = try await fixture.publishing.sendChange(.mark(post, .liked, true), key: key)
    let afterLiking = fixture.asked
    _ = try await fixture.publishing.sendChange(.mark(post, .liked, false), key: key)

    #expect(afterLiking == [getPost])
    #expect(
      fixture.transport.requests.filter { $0.method == .post }.map { $0.sentJSON["rkey"].string }
        == ["3theirs", like])
  }

  @Test(
    arguments: [
      (.mark(Post.ID(BlueskyPosts.uri("1")), .liked, true), .like),
      (.mark(Post.ID(BlueskyPosts.uri("1")), .boosted, true), .repost),
      (.follow(Person.ID("did:plc:ada"), true), .follow),
      (.block(Person.ID("did:plc:ada"), true), .block),
    ] as [(PendingChange, BlueskyActionRecordKind)])
  func `a withdrawn like, boost, follow or block can be repeated while the index still shows it`(
    change: PendingChange, deed: BlueskyActionRecordKind
  ) async throws {
    let theirs = "at://\(BlueskySample.me.rawValue)/\(deed.collection)/3theirs"
    let viewer = JSON.object([.init(name: deed.viewerField, value: .string(theirs))])
    let fixture = BlueskyFixture { request in
      switch request.url {
      case let url where url.contains("getPosts"):
        .json(["posts": [BlueskyPosts.post("1", viewer: viewer)]])
      case let url where url.contains("getProfile"):
        .json(["did": "did:plc:ada", "viewer": viewer])
      default: .json(["uri": "at://a/b/c", "cid": "cid-new"])
      }
    }

    _ = try await fixture.publishing.sendChange(#require(change.inverse), key: key)
    _ = try await fixture.publishing.sendChange(change, key: key)

    let written = fixture.transport.requests.filter { $0.url.hasSuffix("putRecord") }
    let subject = change.post?.rawValue ?? change.person?.rawValue ?? ""
    #expect(
      written.map { $0.sentJSON["rkey"].string } == [
        BlueskyRecordKeyGenerator.recordKey(for: "\(deed.collection) \(subject)")
      ])
  }

  @Test func `a boost is a record, and shows at once though the index lags`() async throws {
    let fixture = BlueskyFixture { request in
      request.url.contains("getPosts")
        ? .json(["posts": [BlueskyPosts.post("1")]]) : .json(BlueskyPosts.feed("1"))
    }

    _ = try await fixture.publishing.sendChange(.mark(post, .boosted, true), key: key)
    let page = try await fixture.feeds.feedPage(of: .home, .latest)
    fixture.world.pass(.seconds(61))
    let later = try await fixture.feeds.feedPage(of: .home, .latest)

    #expect(fixture.asked[1].contains(#""collection":"app.bsky.feed.repost""#))
    #expect(page.entries.map(\.post.userMarks) == [[.boosted]])
    #expect(later.entries.map(\.post.userMarks) == [[]])
  }

  @Test func `a bookmark is stored by the server, not as a record`() async throws {
    let fixture = fixture()

    let kept = try await fixture.publishing.sendChange(.mark(post, .bookmarked, true), key: key)
    let dropped = try await fixture.publishing.sendChange(.mark(post, .bookmarked, false), key: key)

    #expect(
      fixture.asked == [
        getPost,
        #"POST app.bsky.bookmark.createBookmark {"uri":"\#(post.rawValue)","cid":"cid-1"}"#,
        #"POST app.bsky.bookmark.deleteBookmark {"uri":"\#(post.rawValue)"}"#,
      ])
    guard case .post(let marked) = kept else { throw FeedError.badReply }
    #expect(marked.userMarks == [.bookmarked])
    #expect(dropped == .done)
  }

  @Test func `liking a post that is gone fails as not found`() async {
    let fixture = BlueskyFixture(always: ["posts": []])

    await #expect(throws: FeedError.notFound) {
      try await fixture.publishing.sendChange(.mark(post, .liked, true), key: key)
    }
  }

  @Test func `the fetch of a liked post names the user's labelers`() async throws {
    let preferences: JSON = [
      "preferences": [
        [
          "$type": "app.bsky.actor.defs#labelersPref", "labelers": [["did": "did:plc:labeler"]],
        ]
      ]
    ]
    let fixture = BlueskyFixture(
      preferences: preferences, always: ["posts": [BlueskyPosts.post("1")]])

    _ = try await fixture.publishing.sendChange(.mark(post, .liked, true), key: key)

    let request = fixture.transport.requests.first { $0.url.contains("getPosts") }
    #expect(
      request?.headers["atproto-accept-labelers"]
        == "\(BlueskyModerationPreferences.labeler);redact, did:plc:labeler")
  }

  @Test func `unblocking a person reports that the user still follows them`() async throws {
    let fixture = BlueskyFixture(always: [
      "did": "did:plc:ada", "viewer": ["following": "at://x/app.bsky.graph.follow/1"],
    ])

    let outcome = try await fixture.publishing.sendChange(
      .block(Person.ID("did:plc:ada"), false), key: key)

    #expect(outcome == .relationship(Person.ID("did:plc:ada"), .followed))
  }
}
