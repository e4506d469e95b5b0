import Doubles
import FeedDomain
import Testing

@testable import FeedServices

/// What a person does, at a server.
@Suite struct MastodonPublishingTests {
  private let key = OutboxItem.ID("key-1")

  @Test(
    arguments: [
      (.mark(Post.ID("1"), .liked, true), "/api/v1/statuses/1/favourite"),
      (.mark(Post.ID("1"), .liked, false), "/api/v1/statuses/1/unfavourite"),
      (.mark(Post.ID("1"), .boosted, true), "/api/v1/statuses/1/reblog"),
      (.mark(Post.ID("1"), .boosted, false), "/api/v1/statuses/1/unreblog"),
      (.mark(Post.ID("1"), .bookmarked, true), "/api/v1/statuses/1/bookmark"),
      (.mark(Post.ID("1"), .bookmarked, false), "/api/v1/statuses/1/unbookmark"),
      (.mark(Post.ID("1"), .pinned, true), "/api/v1/statuses/1/pin"),
      (.mark(Post.ID("1"), .pinned, false), "/api/v1/statuses/1/unpin"),
      (.mark(Post.ID("1"), .conversationMuted, true), "/api/v1/statuses/1/mute"),
      (.mark(Post.ID("1"), .conversationMuted, false), "/api/v1/statuses/1/unmute"),
      (.follow(Person.ID("2"), true), "/api/v1/accounts/2/follow"),
      (.follow(Person.ID("2"), false), "/api/v1/accounts/2/unfollow"),
      (.mute(Person.ID("2"), true), "/api/v1/accounts/2/mute"),
      (.block(Person.ID("2"), false), "/api/v1/accounts/2/unblock"),
      (.answerFollowRequest(Person.ID("2"), true), "/api/v1/follow_requests/2/authorize"),
      (.answerFollowRequest(Person.ID("2"), false), "/api/v1/follow_requests/2/reject"),
    ] as [(PendingChange, String)])
  func `each change is sent to its API path`(change: PendingChange, path: String) async throws {
    let fixture = MastodonFixture(always: [:])

    let outcome = try await fixture.publishing.sendChange(change, key: key)

    #expect(outcome == .done)
    #expect(fixture.asked == ["POST \(path)"])
  }

  @Test func `a follow request answered elsewhere counts as answered`() async throws {
    let fixture = MastodonFixture { _ in .json(["error": "Record not found"], status: 404) }

    let outcome = try await fixture.publishing.sendChange(
      .answerFollowRequest(Person.ID("2"), true), key: key)

    #expect(outcome == .done)
  }

  @Test func `a boost's reply yields the boosted post`() async throws {
    let fixture = MastodonFixture(always: ["id": "9", "reblog": MastodonPosts.post("1")])

    let outcome = try await fixture.publishing.sendChange(
      .mark(Post.ID("1"), .boosted, true), key: key)

    guard case .post(let post) = outcome else { throw FeedError.badReply }
    #expect(post.id == Post.ID("1"))
  }

  @Test(
    arguments: [
      (.liked, "favourited"), (.boosted, "reblogged"), (.bookmarked, "bookmarked"),
      (.pinned, "pinned"), (.conversationMuted, "muted"),
    ]
      as [(Post.UserPostMarks, String)], MastodonSoftware.allCases)
  func `a reply that denies the mark is a refusal`(
    mark: (action: Post.UserPostMarks, field: String), software: MastodonSoftware
  ) async throws {
    func outcome(_ value: JSON?, isDone: Bool = true) async throws -> ChangeOutcome {
      var told = MastodonPosts.post("1").members
      if let value { told.append(.init(name: mark.field, value: value)) }
      let fixture = MastodonFixture(software, always: .object(told))
      return try await fixture.publishing.sendChange(
        .mark(Post.ID("1"), mark.action, isDone), key: key)
    }

    // Relatives of Misskey never report these marks.
    if software == .other, [.bookmarked, .pinned].contains(mark.action) {
      #expect(try await outcome(false) == .done)
    } else {
      await #expect(throws: FeedError.refused(nil)) { try await outcome(false) }
    }
    // Some do not tell, or tell it late where something is taken back.
    for value in [true, nil, .null, 0, "false"] as [JSON?] { _ = try await outcome(value) }
    for value in [true, false, nil] as [JSON?] { _ = try await outcome(value, isDone: false) }
  }

