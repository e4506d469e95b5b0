import FeedDomain
import Testing

@testable import FeedServices

/// What servers of Bluesky's kind answer, made ours.
@Suite struct BlueskyReadingTests {
  private let mira = "did:plc:hq4kv6yfphnp4gf3lbg44j4g"
  private let tomas = Person.ID("did:plc:zgx7473vq4r4h2475cyuguqm")

  private func home(_ moderation: BlueskyModerationPreferences = BlueskyModerationPreferences())
    throws -> [FeedEntry]
  {
    BlueskySample.entries(try BlueskySample.json("timeline")["feed"], moderation, in: .home)
  }

  @Test func `a post whose author disabled quotes cannot be quoted`() {
    func post(_ viewer: JSON) -> Post? {
      BlueskySample.reader().parsedPost([
        "uri": "at://did:plc:ada/app.bsky.feed.post/1", "author": ["did": "did:plc:ada"],
        "record": ["text": "Hi"], "viewer": viewer,
      ])
    }

    #expect(post(["embeddingDisabled": true])?.canBeQuoted == false)
    #expect(post([:])?.canBeQuoted == true)
  }

  @Test func `two posts with the same repost id are separate entries, each listed once`() {
    func repost(_ post: String) -> JSON {
      [
        "post": [
          "uri": .string("at://did:plc:ada/app.bsky.feed.post/\(post)"),
          "author": ["did": "did:plc:ada"], "record": ["text": "Hi"],
        ],
        "reason": [
          "$type": "app.bsky.feed.defs#reasonRepost", "by": ["did": "did:plc:bo"],
          "uri": "at://did:plc:bo/app.bsky.feed.repost/1",
        ],
      ]
    }

    let entries = BlueskySample.entries([repost("1"), repost("2"), repost("1"), repost("2")])

    #expect(entries.map { $0.post.id.rawValue.last } == ["1", "2"])
    #expect(Set(entries.map(\.id)).count == 2)
    #expect(entries[0].id == FeedEntry.ID("at://did:plc:bo/app.bsky.feed.repost/1"))
  }

