import Doubles
import FeedDomain
import Testing

@testable import FeedServices

/// Replies as snac 2.75 and 2.96 send them.
@Suite struct SnacTests {
  private static let digest = "1f0e9d8c7b6a59483726150495a4b3c2"
  private static let stableID = "0000000000" + digest

  private func server(_ version: String) -> MastodonServer {
    var server = MastodonServer(address: "https://snac.example")
    server.software = .snac
    server.readInstanceFacts(from: ["version": .string("4.0.0 (not true; really snac/\(version))")])
    return server
  }

  private func post(_ id: String, _ more: [String: JSON] = [:]) -> JSON {
    let members: [String: JSON] = [
      "id": .string(id), "created_at": "2026-11-20T18:00:00Z", "content": "hi<br>",
      "account": ["id": "ada", "acct": "ada@snac.example"],
    ]
    return .object(
      members.merging(more) { $1 }.map { JSON.JSONMember(name: $0.key, value: $0.value) })
  }

  @Test func `the version of a snac server is snac's own, not Mastodon's`() {
    #expect(server("2.75").version == [2, 75])
    #expect(MastodonServer(stored: server("2.96").json)?.version == [2, 96])
  }

  @Test func `a snac post whose id changes with a like or edit keeps one id`() async throws {
    let fixture = MastodonFixture(.snac) { request in
      .json(
        request.url.contains("timelines")
          ? [post("1795932229" + Self.digest), post("1795932230" + Self.digest)]
          : post(
            "1795932301" + Self.digest, ["in_reply_to_id": .string("1795932229" + Self.digest)]))
    }

    let entries = try await fixture.feeds.feedPage(of: .home, .latest).entries
    let later = try await fixture.feeds.post(Post.ID(Self.stableID))

    #expect(Set(entries.map(\.id.rawValue)) == [Self.stableID])
    #expect(later.id == Post.ID(Self.stableID))
    #expect(later.reply?.post == Post.ID(Self.stableID))
    #expect(fixture.asked.last == "GET /api/v1/statuses/\(Self.stableID)")
  }

  @Test func `ids of other software, and other ids of snac, are unchanged`() {
    let id = "1795932229" + Self.digest
    #expect(MastodonSoftware.mastodon.stablePostID(id) == id)
    #expect(MastodonSoftware.snac.stablePostID("1795932308697604") == "1795932308697604")
    #expect(MastodonSoftware.snac.stablePostID("snac" + id) == "snac" + id)
  }

  @Test func `a read position with a changed snac id is the same entry`() async throws {
    let fixture = MastodonFixture(
      .snac, always: ["home": ["last_read_id": .string("1795932229" + Self.digest)]])

    #expect(try await fixture.markers.lastReadEntry(in: .home) == FeedEntry.ID(Self.stableID))
  }

  @Test func `the read position sent to snac is a server id, also for boosts of the same post`()
    async throws
  {
    func boost(by person: String) -> JSON {
      [
        "id": .string("1795932229" + Self.digest), "account": ["id": .string(person)],
        "reblog": post("1795932229" + Self.digest),
      ]
    }
    let fixture = MastodonFixture(.snac, always: [boost(by: "bo"), boost(by: "cy")])
    let entries = try await fixture.feeds.feedPage(of: .home, .latest).entries

    _ = try await fixture.markers.sendLastReadEntryUnlessConflict(entries[1].id, in: .home)

    #expect(entries[0].id != entries[1].id)
    #expect(fixture.asked.last == "POST /api/v1/markers home[last_read_id]=\(Self.stableID)")
  }

  @Test(
    arguments: [
      (.unlisted, "public", "2.75", .unlisted), (.mentioned, "private", "2.75", .mentioned),
      (.everybody, "public", "2.75", .everybody), (.mentioned, "public", "2.75", .everybody),
      (.unlisted, "public", "2.96", .everybody), (.followers, "private", "2.96", .followers),
    ] as [(Visibility, String, String, Visibility)])
  func `an older snac's coarse visibility does not raise an exposure alarm`(
    asked: Visibility, told: String, version: String, shown: Visibility
  ) async throws {
    let fixture = MastodonFixture(
      at: server(version), always: post("7", ["visibility": .string(told)]))
    let draft = Draft(id: Draft.ID("d"), text: "hi", visibility: asked)

    let outcome = try await fixture.publishing.sendChange(.publish(draft), key: OutboxItem.ID("k"))

    guard case .post(let post) = outcome else { throw FeedError.badReply }
    #expect(post.visibility == shown)
    #expect((UnintendedPostExposure(of: post, publishedAs: draft) != nil) == (asked != shown))
  }

  @Test func `visibilities and polls that an older snac mishandles are not offered`() {
    #expect(server("2.75").limits.visibilities == [.everybody, .unlisted, .mentioned])
    #expect(server("2.96").limits.visibilities == Visibility.visibleToOthers)
    #expect(server("2.89").limits.polls == nil)
    #expect(server("2.90").limits.polls != nil)
  }