  @Test func `a boost in the reply counts as done, whatever its flags say`() async throws {
    let inside: JSON = .object(
      MastodonPosts.post("1").members + [.init(name: "reblogged", value: false)])
    let fixture = MastodonFixture(
      .akkoma, always: ["id": "9", "reblogged": false, "reblog": inside])

    let outcome = try await fixture.publishing.sendChange(
      .mark(Post.ID("1"), .boosted, true), key: key)

    guard case .post = outcome else { throw FeedError.badReply }
  }

  @Test func `Pixelfed's reply to a like is not used as the post`() async throws {
    let fixture = MastodonFixture(.pixelfed, always: MastodonPosts.post("1"))

    let outcome = try await fixture.publishing.sendChange(
      .mark(Post.ID("1"), .liked, true), key: key)

    #expect(outcome == .done)
  }

  @Test func `a refusal carries the server's message`() async {
    let fixture = MastodonFixture { _ in .json(["error": "Too modest"], status: 422) }

    await #expect(throws: FeedError.refused("Too modest")) {
      try await fixture.publishing.sendChange(.mark(Post.ID("1"), .liked, true), key: key)
    }
  }

  @Test func `deleting a post that is gone succeeds`() async throws {
    let fixture = MastodonFixture { _ in .json(["error": "Record not found"], status: 404) }

    let outcome = try await fixture.publishing.sendChange(.delete(Post.ID("1")), key: key)

    #expect(outcome == .done)
    #expect(fixture.asked == ["DELETE /api/v1/statuses/1", "GET /api/v1/statuses/1"])
  }

  @Test func `a post is sent with all its parts under its idempotency key`() async throws {
    let fixture = MastodonFixture(always: MastodonPosts.post("7"))
    let draft = Draft(
      id: Draft.ID("d"), text: "Hi & bye", warning: "tea", visibility: .followers,
      replyTo: Post.ID("3"), quoting: Post.ID("4"),
      attachments: [.init(path: "/a", altText: "A", uploaded: "m1")])

    let outcome = try await fixture.publishing.sendChange(.publish(draft), key: key)

    guard case .post(let post) = outcome else { throw FeedError.badReply }
    let request = try #require(fixture.transport.requests.first)
    #expect(post.id == Post.ID("7"))
    #expect(request.headers["Idempotency-Key"] == "key-1")
    #expect(!request.isRepeatable)
    #expect(
      request.line
        == "POST /api/v1/statuses json quoted_status_id=4 status=Hi & bye visibility=private "
        + "in_reply_to_id=3 spoiler_text=tea sensitive=true media_ids[]=m1")
  }

  @Test func `pictures can be sensitive without a warning`() async throws {
    let fixture = MastodonFixture(always: MastodonPosts.post("7"))
    let draft = Draft(
      id: Draft.ID("d"), text: "Hi", attachments: [.init(path: "/a", altText: "A", uploaded: "m1")],
      isSensitive: true)

    _ = try await fixture.publishing.sendChange(.publish(draft), key: key)

    #expect(
      fixture.asked
        == ["POST /api/v1/statuses json status=Hi visibility=public sensitive=true media_ids[]=m1"])
  }

  @Test func `a quote becomes a link if the server does not support quotes`() async throws {
    let fixture = MastodonFixture(apiVersion: 0) { request in
      request.method == .get
        ? .json(["url": "https://x.example/@ada/4"]) : .json(MastodonPosts.post("7"))
    }
    let draft = Draft(id: Draft.ID("d"), text: "Look", quoting: Post.ID("4"))

    _ = try await fixture.publishing.sendChange(.publish(draft), key: key)

    #expect(
      fixture.asked.last
        == "POST /api/v1/statuses json status=Look\n\nhttps://x.example/@ada/4 visibility=public")
  }

  @Test(arguments: MastodonSoftware.allCases)
  func `a post that arrived despite a lost reply is not published again`(
    software: MastodonSoftware
  ) async throws {
    let arrived: JSON = [
      "id": "8", "created_at": "2026-11-20T18:00:00Z", "account": ["id": "me"],
      "content":
        "<p>Hi <a href=\"https://x.example/@ada\" class=\"mention\">@ada</a>, see <a href=\"https://y.example/long\">y.example…</a></p>",
    ]
    let fixture = MastodonFixture(software, always: [MastodonPosts.post("9", by: "me"), arrived])
    let draft = Draft(id: Draft.ID("d"), text: "Hi @ada@x.example, see https://y.example/long")
    let begun = try #require(ISODate.parsedTimestamp("2026-11-20T18:00:00Z"))

    let outcome = try await fixture.publishing.resend(.publish(draft), key: key, since: begun)

    guard case .post(let post) = outcome else { throw FeedError.badReply }
    #expect(post.id == Post.ID("8"))
    let home = software == .snac ? ["GET /api/v1/timelines/home?limit=40"] : []
    #expect(
      fixture.asked == ["GET /api/v1/accounts/me/statuses?limit=20&exclude_reblogs=true"] + home)
  }

  @Test(arguments: ["Hi", "Something else", ""], [MastodonSoftware.mastodon, .gotosocial])
  func `a post that did not arrive is sent again only where idempotency keys are known`(
    text: String, software: MastodonSoftware
  ) async throws {
    let fixture = MastodonFixture(software) { request in
      request.method == .get
        ? .json([
          [
            "id": "8", "created_at": "2026-11-20T12:00:00Z", "account": ["id": "me"],
            "content": "<p>Hi</p>",
          ]
        ]) : .json(MastodonPosts.post("9"))
    }
    let draft = Draft(id: Draft.ID("d"), text: text)
    let begun = try #require(ISODate.parsedTimestamp("2026-11-20T18:01:00Z"))

    let failure = await failure {
      _ = try await fixture.publishing.resend(
        .publish(draft), key: key, since: begun, known: [Post.ID("8")])
    }

    #expect(failure == (software == .mastodon ? nil : .outcomeUnknown))
    let request = try #require(fixture.transport.requests.last)
    #expect((request.method == .post) == (software == .mastodon))
    #expect(request.headers["Idempotency-Key"] == (software == .mastodon ? "key-1" : nil))
  }

  @Test(
    arguments: [
      (59, .undecided), (60, .repeatable), (49 * 60, .repeatable), (3600, .unknown),
    ] as [(Int, DeliveryCheckResult)])
  func `an idempotency key is relied on between one minute and an hour after the attempt`(
    seconds: Int, expected: DeliveryCheckResult
  ) async throws {
    let fixture = MastodonFixture(always: [MastodonPosts.post("7", by: "me")])
    let begun = fixture.world.now.timeAdvanced(by: .seconds(-seconds))
    let draft = Draft(id: Draft.ID("d"), text: "Hi")

    let found = try await fixture.publishing.askWhetherDelivered(
      .publish(draft), key: key,
      after: PossiblyArrivedSendAttempts(
        firstAttempt: begun, lastAttempt: begun, earlierPosts: [Post.ID("7")]))

    #expect(found == expected)
  }

  @Test(
    arguments: [
      (.akkoma, 1, 0, "key-1"), (.akkoma, 1, 1, "key-1-1"), (.akkoma, 2, 0, nil),
      (.akkoma, 3, 2, nil), (.mastodon, 3, 2, "key-1-2"), (.pixelfed, 1, 0, "key-1"),
      (.pixelfed, 2, 0, nil),
    ] as [(MastodonSoftware, Int, Int, String?)])
  func `a retry after a refusal uses a new idempotency key`(
    software: MastodonSoftware, attempts: Int, refusals: Int, sent: String?
  ) async throws {
    let fixture = MastodonFixture(software) { request in
      request.method == .get ? .json([]) : .json(MastodonPosts.post("9"))
    }
    let change = PendingChange.publish(Draft(id: Draft.ID("d"), text: "Hi"))
    let now = fixture.world.now
    let item = OutboxItem(
      id: key, account: Account.ID("a"), change: change, state: .sending, attempts: attempts,
      refusals: refusals, createdAt: now,
      earlierAttempts: attempts > 1
        ? PossiblyArrivedSendAttempts(firstAttempt: now, lastAttempt: now) : nil)

    _ = try await fixture.publishing.sendChange(change, of: item)

    let request = try #require(fixture.transport.requests.last)
    #expect(request.method == .post)
    #expect(request.headers["Idempotency-Key"] == sent)
  }

  @Test func `a vote is sent to the post's poll`() async throws {
    let poll: JSON = [
      "id": "p", "options": [["title": "a", "votes_count": 1], ["title": "b", "votes_count": 0]],
    ]
    guard case .object(let members) = MastodonPosts.post("1") else { return }
    let asking = JSON.object(members + [.init(name: "poll", value: poll)])
    let fixture = MastodonFixture { request in .json(request.method == .get ? asking : poll) }

    let outcome = try await fixture.publishing.sendChange(.vote(Post.ID("1"), [1, 0]), key: key)

    guard case .post(let post) = outcome else { throw FeedError.badReply }
    #expect(post.content.poll?.chosenOptions == [0, 1])
    #expect(
      fixture.asked == [
        "GET /api/v1/statuses/1", "POST /api/v1/polls/p/votes choices[]=0 choices[]=1",
      ])
  }

  @Test func `a picture is uploaded, and waited for until it is processed`() async throws {
    let fixture = MastodonFixture { request in
      switch (request.method, request.url.hasSuffix("/m1")) {
      case (.post, _): .json(["id": "m1", "url": nil], status: 202)
      default: .json(["id": "m1", "url": "https://files.example/1.jpg"])
      }
    }
    let picture = PreparedPicture(
      bytes: [1, 2], mediaType: "image/png", size: PhotoSize(width: 1, height: 1))

    let name = try await fixture.uploads.uploadPicture(picture, altText: "A cup", key: "k") { _ in }

    #expect(name == "m1")
    #expect(fixture.asked == ["POST /api/v2/media", "GET /api/v1/media/m1"])
    #expect(fixture.world.slept == [.seconds(1)])
    #expect(
      fixture.transport.requests.first?.body
        == .multipart([
          HTTPFormPart(
            name: "file",
            content: .bytes([1, 2], fileName: "picture-af63e64c8601fd8a.png", type: "image/png")),
          HTTPFormPart(name: "description", content: .text("A cup")),
        ]))
  }

  @Test(arguments: [404, 405])
  func `an older server gets pictures at the older path`(status: Int) async throws {
    let fixture = MastodonFixture { request in
      request.url.contains("/v2/")
        ? .json([:], status: status) : .json(["id": "m1", "url": "https://files.example/1.jpg"])
    }
    let picture = PreparedPicture(
      bytes: [1], mediaType: "image/jpeg", size: PhotoSize(width: 1, height: 1))

    _ = try await fixture.uploads.uploadPicture(picture, altText: "", key: "k") { _ in }

    #expect(fixture.asked == ["POST /api/v2/media", "POST /api/v1/media"])
  }

  @Test func `muting and unmuting report the relationship`() async throws {
    let fixture = MastodonFixture(always: ["id": "2", "following": true, "muting": false])
    let muting = MastodonFixture(always: ["id": "2", "following": true, "muting": true])

    let freed = try await fixture.publishing.sendChange(.mute(Person.ID("2"), false), key: key)
    let muted = try await muting.publishing.sendChange(.mute(Person.ID("2"), true), key: key)

    #expect(freed == .relationship(Person.ID("2"), .followed))
    #expect(muted == .relationship(Person.ID("2"), .mutedFollowed))
    #expect(fixture.asked == ["POST /api/v1/accounts/2/unmute"])
  }
}