  @Test func `a page holds every row in the server's order`() throws {
    let entries = try home()

    #expect(
      entries.map { $0.post.id.rawValue.suffix(13) } == [
        "3n2r77ggx222b", "3n2r6cxsd222b", "3n2qxizekn22b", "3n2qtzsdz222b", "3n2qqoj4q222b",
        "3n2qnd7vh222b", "3n2qlnlbsk22b",
      ])
    #expect(Set(entries.map(\.id)).count == 7)
  }

  @Test func `a post is read with its text, author, counts, marks and URL`() throws {
    let post = try home()[1].post

    #expect(post.id.rawValue == "at://\(mira)/app.bsky.feed.post/3n2r6cxsd222b")
    #expect(post.author.handle == "mira.example.com")
    #expect(post.author.name == "Mira Okonjo")
    #expect(post.author.relationship == .followed)
    #expect(post.createdAt == ISODate.parsedTimestamp("2026-11-20T18:04:05.120Z"))
    #expect(post.counts.likes == 19)
    #expect(post.userMarks == [.liked, .bookmarked])
    #expect(
      post.content.text.runs == [
        .init("☕ fog over the canal with "), .init("@tomas.bsky.social", .mention(tomas)),
        .init(", more at "),
        .init(
          "mira.example.com/journal",
          .link("https://mira.example.com/journal/2026/fog-over-the-old-canal")), .init(" "),
        .init("#35mm", .tag("35mm")),
      ])
    #expect(
      post.url
        == "https://bsky.app/profile/did:plc:hq4kv6yfphnp4gf3lbg44j4g/post/3n2r6cxsd222b")
  }

  @Test func `a reply names the answered post and handle, and a boost its booster`() throws {
    let entries = try home()

    #expect(entries[0].post.reply?.post == entries[1].post.id)
    #expect(entries[0].post.reply?.handle == "mira.example.com")
    #expect(entries[2].boostedBy != nil)
    #expect(entries[2].id.rawValue != entries[2].post.id.rawValue)
    #expect(entries[5].post.reply?.handle == nil)
  }

  @Test func `pictures are read with their sizes and alt texts`() throws {
    let entries = try home()
    let photos = entries[1].post.content.photos

    #expect(photos.map(\.altText) == ["A narrow boat half hidden by fog; the bow lamp is lit", ""])
    #expect(photos[0].size == PhotoSize(width: 2000, height: 1333))
    #expect(
      photos[0].renditions.map(\.size) == [
        PhotoSize(width: 1000, height: 666), PhotoSize(width: 2000, height: 1333),
      ])
    #expect(photos[1].size == PhotoSize(width: 2000, height: 1500))
    #expect(Set(photos.map(\.id)).count == 2)
    #expect(!entries[2].post.content.photos.isEmpty)
  }

  @Test func `a video shows its poster, marked sensitive by its labels`() throws {
    let film = try #require(try home()[4].post.content.photos.first)

    #expect(film.kind == .video)
    #expect(film.renditions.map { $0.url.suffix(13) } == ["thumbnail.jpg"])
    #expect(film.size == PhotoSize(width: 1080, height: 1920))
    #expect(film.isSensitive)
    #expect(film.url?.hasSuffix("playlist.m3u8") == true)
  }

  @Test func `a quote with a link card shows both`() throws {
    let content = try home()[3].post.content

    #expect(content.quote?.handle == "mira.example.com")
    #expect(content.quote?.text.runs.contains(.init("#35mm", .tag("35mm"))) == true)
    #expect(content.card?.url == "https://notes.example.org/map")
    #expect(content.card?.title == "Rail map 2026")
  }

  @Test func `a deleted quoted post is marked as gone, an unknown embed becomes a link`() throws {
    let entries = try home()

    let uri = "at://did:plc:hq4kv6yfphnp4gf3lbg44j4g/app.bsky.feed.post/3mzen64dd222b"
    #expect(entries[5].post.content.quote == Quote(missing: Post.ID(uri), .gone))
    let page = try #require(entries[6].post.url)
    #expect(
      entries[6].post.content
        == .init(
          text: RichText(runs: [
            .init("poll? no polls here"), .init("\n"), .init(page, .link(page)),
          ]), language: "en"))
  }

  @Test(
    arguments: [
      ["$type": "app.bsky.embed.later#view"],
      [
        "$type": "app.bsky.embed.record#view",
        "record": ["$type": "org.example.note#view", "uri": "at://did:plc:a/org.example.note/1"],
      ],
      [
        "$type": "app.bsky.embed.recordWithMedia#view",
        "media": ["$type": "app.bsky.embed.later#view"],
        "record": ["record": ["uri": "at://did:plc:a/org.example.note/1"]],
      ],
    ] as [JSON])
  func `an unknown embed becomes a link to the post's page`(embed: JSON) {
    let embed = BlueskyEmbed(
      embed, of: "at://\(mira)/app.bsky.feed.post/x", isCovered: false
    ) { _ in .show }

    let page = "https://bsky.app/profile/\(mira)/post/x"
    #expect(
      embed.appendingAttachmentLinks(to: RichText("")) == RichText(runs: [.init(page, .link(page))])
    )
  }

  @Test func `a quoted post's link card becomes a link in the text, unless the text has it`() throws
  {
    let page: JSON = [
      "$type": "app.bsky.embed.external#view",
      "external": ["uri": "https://fog.example/a", "title": "All fog"],
    ]
    func quote(_ value: JSON) throws -> Quote {
      let embed = BlueskyEmbed(
        [
          "$type": "app.bsky.embed.record#view",
          "record": [
            "$type": "app.bsky.embed.record#viewRecord", "embeds": [page], "value": value,
            "uri": .string("at://\(mira)/app.bsky.feed.post/x"),
            "author": ["did": .string(mira), "handle": "mira.example"],
          ],
        ], of: "p", isCovered: false
      ) { _ in .show }
      return try #require(embed.quote)
    }
    let link = RichText.RichTextRun("All fog", .link("https://fog.example/a"))

    #expect(try quote(["text": ""]).text == RichText(runs: [link]))
    #expect(
      try quote(["text": "Look."]).text == RichText(runs: [.init("Look."), .init("\n"), link]))
    let facet: JSON = [
      "index": ["byteStart": 0, "byteEnd": 5],
      "features": [
        ["$type": "app.bsky.richtext.facet#link", "uri": "https://fog.example/a"]
      ],
    ]
    #expect(
      try quote(["text": "Look.", "facets": [facet]]).text
        == RichText(runs: [.init("Look.", .link("https://fog.example/a"))]))
  }

  @Test(
    arguments: [
      ("viewNotFound", .gone), ("viewBlocked", .blocked), ("viewDetached", .detached),
    ] as [(String, Quote.QuoteUnavailableReason)])
  func `a quote says why the quoted post is unavailable`(
    view: String, unavailableReason: Quote.QuoteUnavailableReason
  ) {
    let uri = "at://\(mira)/app.bsky.feed.post/x"
    let record: JSON = [
      "$type": .string("app.bsky.embed.record#\(view)"), "uri": .string(uri),
    ]

    let alone = BlueskyEmbed(
      ["$type": "app.bsky.embed.record#view", "record": record], of: "p", isCovered: false
    ) { _ in .show }
    let withPicture = BlueskyEmbed(
      [
        "$type": "app.bsky.embed.recordWithMedia#view",
        "media": ["$type": "app.bsky.embed.images#view", "images": []],
        "record": ["record": record],
      ], of: "p", isCovered: false
    ) { _ in .show }

    #expect(alone.quote == Quote(missing: Post.ID(uri), unavailableReason))
    #expect(withPicture.quote == alone.quote)
    #expect(alone.appendingAttachmentLinks(to: RichText("")).runs.isEmpty)
  }

  @Test(
    arguments: [
      ("#viewBlocked", ["blocked": true], nil), ("#viewDetached", ["detached": true], nil),
      (
        "app.bsky.feed.defs#generatorView", ["displayName": "Fog", "description": "All fog"], "Fog"
      ),
      ("app.bsky.graph.defs#listView", ["name": "Friends"], "Friends"),
      ("app.bsky.graph.defs#starterPackViewBasic", ["record": ["name": "Start"]], "Start"),
    ] as [(String, JSON, String?)])
  func `an embedded record that is no post becomes a card or a link`(
    type: String, fields: JSON, title: String?
  ) throws {
    let uri = "at://\(mira)/app.bsky.feed.generator/x"
    let record = JSON.object(
      fields.members + [
        .init(name: "$type", value: .string(type)), .init(name: "uri", value: .string(uri)),
      ])

    let embed = BlueskyEmbed(
      ["$type": "app.bsky.embed.record#view", "record": record], of: "p", isCovered: false
    ) { _ in .show }

    #expect(embed.card?.title == title)
    #expect(embed.quote == nil)
    #expect(embed.appendingAttachmentLinks(to: RichText("")).runs.isEmpty == (title != nil))
  }

  @Test func `a conversation is read as a tree around its focused post`() throws {
    let thread = try BlueskySample.json("post_thread")["thread"]

    let conversation = try #require(
      BlueskyThreadReader(reader: BlueskySample.reader()).parsedConversation(thread))

    #expect(conversation.focus.rawValue.hasSuffix("3n2r77ggx222b"))
    #expect(
      conversation.nodes.prefix(2).map { "\($0.depth) \($0.post.id.rawValue.suffix(13))" } == [
        "0 3n2r6cxsd222b", "1 3n2r77ggx222b",
      ])
    #expect(conversation.nodes.count > 2)
    #expect(conversation.nodes.dropFirst(2).allSatisfy { $0.depth >= 2 })
  }

  @Test func `people are read with names, counts and relationship`() throws {
    let reader = BlueskySample.reader()
    let likers = try BlueskySample.json("likes")["likes"].array.compactMap {
      reader.parsedPerson($0["actor"])
    }
    let mira = try #require(reader.parsedPerson(try BlueskySample.json("profile")))

    // People without a valid handle are told apart by their ids.
    #expect(likers.last?.id.rawValue.hasPrefix("did:") == true)
    #expect(
      likers.map(\.name)
        == ["Sol", "ada-shoots.bsky.social", likers.last?.id.rawValue])
    #expect(likers.last?.handle == likers.last?.id.rawValue)
    #expect(likers.map(\.relationship) == [.oneself, .stranger, .stranger])
    #expect(mira.counts == .init(followers: 842, following: 311, posts: 2970))
    #expect(mira.relationship == .followed)
    #expect(mira.bio.plain == "Film and fog.\nPrints at mira.example.com")
    #expect(
      mira.bio.runs.last == .init("mira.example.com", .link("https://mira.example.com")))
  }

  @Test(arguments: [("replyDisabled", false, true), ("embeddingDisabled", true, false)])
  func `a post says whether its author allows replies and quotes`(
    field: String, answers: Bool, quotes: Bool
  ) {
    let json = BlueskyPosts.post("1", viewer: .object([.init(name: field, value: true)]))

    let post = BlueskySample.reader().parsedPost(json)

    #expect(post?.canBeAnswered == answers)
    #expect(post?.canBeQuoted == quotes)
  }

  @Test func `notifications of the same kind about the same post are grouped`() throws {
    let notifications = try BlueskySample.json("notifications")["notifications"].array
      .compactMap(BlueskyNotification.init)
    let subject = try #require(notifications[1].post)
    let posts = [subject: BlueskyPosts.post("mine")]

    var reader = BlueskySample.reader()
    reader.handle = "sol.example.com"

    let read = BlueskyNotificationReader(reader).groupedNotifications(notifications, about: posts)

    #expect(
      read.map { "\($0.kind) \($0.people.map(\.handle).joined(separator: "+"))" } == [
        "mention tomas.bsky.social", "like ada-shoots.bsky.social+mira.example.com",
        "boost mira.example.com", "follow ada-shoots.bsky.social", "other tomas.bsky.social",
      ])
    #expect(read[0].post?.content.text.plain == "strike day, back now")
    #expect(read[0].post?.reply?.handle == "sol.example.com")
    #expect(read[1].post?.content.text.plain == "mine")
    #expect(read[3].post == nil)
  }

  @Test(
    arguments: [
      ("2026-11-20T18:00:00.000Z", "2026-11-20T18:00:00.500Z", "2026-11-20T18:00:00.000Z"),
      ("2099-01-01T00:00:00Z", "2026-11-20T18:00:00.500Z", "2026-11-20T18:00:00.500Z"),
      ("1969-12-31T00:00:00Z", "2026-11-20T18:00:00.500Z", "2026-11-20T18:00:00.500Z"),
      ("nonsense", "2026-11-20T18:00:00.500Z", "2026-11-20T18:00:00.500Z"),
      ("2026-11-20T18:00:00+01:00", nil, "2026-11-20T17:00:00Z"),
    ] as [(String, String?, String)])
  func `an impossible creation date is replaced by the date of indexing`(
    told: String, seen: String?, shown: String
  ) {
    let json: JSON = [
      "uri": "at://a/b/c", "author": ["did": "did:plc:a"], "record": ["createdAt": .string(told)],
      "indexedAt": seen.map { .string($0) } ?? .null,
    ]

    #expect(BlueskySample.reader().parsedPost(json)?.createdAt == ISODate.parsedTimestamp(shown))
  }

  @Test func `the user's recent changes override the server's reply until they expire`() {
    var reader = BlueskySample.reader()
    let id = Post.ID(BlueskyPosts.uri("1"))
    reader.recent.recordRecentChange(.mark(id, .liked, true), at: BlueskySample.now)
    reader.recent.recordRecentChange(.delete(Post.ID(BlueskyPosts.uri("2"))), at: BlueskySample.now)
    reader.recent.recordRecentChange(
      .follow(Person.ID(BlueskyPosts.author), true), at: BlueskySample.now)

    let posts = reader.posts([BlueskyPosts.post("1"), BlueskyPosts.post("2")])
    let liked = reader.parsedPost(BlueskyPosts.post("1", viewer: ["like": "at://x/y/z"]))
    let later = BlueskySample.now.timeAdvanced(by: .seconds(61))
    reader.recent.removeExpiredChanges(before: later)

    #expect(posts.map(\.userMarks) == [[.liked]])
    #expect(posts.map(\.counts.likes) == [1])
    #expect(posts.map(\.author.relationship) == [nil])
    #expect(liked?.counts.likes == 0)
    #expect(reader.parsedPost(BlueskyPosts.post("1"))?.userMarks == [])
  }
}