  @Test func `each picture sent to snac has its own file name, the same when sent again`()
    async throws
  {
    let fixture = MastodonFixture(.snac, always: ["id": "m", "url": "https://files.example/1.png"])
    let picture = PreparedPicture(
      bytes: [1], mediaType: "image/png", size: PhotoSize(width: 1, height: 1))

    for key in ["k1", "k2", "k1"] {
      _ = try await fixture.uploads.uploadPicture(picture, altText: "", key: key) { _ in }
    }

    let names = fixture.transport.requests.compactMap { request -> String? in
      guard case .multipart(let parts) = request.body,
        case .bytes(_, let name, _) = parts[0].content
      else { return nil }
      return name
    }
    #expect(names.count == 3 && names[0] == names[2] && names[0] != names[1])
    #expect(names.allSatisfy { $0.hasSuffix(".png") && !$0.contains("k1") })
  }

  @Test(
    arguments: [
      ("a <tag> & b", "a &lt;tag> & b"), ("1 < 2 <3", "1 < 2 <3"), ("</p>", "&lt;/p>"),
      ("&lt; &#60;", "&amp;lt; &amp;#60;"), ("R&D; AT&T", "R&amp;D; AT&T"),
      ("`a<b>` <c>", "`a<b>` &lt;c>"), ("```\n<b>\n```\n<c>", "```\n<b>\n```\n&lt;c>"),
      ("~~<b>~~ ` <c>", "~~<b>~~ ` &lt;c>"), ("", ""), ("``<b>", "``&lt;b>"),
    ])
  func `tags and entities are escaped for snac so that they stay visible`(
    typed: String, sent: String
  ) async throws {
    #expect(SnacTextEscaping.textEscapedForSnac(typed) == sent)
    #expect(SnacTextEscaping.textUnescapedFromSnac(sent) == typed)
    #expect(MastodonSoftware.mastodon.textToSend(typed) == typed)
    let fixture = MastodonFixture(.snac, always: post("7"))

    let draft = Draft(id: Draft.ID("d"), text: typed)
    _ = try await fixture.publishing.sendChange(.publish(draft), key: OutboxItem.ID("k"))

    #expect(fixture.asked[0].contains(" status=\(sent) "))
  }

  @Test func `editing a snac post starts from the unescaped text`() async throws {
    let fixture = MastodonFixture(.snac) { request in
      .json(
        request.url.hasSuffix("source")
          ? ["id": "7", "text": "a &lt;tag> &amp;amp;"]
          : post("7", ["account": ["id": "me", "acct": "sol"]]))
    }

    let draft = try await fixture.editing.editableDraft(of: Post.ID("7"), as: Draft.ID("d"))

    #expect(draft.text == "a <tag> &amp;")
  }

