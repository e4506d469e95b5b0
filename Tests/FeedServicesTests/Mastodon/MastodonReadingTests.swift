import FeedDomain
import Testing

@testable import FeedServices

/// What servers of the family answer, made ours.
@Suite struct MastodonReadingTests {
  private let reader = MastodonSample.reader()

  private func home() throws -> [FeedEntry] {
    reader.parsedEntriesExceptHidden(try MastodonSample.json("timeline-home"))
  }

  @Test func `a page holds every post in the server's order`() throws {
    let entries = try home()

    #expect(
      entries.map(\.id.rawValue) == [
        "117650085977784321", "117650037146058754", "117650010933362692", "117649953914945541",
        "117649841877811206", "117649677948551175", "117649535140167688", "117649166172815369",
        "117648890307543050", "117648654336000011",
      ])
  }

  @Test func `a post is read with text, author, counts and URL`() throws {
    let post = try home()[0].post

    #expect(post.author.handle == "mira")
    #expect(post.author.name == "Mira Okonjo")
    #expect(post.author.counts == .init(followers: 842, following: 311, posts: 2970))
    #expect(post.createdAt == Timestamp(milliseconds: 1_795_197_845_120))
    #expect(post.counts == .init(replies: 2, boosts: 4, likes: 19))
    #expect(post.userMarks == [])
    #expect(post.url == "https://example.social/@mira/117650085977784321")
    #expect(
      post.content.text.plain
        == "Fog came in over the canal & stayed. Notes: mira.example.com/journal/2026/…\n\n"
        + "#FilmPhotography with @tomas")
    #expect(post.content.text.runs.contains(.init("#FilmPhotography", .tag("FilmPhotography"))))
    #expect(
      post.content.text.runs.contains(.init("@tomas", .mention(Person.ID("109811111111111202")))))
    #expect(post.content.card?.title == "Fog over the old canal")
    #expect(post.content.mentions == ["tomas@notes.example.org"])
  }

  @Test func `custom emoji are read, and unsafe ones stay text`() throws {
    let emojis: JSON = [
      [
        "shortcode": "tram", "url": "https://a.example/t.gif",
        "static_url": "https://a.example/t.png",
      ],
      ["shortcode": "boat", "url": "https://a.example/b.png"],
      ["shortcode": "evil", "url": "javascript:alert(1)"],
      ["shortcode": "\u{1b}[2J", "url": "https://a.example/e.png"], ["shortcode": "bare"], "x",
    ]
    let json: JSON = [
      "id": "1", "content": "<p>On the :tram: :boat: :evil: :bare:</p>", "emojis": emojis,
      "account": [
        "id": "a", "acct": "jo", "display_name": "Jo :tram:", "note": "<p>I drive :tram:</p>",
        "emojis": emojis,
      ],
      "spoiler_text": "Far :boat:",
      "poll": [
        "options": [["title": "By :ferry:"], ["title": "no"]],
        "emojis": [["shortcode": "ferry", "url": "https://a.example/f.png"]],
      ],
    ]

    let post = try #require(reader.parsedPost(json))

    #expect(
      post.content.text.runs == [
        .init("On the "), .init(":tram:", .emoji("https://a.example/t.png")), .init(" "),
        .init(":boat:", .emoji("https://a.example/b.png")), .init(" :evil: :bare:"),
      ])
    #expect(post.author.name == "Jo :tram:")
    #expect(post.author.emojis.map(\.name) == ["tram"])
    #expect(
      post.author.bio.runs == [
        .init("I drive "), .init(":tram:", .emoji("https://a.example/t.png")),
      ])
    #expect(post.content.emojis.map(\.name) == ["boat", "ferry"])
  }

  @Test func `a post's mentions are its valid handles`() throws {
    let json: JSON = [
      "id": "1", "account": ["id": "a"],
      "mentions": [
        ["id": "0", "acct": "@mira@example.social"], ["id": "1", "username": "june"],
        ["id": "2", "acct": "ada and everything that follows"], ["id": "3", "acct": "@"],
        ["id": "4", "acct": "noor\u{200b}"], ["id": "5"], "somebody",
        ["acct": "nguyễn@bücher.example"],
      ],
    ]
    let reader = MastodonJSONReader(software: .snac, me: nil, now: MastodonSample.now)

    #expect(
      reader.parsedPost(json)?.content.mentions
        == ["mira@example.social", "june", "nguyễn@bücher.example"])
  }

  @Test func `a reply names the answered post and handle, and a boost its booster`() throws {
    let entries = try home()

    #expect(
      entries[1].post.reply == .init(to: Post.ID("117649991401472009"), handle: "june"))
    #expect(entries[1].post.visibility == .unlisted)
    #expect(entries[2].boostedBy?.handle == "june")
    #expect(entries[2].post.id == Post.ID("117649606698598403"))
    #expect(entries[2].post.author.handle == "ada_shoots@photo.example.net")
    #expect(entries[2].post.userMarks == [.liked])
  }

  @Test func `a photo is read with sizes, alt text and blurhash`() throws {
    let photo = try #require(try home()[2].post.content.photos.first)

    let start = "https://files.example.social/media_attachments/files/000"
    #expect(
      photo.renditions == [
        .init(url: "\(start)/small/000611.jpg", size: PhotoSize(width: 480, height: 480)),
        .init(url: "\(start)/original/000611.jpg", size: PhotoSize(width: 1440, height: 1440)),
      ])
    #expect(photo.size == PhotoSize(width: 1440, height: 1440))
    #expect(photo.altText.hasPrefix("Spiral stairwell"))
    #expect(photo.blurhash == "UKF}%7?a~pRj_3of9Fay%MM{WBof4nj[M{WB")
    #expect(!photo.isSensitive)
  }

  @Test func `a video shows only its poster`() throws {
    let film = try #require(try home()[6].post.content.photos.first)

    #expect(film.kind == .video)
    #expect(film.renditions.map { $0.url.suffix(8) } == ["wind.png"])
  }

  @Test func `a warning, a poll and a quote are read`() throws {
    let entries = try home()

    #expect(entries[3].post.content.warning == "food, mild despair")
    #expect(entries[3].post.visibility == .followers)
    #expect(
      entries[4].post.content.poll
        == Poll(
          options: [
            .init(title: "Tide :kettle:", votes: 14), .init(title: "Wind", votes: 9),
            .init(title: "Both", votes: 8), .init(title: "Neither", votes: 0),
          ], closesAt: Timestamp(milliseconds: 1_795_280_520_000), chosenOptions: [0, 2],
          allowsSeveral: true, voters: 24, hasVoted: true))
    #expect(entries[8].post.content.quote?.id == Post.ID("117649677948551175"))
    #expect(entries[8].post.content.quote?.handle == "mira")
    #expect(
      entries[8].post.content.text.plain == "This is why I keep a towel in the camera bag.")
  }

  @Test func `a post that a filter covers is folded only in the filter's places`() throws {
    let json = try MastodonSample.json("timeline-home")[9]

    let home = reader.entry(json)
    let thread = MastodonSample.reader(.mastodon, .thread).entry(json)

    #expect(home?.post.content.foldReason == "Regatta spoilers")
    #expect(home?.post.content.warning == nil)
    #expect(thread?.post.content.foldReason == nil)
  }

  @Test(
    arguments: [
      ("hide", nil, nil), ("hide", "2026-11-20T00:00:00Z", .show),
      ("hide", "2026-11-22T00:00:00Z", nil), ("blur", nil, .blur), ("warn", nil, .warn("T")),
      ("something new", nil, .warn("T")),
    ] as [(String, String?, MastodonFilterEffect?)])
  func `a filter applies in its context until it expires`(
    action: String, end: String?, decision: MastodonFilterEffect?
  ) {
    let json: JSON = [
      [
        "filter": [
          "title": "T", "context": ["home"], "filter_action": .string(action),
          "expires_at": end.map { .string($0) } ?? nil,
        ]
      ]
    ]

    #expect(MastodonFilterEffect(json, in: .home, at: MastodonSample.now) == decision ?? .hide)
    #expect(MastodonFilterEffect(json, in: .thread, at: MastodonSample.now) == .show)
  }

  @Test func `a conversation is read as a tree around its focused post`() throws {
    let context = try MastodonSample.json("status-context")
    let focus = try home()[1].post

    let conversation = MastodonConversationTree(
      ancestors: reader.parsedPostsExceptHidden(context["ancestors"]), focus: focus,
      descendants: reader.parsedPostsExceptHidden(context["descendants"])
    ).conversation(around: focus)

    #expect(conversation.focus == focus.id)
    #expect(
      conversation.nodes.map { "\($0.depth) \($0.post.id.rawValue.suffix(4))" } == [
        "0 2009", "1 8754", "2 0012", "2 0013", "3 0014",
      ])
  }

  @Test func `posts that reply to each other in a circle are each shown once`() throws {
    func post(_ id: String, answering other: String) throws -> Post {
      try #require(
        reader.parsedPost([
          "id": .string(id), "account": ["id": "1"], "in_reply_to_id": .string(other),
        ]))
    }
    let focus = try post("f", answering: "f")
    let circle = [try post("a", answering: "b"), try post("b", answering: "a")]

    let nodes = MastodonConversationTree(ancestors: circle, focus: focus, descendants: circle)
      .conversation(around: focus).nodes

    #expect(nodes.map(\.post.id.rawValue).sorted() == ["a", "b", "f"])
  }

  @Test(arguments: [
    ("automatic", true), ("manual", true), ("unknown", true), ("denied", false),
  ])
  func `a post can be quoted unless its author denies it`(word: String, isAllowed: Bool) {
    let json: JSON = [
      "id": "1", "account": ["id": "2"], "quote_approval": ["current_user": .string(word)],
    ]

    #expect(MastodonSample.reader().parsedPost(json)?.canBeQuoted == isAllowed)
    #expect(MastodonSample.reader().parsedPost(MastodonPosts.post("1"))?.canBeQuoted == true)
  }

  @Test func `a poll is over when the server says so, except at snac`() {
    let json: JSON = [
      "options": [["title": "Rye"]], "expired": true, "expires_at": "2026-11-21T17:02:00Z",
      "voted": true, "own_votes": [],
    ]

    let poll = MastodonSample.reader().parsedPoll(json)

    #expect(poll?.isOver(at: MastodonSample.now) == true)
    #expect(poll?.isAnswered == true)
    #expect(MastodonSample.reader(.snac).parsedPoll(json)?.isOver(at: MastodonSample.now) == false)
  }

  @Test func `a poll with implausibly many votes accepts a vote`() {
    let json: JSON = [
      "options": [["title": "Rye", "votes_count": "9223372036854775807"]],
      "voters_count": "9223372036854775807",
    ]

    let poll = MastodonSample.reader().parsedPoll(json)?.countingVote([0])

    #expect(poll?.options.map(\.votes) == [1 << 53 + 1])
    #expect(poll?.voters == 1 << 53 + 1)
  }

  @Test func `notifications of the same kind about the same post are grouped`() throws {
    let notifications = MastodonNotificationJSONReader(
      MastodonSample.reader(.mastodon, .notifications)
    )
    .parsedNotificationsGroupingSimilar(try MastodonSample.json("notifications"))

    #expect(
      notifications.map { "\($0.kind) \($0.people.map(\.handle).joined(separator: "+"))" } == [
        "mention tomas@notes.example.org", "like ada_shoots@photo.example.net+june", "boost mira",
        "follow ada_shoots@photo.example.net", "request tomas@notes.example.org", "poll tidebot",
        "edit june", "quote tomas@notes.example.org", "other mira",
      ])
  }

  @Test func `relationships are read by person id`() throws {
    let json = try MastodonSample.json("account")["relationships"]
    let odd = JSON.object(json.array.enumerated().map { .init(name: "\($0)", value: $1) })

    let standing = reader.parsedRelationships(json).mapValues(\.relationship)

    #expect(
      standing == [
        Person.ID("110900000000000303"): .followed, Person.ID("109822222222222404"): .requested,
        Person.ID("109833333333333505"): .muted,
      ])
    #expect(reader.parsedRelationships(odd).mapValues(\.relationship) == standing)
  }

  @Test func `relationship details are read, and boost settings only for followed people`() throws {
    let told: JSON = [
      ["id": "1", "following": true, "showing_reblogs": false, "notifying": true, "note": "Met."],
      ["id": "2", "following": false, "showing_reblogs": false, "followed_by": true],
      ["id": "3", "domain_blocking": true, "note": .null],
    ]

    let relationshipFlags = reader.parsedRelationships(told).mapValues(\.flags)

    #expect(
      relationshipFlags == [
        Person.ID("1"): RelationshipFlags(hidesBoosts: true, notifiesOfPosts: true, note: "Met."),
        Person.ID("2"): RelationshipFlags(followsReader: true),
        Person.ID("3"): RelationshipFlags(blocksServer: true),
      ])
  }

  @Test func `the user is distinguished from other people`() throws {
    let account = try MastodonSample.json("account")

    #expect(reader.parsedPerson(account["verify_credentials"])?.relationship == .oneself)
    #expect(reader.parsedPerson(account["remote_account"])?.relationship == nil)
  }

  @Test func `the author's warning and a filter's title are kept apart`() {
    let json: JSON = [
      "id": "1", "account": ["id": "a"], "spoiler_text": "food",
      "filtered": [["filter": ["title": "Eels", "context": ["home"], "filter_action": "warn"]]],
    ]

    let content = reader.entry(json)?.post.content

    #expect(content?.warning == "food")
    #expect(content?.foldReason == "Eels")
    #expect(content?.cover == "Eels – food")
  }

  @Test func `a quoted post has its own warning, filter and sensitive pictures`() {
    func quote(_ members: JSON) -> Quote? {
      let quoted = JSON.object(
        [
          .init(name: "id", value: "2"), .init(name: "account", value: ["id": "b"]),
          .init(name: "content", value: "<p>Eels</p>"),
        ] + members.members)
      return reader.entry([
        "id": "1", "account": ["id": "a"],
        "quote": ["state": "accepted", "quoted_status": quoted],
      ])?.post.content.quote
    }
    let picture: JSON = [
      "id": "9", "type": "image", "url": "https://files.example/1.jpg", "description": "A cup",
    ]
    let filter: JSON = ["title": "Fish", "context": ["home"], "filter_action": "warn"]

    #expect(quote([:])?.warning == nil)
    #expect(quote(["spoiler_text": "food"])?.warning == "food")
    #expect(quote(["filtered": [["filter": filter]]])?.warning == "Fish")
    #expect(quote(["media_attachments": [picture]])?.pictures == ["A cup"])
    #expect(quote(["media_attachments": [picture], "sensitive": true])?.pictures == [""])
  }

  @Test(
    arguments: [
      ("deleted", .gone), ("revoked", .detached), ("pending", .awaitingApproval),
      ("rejected", .unknown),
      ("unauthorized", .unknown), ("blocked_account", .blocked), ("blocked_domain", .blocked),
      ("muted_account", .unknown), ("of_the_future", .unknown),
    ] as [(String, Quote.QuoteUnavailableReason)])
  func `a quote says why the quoted post is unavailable`(
    state: String, unavailableReason: Quote.QuoteUnavailableReason
  ) throws {
    let hidden = state.hasSuffix("_account") || state == "blocked_domain"
    let quoted: JSON = hidden ? ["id": "9", "account": ["id": "7", "acct": "bo"]] : .null
    let post = try #require(
      MastodonSample.reader(.mastodon).parsedPost([
        "id": "1", "account": ["id": "2", "acct": "ada"], "content": "<p>Look.</p>",
        "quote": ["state": .string(state), "quoted_status": quoted],
      ]))

    #expect(post.content.quote == Quote(missing: Post.ID(hidden ? "9" : ""), unavailableReason))
    #expect(post.content.text.plain == "Look.")
  }

  @Test func `reactions are read, the most frequent first`() throws {
    func reactions(_ json: JSON) throws -> [Reaction] {
      let post: JSON = .object(
        (["id": "1", "account": ["id": "2", "acct": "ada"], "content": "Tea"] as JSON).members
          + json.members)
      return try #require(MastodonSample.reader(.akkoma).parsedPost(post)).content.reactions
    }
    let told: JSON = [
      ["name": "☕", "count": 2, "me": true, "url": nil, "account_ids": ["1"]],
      ["name": "gull@sea.example", "count": 5, "me": false, "url": "https://sea.example/gull.png"],
      ["name": "", "count": 3], ["name": "🙈", "count": 0], 7,
    ]
    let read = [
      Reaction("gull@sea.example", count: 5, picture: "https://sea.example/gull.png"),
      Reaction("☕", count: 2, isOwn: true),
    ]

    #expect(try reactions(["emoji_reactions": told]) == read)
    #expect(try reactions(["pleroma": ["emoji_reactions": told]]) == read)
    #expect(try reactions(["emoji_reactions": "none"]).isEmpty)
  }

  @Test(arguments: ["pleroma", "akkoma"])
  func `quotes of Pleroma and Akkoma are read in their own formats`(name: String) throws {
    let samples = try MastodonSample.json("family-quotes")
    let reader = MastodonSample.reader(.akkoma)

    let post = try #require(reader.parsedPost(samples[name])).content
    let hidden = try #require(reader.parsedPost(samples["\(name)_hidden"])).content
    let plain = try #require(reader.parsedPost(samples["\(name)_plain"])).content

    #expect(post.quote?.handle == "bo@gull.example")
    #expect(post.quote?.text.plain == "Eels, smoked.")
    #expect(post.text.plain == "Look.")
    #expect(hidden.quote == Quote(missing: Post.ID("AnV3b9fTzQ2xYkQ001"), .unknown))
    #expect(hidden.text.plain.contains("RE: "))
    #expect(plain.quote == nil)
  }

  @Test(
    arguments: [
      ("mastodon", "A foghorn, twice", 0), ("mastodon_with_cover", "", 1), ("pleroma", "Gulls", 0),
    ])
  func `an audio is read with its description and its cover`(
    name: String, words: String, covers: Int
  ) throws {
    let attachment = try MastodonSample.json("audio")[name]

    let attachments = MastodonAttachments([attachment], isSensitive: false)

    let sound = try #require(attachments.photos.first)
    #expect(sound.kind == .audio)
    #expect(sound.altText == words)
    #expect(sound.renditions.count == covers)
    #expect(attachments.appendingAttachmentLinks(to: RichText("x")) == RichText("x"))
    #expect(sound.url != nil && sound.url == attachment["url"].string)
  }

  @Test(arguments: [("video", Photo.PhotoKind.video), ("gifv", .animation)])
  func `a video that is its own preview has no picture`(
    type: String, kind: Photo.PhotoKind
  ) throws {
    let file: JSON = "https://f.example/whole.mp4"
    let attachments = MastodonAttachments(
      [
        ["id": "1", "type": .string(type), "url": file, "preview_url": file],
        ["id": "2", "type": .string(type), "url": file, "preview_url": .null],
      ], isSensitive: false)

    #expect(attachments.photos.map(\.kind) == [kind, kind])
    #expect(attachments.photos.flatMap(\.renditions) == [])
    #expect(
      attachments.photos.map(\.url) == Array(repeating: "https://f.example/whole.mp4", count: 2))
    #expect(attachments.appendingAttachmentLinks(to: RichText("x")) == RichText("x"))
  }

  @Test(arguments: ["image", "gifv", "video", "audio"])
  func `an attachment has the address of its file beside its preview`(_ type: String) throws {
    let attachment: JSON = [
      "id": "1", "type": .string(type), "url": "https://f.example/whole",
      "remote_url": "https://other.example/whole", "preview_url": "https://f.example/small.jpg",
    ]
    let remote: JSON = [
      "id": "2", "type": .string(type), "url": .null, "remote_url": "https://other.example/whole",
      "preview_url": "https://f.example/small.jpg",
    ]

    let photos = MastodonAttachments([attachment, remote], isSensitive: false).photos

    #expect(photos.map(\.url) == ["https://f.example/whole", "https://other.example/whole"])
    #expect(
      photos.map { $0.renditions.first?.url }
        == Array(repeating: "https://f.example/small.jpg", count: 2))
  }
}
