import Doubles
import FeedDomain
import Testing

@testable import FeedServices

/// Replies that only some forks and relatives of Mastodon send.
@Suite struct ServerVariantTests {
  private let key = OutboxItem.ID("k")

  private static func reply(_ text: String, status: Int) -> HTTPReply {
    HTTPReply(status: status, body: Array(text.utf8))
  }

  // MARK: - Errors

  @Test(
    arguments: [
      ("{\"error\":\"Invalid credentials.\"}", .signedOut),
      ("{\"error\":\"Insufficient permissions: write:statuses.\"}", nil),
      ("{\"error\":\"This action is not allowed\"}", nil),
    ] as [(String, FeedError?)])
  func `Pleroma's status 403 for an expired token is told apart from a refused action`(
    body: String, serviceSpecificError: FeedError?
  ) {
    let reply = Self.reply(body, status: 403)

    #expect(MastodonRequestRules().serviceSpecificError(in: reply) == serviceSpecificError)
    #expect(
      MastodonRequestRules().reportsExpiredToken(reply) == (serviceSpecificError == .signedOut))
  }

  @Test func `an action that Friendica does not implement is refused despite status 200`()
    async throws
  {
    let fixture = MastodonFixture(
      .other, always: ["error": "POST /note is not implemented", "error_description": "Later."])
    let note = ServiceAction(.note, "7", answers: [.words: "Rye"])

    await #expect(throws: FeedError.refused("Later.")) {
      try await fixture.publishing.sendChange(.serviceAction(note), key: key)
    }
  }

  @Test(arguments: ["{\"errors\":[]}", "[]", "{\"error\":null}", "{\"error\": \"", ""])
  func `a successful reply without an error is none`(body: String) {
    #expect(MastodonRequestRules().serviceSpecificError(in: Self.reply(body, status: 200)) == nil)
  }

  @Test func `a call that a server states to lack is not temporary`() {
    #expect(
      MastodonRequestRules().serviceSpecificError(in: Self.reply("", status: 501)) == .notFound)
  }

  @Test(
    arguments: [
      ("{\"error\":{\"message\":\"No such note.\",\"code\":\"NO_SUCH_NOTE\"}}", "No such note."),
      ("{\"detail\":\"Too long\"}", "Too long"), ("\"Too long\"", "Too long"),
      ("{\"error\":\"x\",\"error_description\":\"Too long\"}", "Too long"),
      ("{\"error\":{\"code\":\"X\"}}", nil), ("<h1>no</h1>", nil), ("[]", nil),
    ] as [(String, String?)])
  func `a refusal's message is found in each form`(body: String, message: String?) {
    #expect(Self.reply(body, status: 400).serviceMessage == message)
  }

  @Test func `an empty reply to an action is a success`() async throws {
    let fixture = MastodonFixture { _ in HTTPReply(status: 200) }

    let outcome = try await fixture.publishing.sendChange(
      .serviceAction(ServiceAction(.makeList, "Rye")), key: key)

    #expect(outcome == .done)
  }

  // MARK: - Servers

  @Test(
    arguments: [
      (
        ["software": ["name": "Fedibird"], "metadata": ["upstream": ["name": "mastodon"]]],
        .mastodon
      ),
      (
        ["software": ["name": "newfork"], "metadata": ["upstream": ["name": "mastodon"]]], .mastodon
      ),
      (["software": ["name": "hometown"]], .mastodon), (["software": ["name": "rebased"]], .akkoma),
      (["software": ["name": "sharkey"], "metadata": []], .other), ([], .other),
    ] as [(JSON, MastodonSoftware)])
  func `forks are recognised by name or origin`(nodeInfo: JSON, software: MastodonSoftware) {
    #expect(MastodonSoftware(nodeinfo: nodeInfo) == software)
  }

  @Test(arguments: [400, 403, 404, 406, 500, 501])
  func `a server that refuses or fails at the newer instance call is asked the older one`(
    status: Int
  ) async throws {
    let stub = StubNetwork { request in
      request.url.hasSuffix("/api/v1/instance")
        ? .json(["version": "2.8.0 (compatible; Friendica 2024.12)", "max_toot_chars": 200_000])
        : .json(["error": "x"], status: status)
    }

    let server = try await MastodonServerFinder(network: stub.network).fetchServer(
      at: StubNetwork.home)

    #expect(server.characters == 200_000)
    #expect(server.software == .other)
  }

  @Test func `a nodeinfo page stated with http is asked by https`() async throws {
    let stub = StubNetwork { request in
      switch request.url {
      case "\(StubNetwork.home)/.well-known/nodeinfo":
        .json([
          "links": [
            [
              "rel": "http://nodeinfo.diaspora.software/ns/schema/2.0",
              "href": "http://home.example/nodeinfo/2.0",
            ]
          ]
        ])
      case "\(StubNetwork.home)/nodeinfo/2.0": .json(["software": ["name": "gotosocial"]])
      default: .json(["version": "0.20.1"])
      }
    }

    let server = try await MastodonServerFinder(network: stub.network).fetchServer(
      at: StubNetwork.home)

    #expect(server.software == .gotosocial)
    #expect(server.canSchedule)
  }

  @Test(arguments: ["application/activity+json", "application/ld+json; profile=\"x\""])
  func `a handle's server is found where its own web server refuses unknown paths`(type: String)
    async throws
  {
    let stub = StubNetwork { request in
      if request.url.contains("webfinger") {
        return .json([
          "links": [
            ["rel": "self", "type": .string(type), "href": "https://social.example.org/users/ada"]
          ]
        ])
      }
      return request.url.hasPrefix("https://social.example.org/api/v2/")
        ? .json(["version": "4.5.0", "api_versions": ["mastodon": 7]])
        : HTTPReply(status: 403)
    }
    let name = try #require(TypedServerAddress("ada@home.example"))

    let server = try await MastodonServerFinder(network: stub.network).findServer(name)

    #expect(server.address == "https://social.example.org")
    #expect(server.software == .mastodon)
  }

  private func mastodon(_ version: String) -> MastodonServer {
    var server = MastodonServer(address: "https://t.example")
    server.software = .mastodon
    server.readInstanceFacts(from: ["version": .string(version)])
    return server
  }

  @Test func `an old Mastodon server offers nothing that came later`() {
    let (oldest, old, new) = (mastodon("2.9.3"), mastodon("3.4.1"), mastodon("4.2.0+glitch"))

    #expect(!oldest.edits && !old.edits && new.edits && mastodon("").edits)
    #expect(!oldest.storesReadPositions && old.storesReadPositions)
    #expect(!oldest.marks.contains(.bookmarked) && old.marks.contains(.bookmarked))
    #expect(!oldest.streams.contains(.bookmarks) && old.streams.contains(.bookmarks))
    #expect(!old.streams.contains(.trending) && new.streams.contains(.trending))
    #expect(!old.limits.canEditAltTexts && new.limits.canEditAltTexts)
    #expect(oldest.actions.isDisjoint(with: [.note, .tellOfPosts, .muteFor, .followTag]))
    #expect(oldest.actions.contains(.filter) && !mastodon("2.4.2").actions.contains(.filter))
    #expect(old.actions.isSuperset(of: [.note, .tellOfPosts, .muteFor, .report]))
    #expect(new.actions.isSuperset(of: [.note, .followTag, .filter]))
    #expect(oldest.extras.isDisjoint(with: [.trends, .announcements, .editions]))
    #expect(oldest.extras.contains(.wordFilters))
    #expect(!mastodon("2.4.2").extras.contains(.wordFilters))
    #expect(old.extras.isSuperset(of: [.trends, .announcements]))
    #expect(new.extras.isSuperset(of: [.trends, .announcements, .editions, .wordFilters]))
  }

  @Test func `Friendica offers no polls and Mitra no warnings, since they drop both`() throws {
    var friendica = MastodonServer(address: "https://t.example")
    friendica.readInstanceFacts(from: ["version": "2.8.0 (compatible; Friendica 2024.12)"])
    var mitra = MastodonServer(address: "https://t.example")
    mitra.readInstanceFacts(from: ["version": "4.0.0 (compatible; Mitra 4.5.0)"])
    let stored = try #require(MastodonServer(stored: mitra.json))

    #expect(friendica.limits.polls == nil && friendica.limits.allowsWarning)
    #expect(mitra.limits.polls != nil && !mitra.limits.allowsWarning)
    #expect(!stored.limits.allowsWarning)
  }

  @Test func `Mitra offers no unlisted posts, since it publishes them as public`() throws {
    var mitra = MastodonServer(address: "https://t.example")
    mitra.readInstanceFacts(from: ["version": "4.0.0 (compatible; Mitra 4.5.0)"])
    let stored = try #require(MastodonServer(stored: mitra.json))

    #expect(mitra.limits.visibilities == [.everybody, .followers, .mentioned])
    #expect(stored.limits.visibilities == mitra.limits.visibilities)
    #expect(mastodon("4.5.0").limits.visibilities.contains(.unlisted))
  }

  @Test(
    arguments: [
      (HTTPReply(status: 404), false), (.json([:]), false), (.json([]), false),
      (.json([["id": "1"]]), true), (.json(["error": "x"], status: 500), false),
    ] as [(HTTPReply, Bool)])
  func `an unknown server offers trending posts if it returns some`(
    reply: HTTPReply, offers: Bool
  ) async throws {
    let stub = StubNetwork { request in
      if request.url.contains("/api/v1/trends/statuses") { return reply }
      return request.url.hasSuffix("/api/v1/instance")
        ? .json(["version": "2.8.0 (compatible; Friendica 2024.12)"])
        : .json(["error": "x"], status: 404)
    }

    let server = try await MastodonServerFinder(network: stub.network).fetchServer(
      at: StubNetwork.home)
    let stored = try #require(MastodonServer(stored: server.json))

    #expect(server.streams.contains(.trending) == offers)
    #expect(stored.streams.contains(.trending) == offers)
    #expect(!MastodonServer(address: "https://t.example").streams.contains(.trending))
  }

  @Test(
    arguments: [
      ["configuration": ["statuses": ["characters_reserved_per_url": 0]]], [:],
      ["configuration": ["statuses": ["characters_reserved_per_url": -1]]],
    ] as [JSON])
  func `Pleroma counts links in full`(facts: JSON) throws {
    var server = MastodonServer(address: "https://t.example")
    let more: JSON = [
      "version": "2.7.2 (compatible; Pleroma 2.9.0)",
      "pleroma": ["metadata": ["description_limit": 5000]],
    ]
    server.readInstanceFacts(from: .object(facts.members + more.members))
    let stored = try #require(MastodonServer(stored: server.json))

    #expect(server.limits.charactersPerLink == nil && server.limits.altText == 5000)
    #expect(stored.limits.charactersPerLink == nil)
    #expect(mastodon("4.5.0").limits.charactersPerLink == 23)
  }

  // MARK: - Marks and posts

  @Test(arguments: [(Post.UserPostMarks.bookmarked, "bookmarked"), (.pinned, "pinned")])
  func `a bookmark or pin that an unknown server never reports counts as done`(
    action: Post.UserPostMarks, field: String
  ) async throws {
    let told = MastodonPosts.post("1").members + [.init(name: field, value: false)]
    let fixture = MastodonFixture(.other, always: .object(told))

    let outcome = try await fixture.publishing.sendChange(
      .mark(Post.ID("1"), action, true), key: key)

    #expect(outcome == .done)
  }

  @Test(arguments: [
    (true, true, true), (true, false, false), (false, false, true), (false, true, false),
  ])
  func `a refused mark is no failure if the post is already as wanted`(
    isDone: Bool, isMarked: Bool, isSuccess: Bool
  ) async throws {
    let told: JSON = .object(
      MastodonPosts.post("1").members + [.init(name: "reblogged", value: .bool(isMarked))])
    let fixture = MastodonFixture(.akkoma) { request in
      request.method == .get ? .json(told) : .json(["error": "Could not unrepeat"], status: 400)
    }
    let change = PendingChange.mark(Post.ID("1"), .boosted, isDone)

    guard isSuccess else {
      await #expect(throws: FeedError.refused("Could not unrepeat")) {
        try await fixture.publishing.sendChange(change, key: key)
      }
      return
    }
    let outcome = try await fixture.publishing.sendChange(change, key: key)
    guard case .post(let post) = outcome else { return #expect(Bool(false), "\(outcome)") }
    #expect(post.userMarks.contains(.boosted) == isMarked)
  }

  @Test func `an answer that the server took for a reaction is not the answered post`() async throws
  {
    let fixture = MastodonFixture(.other, always: MastodonPosts.post("7"))

    let outcome = try await fixture.publishing.sendChange(
      .publish(Draft(id: Draft.ID("d"), text: "👍", replyTo: Post.ID("7"))), key: key)

    #expect(outcome == .done)
  }

  @Test func `hidden numbers of followers are unknown, not zero`() {
    let person = MastodonSample.reader().parsedPerson([
      "id": "1", "acct": "ada", "followers_count": -1, "following_count": 3, "statuses_count": 0,
    ])

    #expect(person?.counts == .init(followers: nil, following: 3, posts: 0))
  }

  @Test(
    arguments: [
      ("list", .mentioned), ("limited", .mentioned), ("personal", .mentioned),
      ("subscribers", .mentioned), ("nonsense", .mentioned), ("local", .followers),
      ("mutuals_only", .followers), ("private", .followers), ("unlisted", .unlisted),
    ] as [(String, Visibility)])
  func `an unknown visibility is taken for the narrowest`(name: String, visibility: Visibility) {
    let post = MastodonSample.reader(.other).parsedPost([
      "id": "1", "account": ["id": "2"], "visibility": .string(name),
    ])

    #expect(post?.visibility == visibility)
  }

  @Test func `a date in the year 1 stands for none`() throws {
    let never: JSON = "0001-01-01T00:00:00.000Z"
    let reader = MastodonSample.reader(.other)
    let post = try #require(
      reader.parsedPost(["id": "1", "account": ["id": "2"], "created_at": never]))
    let details = reader.parsedProfileDetails(["created_at": never, "last_status_at": never])

    #expect(!post.isDated)
    #expect(post.content.editedAt == nil)
    #expect(details.joinedAt == nil && details.lastPostAt == nil)
    #expect(JSON.string("0002-01-01").isoDate != nil)
  }

  @Test func `an accepted quote without its post is shown as unavailable`() {
    let quote = MastodonSample.reader().parsedPost([
      "id": "1", "account": ["id": "2"],
      "quote": ["state": "accepted", "quoted_status": nil, "quoted_status_id": "9"],
    ])?.content.quote

    #expect(quote == Quote(missing: Post.ID("9"), .unknown))
  }

  @Test func `reactions are found beside an empty list under another name`() {
    let post = MastodonSample.reader(.other).parsedPost([
      "id": "1", "account": ["id": "2"], "emoji_reactions": [],
      "reactions": [["name": "🫖", "count": 2, "me": true]],
    ])

    #expect(post?.content.reactions == [Reaction("🫖", count: 2, isOwn: true, picture: nil)])
  }

  @Test(
    arguments: [
      ("emoji_reaction", .reaction), ("status_reference", .quote), ("list_status", .published),
    ] as [(String, Notification.NotificationKind)])
  func `notification types of forks have their kinds`(
    name: String, kind: Notification.NotificationKind
  ) {
    #expect(Notification.NotificationKind(mastodon: name) == kind)
  }

  @Test func `a next link without a position continues below the last post`() async throws {
    let link: HTTPHeaders = [
      "Link": "</api/v1/timelines/home?until=9>; title=\"a, b\"; rel=next"
    ]
    let fixture = MastodonFixture { _ in .json(MastodonPosts.page("9", "8"), link) }

    let page = try await fixture.feeds.feedPage(of: .home, .latest)

    #expect(page.older == Cursor("max_id=8"))
  }
}