  @Test func `a count of zero at snac is unknown`() {
    let person: JSON = [
      "id": "1", "acct": "ada", "followers_count": 0, "following_count": 3, "statuses_count": 0,
    ]

    #expect(
      MastodonSample.reader(.snac).parsedPerson(person)?.counts
        == .init(followers: nil, following: 3, posts: nil))
    #expect(
      MastodonSample.reader(.mastodon).parsedPerson(person)?.counts
        == .init(followers: 0, following: 3, posts: 0))
    #expect(
      MastodonSample.reader(.snac).parsedPerson(["id": "1", "followers_count": 0])?.counts == nil)
  }

  @Test func `a snac notification about a boosted post shows the post`() {
    let json: JSON = [
      [
        "id": "1", "type": "favourite", "account": ["id": "bo", "acct": "bo"],
        "status": post("7", ["content": "", "reblog": post("7", ["content": "The harbour<br>"])]),
      ]
    ]

    let read = MastodonNotificationJSONReader(MastodonSample.reader(.snac))
      .parsedNotificationsGroupingSimilar(
        json)

    #expect(read.first?.post?.content.text.plain == "The harbour")
  }

  @Test func `a boosted snac post is opened and edited as the original post`()
    async throws
  {
    let own: JSON = ["id": "me", "acct": "sol"]
    let boost = post(
      "8",
      [
        "content": "", "account": ["id": "bo", "acct": "bo"],
        "reblog": post("7", ["content": "The harbour<br>", "account": own]),
      ])
    let fixture = MastodonFixture(.snac) { request in
      switch request.url.split(separator: "/").last {
      case "source": .json(["id": "7", "text": "The harbour"])
      case "context": .json(["ancestors": [], "descendants": []])
      default: .json(boost)
      }
    }

    let talk = try await fixture.feeds.conversation(of: Post.ID("7"))
    let draft = try await fixture.editing.editableDraft(of: Post.ID("7"), as: Draft.ID("d"))
    let outcome = try await fixture.publishing.sendChange(
      .publish(draft), key: OutboxItem.ID("k"))

    #expect(talk.nodes.map(\.post.content.text.plain) == ["The harbour"])
    #expect(talk.nodes.map(\.post.author.handle) == ["sol"])
    #expect(draft.text == "The harbour")
    guard case .post(let edited) = outcome else { throw FeedError.badReply }
    #expect(edited.id == Post.ID("7"))
  }

  @Test(arguments: [true, false])
  func `deleting at a server without deletion is refused while the post exists`(isThere: Bool)
    async throws
  {
    let fixture = MastodonFixture(.snac) { request in
      request.method == .get && isThere
        ? .json(post("7")) : .json("<h1>404 Not Found</h1>", status: 404)
    }
    var outcome: ChangeOutcome?
    var failure: FeedError?
    do throws(FeedError) {
      outcome = try await fixture.publishing.sendChange(
        .delete(Post.ID("7")), key: OutboxItem.ID("k"))
    } catch {
      failure = error
    }

    #expect(outcome == (isThere ? nil : .done))
    #expect(failure == (isThere ? .limited(.deletesNoPosts) : nil))
    #expect(fixture.asked == ["DELETE /api/v1/statuses/7", "GET /api/v1/statuses/7"])
  }

  @Test(arguments: [MastodonSoftware.snac, .mastodon])
  func `an edit with a new picture is refused at snac before it is sent`(
    software: MastodonSoftware
  ) async throws {
    let fixture = MastodonFixture(software, always: post("7"))
    let draft = Draft(
      id: Draft.ID("d"), text: "hi", editing: Post.ID("7"),
      attachments: [
        .init(posted: "m0", altText: ""), .init(path: "/a", altText: "", uploaded: "m1"),
      ])
    let limits = fixture.connection.server.limits

    let failure = await failure {
      _ = try await fixture.publishing.sendChange(.publish(draft), key: OutboxItem.ID("k"))
    }

    let isSnac = software == .snac
    #expect(
      failure
        == (isSnac ? .limited(.addsNoPictures) : nil))
    #expect(fixture.asked.isEmpty == isSnac)
    #expect(limits.draftProblem(with: draft) == (isSnac ? .picturesStay : nil))
    #expect(limits.maximumAttachmentCount(for: draft) == (isSnac ? 1 : 4))
    let new = Draft(id: draft.id, text: "hi", attachments: draft.attachments)
    #expect(limits.draftProblem(with: new) == nil)
    #expect(
      limits.draftProblem(with: draft.with(\.attachments, [draft.attachments[0]])) == nil)
  }

  @Test func `relationships that a snac reply leaves out are requested one by one`() async throws {
    let fixture = MastodonFixture(.snac) { request in
      guard request.url.contains("relationships") else {
        return .json(.array(["1", "2", "3"].map { ["id": .string($0), "acct": .string($0)] }))
      }
      let first = request.url.split(separator: "=").dropFirst().first?.prefix { $0 != "&" } ?? ""
      return .json([["id": .string(String(first)), "following": .bool(first != "2")]])
    }

    let people = try await fixture.people.people(.following(Person.ID("9")), after: nil).elements

    #expect(people.map(\.relationship) == [.followed, .stranger, .followed])
    #expect(fixture.asked.count == 4)
  }

  @Test func `an older snac's list of followers is reported as unavailable`() async throws {
    let list = PeopleList.followers(Person.ID("1"))
    let earlier = MastodonFixture(at: server("2.75"), always: [])
    let later = MastodonFixture(at: server("2.96"), always: [])

    await #expect(throws: FeedError.limited(.listsNoFollowers)) {
      try await earlier.people.people(list, after: nil)
    }
    #expect(try await later.people.people(list, after: nil).elements == [])
    #expect(earlier.asked == [] && later.asked.count == 1)
  }

  @Test func `following tags is offered since snac 2.79`() {
    #expect(!server("2.75").actions.contains(.followTag))
    #expect(server("2.79").actions.contains(.followTag))
  }

  @Test(arguments: [true, false])
  func `muting at snac uses the block call`(isMuted: Bool) async throws {
    let fixture = MastodonFixture(.snac, always: ["id": "1", "blocking": .bool(isMuted)])

    let outcome = try await fixture.publishing.sendChange(
      .mute(Person.ID("1"), isMuted), key: OutboxItem.ID("k"))

    #expect(outcome == .relationship(Person.ID("1"), isMuted ? .muted : .stranger))
    #expect(fixture.asked == ["POST /api/v1/accounts/1/\(isMuted ? "block" : "unblock")"])
  }

  @Test func `editing another person's post is refused, although snac would allow it`() async throws
  {
    let fixture = MastodonFixture(.snac) { request in
      .json(
        request.url.hasSuffix("source")
          ? ["id": "7", "text": "hi"] : post("7", ["account": ["id": "bo", "acct": "bo"]]))
    }

    await #expect(throws: FeedError.limited(.postOfOthers)) {
      try await fixture.editing.editableDraft(of: Post.ID("7"), as: Draft.ID("d"))
    }
    #expect(fixture.asked.count == 1)
  }
}
