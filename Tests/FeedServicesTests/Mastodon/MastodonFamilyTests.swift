import Doubles
import FeedDomain
import Testing

@testable import FeedServices

/// The accents in which others speak Mastodon's language.
@Suite struct MastodonFamilyTests {
  private func entry(_ name: String, _ software: MastodonSoftware) throws -> FeedEntry {
    let json = try MastodonSample.json("compat-statuses")[name]
    return try #require(MastodonSample.reader(software).entry(json))
  }

  @Test(arguments: ["text/plain", nil] as [String?])
  func `a plain GoToSocial text keeps its lines and is not read as HTML`(type: String?) {
    let json: JSON = [
      "id": "1", "account": ["id": "2"], "content_type": type.map { JSON.string($0) } ?? .null,
      "content": "Ham &amp; <b\nSee https://a.example/b #ham",
    ]

    let text = MastodonSample.reader(.gotosocial).parsedPost(json)?.content.text

    #expect(text?.plain == "Ham &amp; <b\nSee https://a.example/b #ham")
    #expect(
      text?.runs.map(\.kind).filter { $0 != .plain }
        == [.link("https://a.example/b"), .tag("ham")])
  }

  @Test(arguments: ["text/plain", "text/markdown"])
  func `a GoToSocial text converted to HTML is read as HTML, whatever its type`(type: String) {
    let json: JSON = [
      "id": "1", "account": ["id": "2"], "content_type": .string(type),
      "content": "<p>Ham &amp; eggs<br>now</p>",
    ]

    #expect(
      MastodonSample.reader(.gotosocial).parsedPost(json)?.content.text.plain == "Ham & eggs\nnow")
    #expect(
      MastodonSample.reader(.gotosocial).parsedPost([
        "id": "1", "account": ["id": "2"], "content_type": "text/markdown",
        "content": "Ham &amp; eggs",
      ])?.content.text.plain == "Ham & eggs")
  }

  private func post(_ warning: String, _ answer: String, _ software: MastodonSoftware) -> Post? {
    MastodonSample.reader(software).parsedPost([
      "id": "1", "account": ["id": "2"], "content": "<p>x</p>", "spoiler_text": .string(warning),
      "poll": ["id": "3", "options": [["title": .string(answer)], ["title": "no"]]],
    ])
  }

  @Test(arguments: MastodonSoftware.allCases)
  func `content warnings and poll choices are plain text`(software: MastodonSoftware) {
    let post = post("a < b, c > d", "I <3 fog", software)

    #expect(post?.content.warning == "a < b, c > d")
    #expect(post?.content.poll?.options.map(\.title) == ["I <3 fog", "no"])
  }

  @Test(arguments: MastodonSoftware.allCases.filter { $0 != .mastodon })
  func `entities in warnings and poll choices are decoded once`(software: MastodonSoftware) {
    let post = post("tea &amp;amp; &lt;b&gt;", "&#60;3", software)

    #expect(post?.content.warning == "tea &amp; <b>")
    #expect(post?.content.poll?.options.first?.title == "<3")
    #expect(self.post("<p>tea</p>", "x", software)?.content.warning == "tea")
  }

  @Test func `Mastodon's warnings are not decoded`() {
    #expect(post("&lt;b&gt;", "<p>", .mastodon)?.content.warning == "&lt;b&gt;")
  }

  @Test(arguments: [true, false])
  func `two boosts with the same id are two entries`(isOnePost: Bool) async throws {
    func boost(of post: String, by person: String) -> JSON {
      [
        "id": "X", "account": ["id": .string(person), "acct": .string(person)],
        "reblog": MastodonPosts.post(post),
      ]
    }
    let second = isOnePost ? boost(of: "1", by: "bo") : boost(of: "2", by: "ada")
    let fixture = MastodonFixture(always: [boost(of: "1", by: "ada"), second, second])

    let entries = try await fixture.feeds.feedPage(of: .home, .latest).entries
    _ = try? await fixture.feeds.feedPage(of: .home, .newer(entries[1].id))  // For what is asked.

    #expect(Set(entries.map(\.id)).count == 2)
    #expect(entries[0].id == FeedEntry.ID("X"))
    #expect(entries[1].boostedBy?.id == Person.ID(isOnePost ? "bo" : "ada"))
    #expect(fixture.asked.last == "GET /api/v1/timelines/home?limit=40&min_id=X")
  }

  @Test func `Takahe offers no trends, filters, scheduled posts or read positions`() {
    var server = MastodonServer(address: "https://t.example")
    server.readInstanceFacts(from: ["version": "takahe/0.11.0"])

    #expect(server.software == .takahe)
    #expect(!server.streams.contains(.trending))
    #expect(!server.software.storesReadPositions && !server.software.listsConversations)
    #expect(server.extras.isDisjoint(with: [.trends, .editions, .scheduledPosts, .wordFilters]))
  }

  @Test(arguments: MastodonSoftware.allCases)
  func `a poll or sensitive picture that snac would show more openly is a draft problem`(
    software: MastodonSoftware
  ) {
    var server = MastodonServer(address: "https://t.example")
    server.software = software
    let poll = Draft.DraftPoll(choices: ["a", "b"], lasts: .seconds(3_600))
    func problem(_ draft: Draft) -> DraftProblem? { server.limits.draftProblem(with: draft) }
    let id = Draft.ID("d")
    let picture = [Draft.DraftAttachment(path: "/a", altText: "A")]
    let isSnac = software == .snac

    for visibility in [Visibility.unlisted, .followers, .mentioned] {
      let draft = Draft(id: id, text: "Rye?", visibility: visibility, poll: poll)
      #expect(
        problem(draft) == (isSnac ? .pollForEverybody : software == .pixelfed ? .noPicture : nil))
    }
    let bare = Draft(id: id, text: "Hi", attachments: picture, isSensitive: true)
    #expect(problem(bare) == (isSnac ? .coverNeedsWarning : nil))
    #expect(problem(bare.with(\.warning, "tea")) == nil)
    #expect(problem(bare.with(\.isSensitive, false)) == nil)
    #expect(
      problem(Draft(id: id, text: "Rye?", poll: poll)) == (software == .pixelfed ? .noPicture : nil)
    )
  }

  @Test(arguments: MastodonSoftware.allCases)
  func `posts for GoToSocial are marked as plain text, others are not`(
    software: MastodonSoftware
  ) async throws {
    let fixture = MastodonFixture(software, always: MastodonPosts.post("7"))
    let key = OutboxItem.ID("k")

    _ = try await fixture.publishing.sendChange(
      .publish(Draft(id: Draft.ID("d"), text: "Hi")), key: key)
    _ = try await fixture.publishing.sendChange(
      .publish(Draft(id: Draft.ID("e"), text: "Hi", editing: Post.ID("7"))), key: key)

    #expect(
      fixture.asked.filter { !$0.hasPrefix("GET") }
        .map { $0.hasSuffix(" content_type=text/plain") }
        == Array(repeating: software == .gotosocial, count: 2))
  }

  @Test func `null values of Pixelfed are not read as marks`() throws {
    let post = try entry("pixelfed", .pixelfed).post

    #expect(post.userMarks == [])
    #expect(post.counts == .init(replies: 3, boosts: 12, likes: 88))
    #expect(post.content.text.plain == "Day 213: stairwell #monochrome")
    #expect(post.content.photos.map(\.renditions.count) == [2])
    #expect(
      post.content.photos.first?.renditions.first?.size == PhotoSize(width: 640, height: 640))
  }

  @Test(arguments: [
    ("<p>Fog.</p>", "", "Tides\n\nFog."), ("", "", "Tides"),
    ("<h4>Tides</h4><p>Fog.</p>", "", "Tides\n\nFog."), ("<p>Fog.</p>", "Tides", "Fog."),
  ])
  func `a separate Friendica title is shown once above the text`(
    content: String, warning: String, shown: String
  ) throws {
    let reader = MastodonJSONReader(
      software: .other, me: nil, now: Timestamp(milliseconds: 0))
    let post = reader.parsedPost([
      "id": 7, "account": ["id": 1], "content": .string(content),
      "spoiler_text": .string(warning), "friendica": ["title": " Tides "],
    ])

    #expect(post?.content.text.plain == shown)
  }

  @Test func `a file attached to a quoted post is a link in the quote`() throws {
    let reader = MastodonJSONReader(
      software: .akkoma, me: nil, now: Timestamp(milliseconds: 0))
    let quote = reader.parsedQuote([
      "id": "7", "account": ["id": "1"], "content": "<p>Read.</p>",
      "media_attachments": [
        ["id": "8", "type": "unknown", "url": "https://f.example/a.pdf", "description": "Tides"]
      ],
    ])

    #expect(
      quote?.text
        == RichText(runs: [
          .init("Read."), .init("\n"), .init("Tides", .link("https://f.example/a.pdf")),
        ]))
  }

  @Test func `a GoToSocial picture that was not fetched becomes a link`() throws {
    let post = try entry("gotosocial", .gotosocial).post

    #expect(post.id == Post.ID("01KAGX3M4Q9T0R2V5W7Y8Z1B3D"))
    #expect(post.visibility == .followers)
    #expect(post.content.photos == [])
    let address = "https://far.example.com/map.tiff"
    #expect(post.content.text.runs.last == .init(address, .link(address)))
  }

  @Test func `an Akkoma post is read with its bare quote, reply and picture`() throws {
    let post = try entry("akkoma", .akkoma).post

    #expect(post.content.quote?.text.plain == "older post")
    #expect(post.content.text.plain == "see below")
    #expect(post.reply == .init(to: Post.ID("_"), handle: nil))
    #expect(post.content.photos.map(\.id.rawValue) == ["-1839201144"])
    #expect(post.visibility == .followers)
  }

  @Test func `a snac boost's id is that of its post in upper case`() throws {
    let boost = try entry("snac_boost", .snac)

    #expect(boost.id.rawValue == "00000000005E8FF9BF55BA3508199D22E984129BE6")
    #expect(boost.post.id.rawValue == "00000000005e8ff9bf55ba3508199d22e984129be6")
    #expect(boost.boostedBy?.handle == "moss@snac.example.net")
    #expect(boost.post.content.text.plain == "hi\nthere")
  }

  @Test(
    arguments: [
      ("pixelfed_unauthenticated", .signedOut),
      ("pixelfed_validation", .refused("The media ids must be an array.")),
      ("validation", nil), ("not_found", nil),
    ] as [(String, FeedError?)])
  func `a 500 reply of Pixelfed is read as a refusal by its message`(
    name: String, serviceSpecificError: FeedError?
  ) throws {
    let sample = try #require(
      try MastodonSample.json("errors").array.first { $0["name"].string == name })
    let reply = HTTPReply(status: sample["status"].int ?? 0, body: sample["body"].encodedBytes())

    #expect(MastodonRequestRules().serviceSpecificError(in: reply) == serviceSpecificError)
  }

  @Test(
    arguments: [
      ("4.5.0", .other), ("2.7.2 (compatible; Akkoma 3.x)", .akkoma),
      ("3.5.3 (compatible; Pixelfed 0.11.13)", .pixelfed),
      ("4.0.0 (not true; really snac/2.x)", .snac),
    ] as [(String, MastodonSoftware)])
  func `a server's software is recognised by its version text`(
    version: String, software: MastodonSoftware
  ) {
    #expect(MastodonSoftware(version: version) == software)
  }

  @Test(
    arguments: [
      ("https://example.social", "wss://example.social", true),
      ("https://example.social", "wss://example.social:4000", true),
      ("https://example.social", "wss://streaming.example.social", true),
      ("https://example.social", "wss://a.b.example.social/x", true),
      ("https://example.social", "wss://Streaming.Example.Social", true),
      ("https://example.social:8443", "wss://example.social", true),
      ("http://127.0.0.1:4711", "ws://127.0.0.1:4712", true),
      ("https://example.social", "ws://example.social", false),
      ("https://example.social", "wss://evil.example", false),
      ("https://example.social", "wss://example.social.evil.example", false),
      ("https://example.social", "wss://evilexample.social", false),
      ("https://social.example.org", "wss://streaming.example.org", false),
      ("https://social.example.org", "wss://example.org", false),
      ("https://example.social", "wss://example.social@evil.example", false),
      ("https://example.social", "wss://evil.example/example.social", false),
      ("https://10.0.0.1", "wss://1.10.0.0.1", false),
      ("https://example.social", "", false), ("https://example.social", "nonsense", false),
    ])
  func `the token is sent only to streaming hosts of the server's own domain`(
    origin: String, streaming: String, isOwn: Bool
  ) {
    var server = MastodonServer(address: origin)
    server.readInstanceFacts(from: ["configuration": ["urls": ["streaming": .string(streaming)]]])

    #expect((server.streamingAddress != nil) == isOwn)
  }

  @Test func `a stored foreign streaming address is ignored`() throws {
    var server = MastodonServer(address: "https://home.example")
    server.software = .mastodon
    server.streaming = "https://evil.example"
    let token = MastodonAccountSecret(access: Secret("canary"), application: nil, server: server)
    let stub = StubNetwork { _ in .json([]) }

    let connection = MastodonGatewayFactory(network: stub.network, accounts: .none).connection(
      for: SignedInAccount(
        Account(service: .mastodon, person: Person.ID("me"), handle: "sol"), token: token.secret))

    #expect(connection != nil)
    #expect(connection?.live == nil)
  }

  @Test(arguments: MastodonSoftware.allCases)
  func `Pixelfed requires a picture in a post, not in a reply`(software: MastodonSoftware) {
    var server = MastodonServer(address: "https://home.example")
    server.software = software
    let draft = Draft(id: Draft.ID("d"), text: "Hi")

    let answer = Draft(id: Draft.ID("d"), text: "Hi", replyTo: Post.ID("1"))
    #expect(server.limits.draftProblem(with: draft) == (software == .pixelfed ? .noPicture : nil))
    #expect(server.limits.draftProblem(with: answer) == nil)
  }

  @Test func `a server's limits are read from either layout`() throws {
    var new = MastodonServer(address: "https://example.social")
    new.readInstanceFacts(from: try MastodonSample.json("instance-v2"))
    var old = MastodonServer(address: "https://ak.example.org")
    old.readInstanceFacts(from: [
      "uri": "ak.example.org", "max_toot_chars": 5000, "upload_limit": 16_000_000,
      "description_limit": 800,
      "urls": ["streaming_api": "wss://ak.example.org/x"],
      "version": "2.7.2 (compatible; Akkoma 3.13)", "thumbnail": "x", "registrations": true,
    ])

    #expect(new.software == .mastodon)
    #expect(new.apiVersion == 10)
    #expect(new.streaming == "https://streaming.example.social")
    #expect(new.pictureBytes == 16_777_216)
    #expect(new.picturePixels == 33_177_600)
    #expect(new.limits.altText == 1500)
    #expect(old.limits.altText == 800)
    #expect(new.quotes)
    #expect(old.software == .akkoma)
    #expect(old.characters == 5000)
    #expect(old.pictureBytes == 16_000_000)
    #expect(old.streaming == "https://ak.example.org")
    #expect(!old.quotes)
  }

  @Test(
    arguments: [
      ("example.social", "https://example.social", nil),
      (" https://Example.social/about?x=1#y ", "https://example.social", nil),
      ("ada@example.social", "https://example.social", "ada"),
      ("@ada@example.social", "https://example.social", "ada"),
      ("http://127.0.0.1:4711/", "http://127.0.0.1:4711", nil),
      ("localhost:3000", "http://localhost:3000", nil),
      ("münchen.example", "https://münchen.example", nil),
      ("http://[::1]:4711/", "http://[::1]:4711", nil), ("[::1]", "http://[::1]", nil),
      ("localhost:8401", "http://localhost:8401", nil),
      ("https://localhost:8401", "https://localhost:8401", nil),
      ("127.0.0.1:8401/a", "http://127.0.0.1:8401", nil),
      ("localhost.example", "https://localhost.example", nil),
      ("https://[2001:DB8:0:0::0:1]/about", "https://[2001:db8::1]", nil),
      ("ada@[2001:db8::1]:443", "https://[2001:db8::1]:443", "ada"),
      ("2001:db8::1", "https://[2001:db8::1]", nil), ("::1", "http://[::1]", nil),
      ("[fe80::1%25eth0]", nil, nil), ("fe80::1%eth0", nil, nil), ("[::1]:0", nil, nil),
      ("[::1]:65536", nil, nil), ("[::1]:", nil, nil), ("[::1]x", nil, nil), ("[::1", nil, nil),
      ("[]", nil, nil), ("[example.social]", nil, nil), ("exa[mple].social", nil, nil),
      ("1:2:3:4:5:6:7:8:9", nil, nil), ("[127.0.0.1]", nil, nil),
      ("", nil, nil), ("a@b@c", nil, nil), ("exa mple", nil, nil), ("https://", nil, nil),
    ] as [(String, String?, String?)])
  func `a server address is recognised in any form that people type`(
    typed: String, origin: String?, user: String?
  ) {
    let name = TypedServerAddress(typed)

    #expect(name?.origin == origin)
    #expect(name?.user == user)
  }

  @Test(
    arguments: [
      ("https://example.org/social", "/social"), ("example.org/social/", "/social"),
      ("http://127.0.0.1:4711/a/b?x=1#y", "/a/b"), ("example.org", ""), ("example.org/", ""),
      ("example.org/@ada", ""), ("example.org/a/../b", ""), ("example.org/%2e%2e", ""),
      ("example.org?x=/social", ""), ("example.org\\social", ""),
      ("example.org//social", "/social"),
    ])
  func `a typed server address may have a path`(typed: String, path: String) {
    #expect(TypedServerAddress(typed)?.path == path)
  }

  @Test func `a server below a path streams below that path`() {
    var server = MastodonServer(address: "https://example.org/social")
    server.streaming = "https://example.org"
    let events = server.streamingAddress
    server.streaming = "https://streaming.example.org"

    #expect(events == "https://example.org/social")
    #expect(server.streamingAddress == "https://streaming.example.org")
    #expect(server.origin == "https://example.org")
    #expect(MastodonServer(stored: server.json) == server)
  }

  @Test
  func `Pixelfed's streams are refreshed from the newest page, and federated means remote posts`() {
    var server = MastodonServer(address: "https://px.example")
    server.software = .pixelfed

    #expect(MastodonStreamRequest(.home, at: server)?.pagesUpwards == false)
    #expect(
      MastodonStreamRequest(.federated, at: server)?.path.text
        == "/api/v1/timelines/public?limit=40&remote=true")
  }
}
