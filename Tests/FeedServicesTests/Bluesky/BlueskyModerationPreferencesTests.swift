import Doubles
import FeedDomain
import Testing
import UseCases

@testable import FeedServices

/// What the user wants to see, and what becomes of the rest.
@Suite struct BlueskyModerationPreferencesTests {
  private static let labeler = BlueskyModerationPreferences.labeler

  private func adult(_ isAllowed: Bool) -> JSON {
    ["$type": "app.bsky.actor.defs#adultContentPref", "enabled": .bool(isAllowed)]
  }

  private func wish(_ label: String, _ wish: String, by labeler: String? = nil) -> JSON {
    [
      "$type": "app.bsky.actor.defs#contentLabelPref", "label": .string(label),
      "visibility": .string(wish), "labelerDid": labeler.map { .string($0) } ?? .null,
    ]
  }

  private func words(_ items: JSON...) -> JSON {
    ["$type": "app.bsky.actor.defs#mutedWordsPref", "items": .array(items)]
  }

  private func decision(
    _ label: String, _ moderation: BlueskyModerationPreferences, by labeler: String = labeler,
    extra: JSON = [:]
  ) -> BlueskyModerationDecision {
    let label = JSON.object(
      [.init(name: "val", value: .string(label)), .init(name: "src", value: .string(labeler))]
        + extra.members)
    return LabelModerationFilter(moderation: moderation, now: BlueskySample.now)
      .moderationDecision(on: [label], authorsOwnLabels: .null, by: "did:plc:ada")
  }

  @Test func `adult content is hidden, covered or shown by the user's preference`() {
    let unknown = BlueskyModerationPreferences()
    let no = BlueskySample.moderation(adult(false))
    let yes = BlueskySample.moderation(adult(true))
    let gladly = BlueskySample.moderation(adult(true), wish("nsfw", "ignore"))

    #expect(decision("porn", unknown) == .coverPictures)
    #expect(decision("porn", no) == .hide)
    #expect(decision("porn", yes) == .coverPictures)
    #expect(decision("porn", gladly) == .show)
    #expect(decision("graphic-media", no) == .coverPictures)
    #expect(decision("nudity", no) == .show)
    #expect(decision("nudity", BlueskySample.moderation(wish("nudity", "hide"))) == .hide)
  }

  @Test(
    arguments: [
      ("oldest", "abc"), ("newest", "cba"), ("most-likes", "bca"), ("random", "cab"),
      (nil, "cab"),
    ] as [(String?, String)])
  func `replies are sorted by the user's thread preference`(sort: String?, names: String) {
    func answer(_ name: String, at second: Int, likes: JSON = nil) -> JSON {
      let post = BlueskyPosts.post(name).members.filter { $0.name != "record" }
      let record: JSON = [
        "text": .string(name), "createdAt": .string("2026-11-20T18:00:0\(second).000Z"),
      ]
      return [
        "post": .object(
          post + [.init(name: "record", value: record), .init(name: "likeCount", value: likes)])
      ]
    }
    let reader = BlueskySample.reader(
      BlueskySample.moderation([
        "$type": "app.bsky.actor.defs#threadViewPref", "sort": sort.map { .string($0) } ?? .null,
      ]))
    let thread: JSON = [
      "post": BlueskyPosts.post("root"),
      "replies": [answer("c", at: 3), answer("a", at: 1), answer("b", at: 2, likes: 5)],
    ]

    let conversation = BlueskyThreadReader(reader: reader).parsedConversation(thread)

    let said = conversation?.nodes.dropFirst().map(\.post.content.text.plain).joined()
    #expect(said == names)
  }

  @Test func `a quoted post is moderated like a post`() {
    func quote(_ members: JSON, _ moderation: BlueskyModerationPreferences) -> Quote? {
      let record = JSON.object(
        [
          .init(name: "$type", value: "app.bsky.embed.record#viewRecord"),
          .init(name: "uri", value: "at://did:plc:b/app.bsky.feed.post/1"),
          .init(name: "author", value: ["did": "did:plc:b", "handle": "b.example"]),
          .init(name: "value", value: ["text": "Thick fog"]),
        ] + members.members)
      let post: JSON = [
        "uri": "at://did:plc:a/app.bsky.feed.post/1", "author": ["did": "did:plc:a"],
        "record": ["text": "Look"],
        "embed": ["$type": "app.bsky.embed.record#view", "record": record],
      ]
      return BlueskySample.reader(moderation).parsedPost(post)?.content.quote
    }
    let images: JSON = [
      "$type": "app.bsky.embed.images#view",
      "images": [["thumb": "https://cdn.example/1.jpg", "alt": "A cup"]],
    ]
    let fog = BlueskySample.moderation(words(["value": "fog", "targets": ["content"]]))
    let yes = BlueskySample.moderation(adult(true))

    #expect(quote([:], yes)?.warning == nil)
    #expect(quote(["labels": [["val": "!warn"]]], yes)?.warning == "…")
    #expect(quote(["labels": [["val": "!hide"]]], yes) == nil)
    #expect(quote([:], fog) == nil)
    #expect(quote(["embeds": [images]], yes)?.pictures == ["A cup"])
    #expect(quote(["embeds": [images], "labels": [["val": "porn"]]], yes)?.pictures == [""])
  }

  @Test func `negated and expired labels are ignored`() {
    let moderation = BlueskySample.moderation()

    #expect(decision("!hide", moderation) == .hide)
    #expect(decision("!warn", moderation) == .warn("…"))
    #expect(decision("!hide", moderation, extra: ["neg": true]) == .show)
    #expect(decision("!hide", moderation, extra: ["exp": "2026-01-01T00:00:00Z"]) == .show)
    #expect(decision("!hide", moderation, extra: ["exp": "2027-01-01T00:00:00Z"]) == .hide)
    #expect(decision("never-heard-of", moderation) == .show)
  }

  @Test func `a label means what its labeler defines, unless the user's setting overrides it`() {
    let views: JSON = [
      "views": [
        [
          "creator": ["did": .string(Self.labeler)],
          "policies": [
            "labelValueDefinitions": [
              [
                "identifier": "spam", "blurs": "content", "defaultSetting": "hide",
                "locales": [["lang": "de", "name": "Müll"], ["lang": "en", "name": "Spam"]],
              ], ["identifier": "rumor", "blurs": "content", "defaultSetting": "warn"],
              ["identifier": "blood", "blurs": "media"], 7,
            ]
          ],
        ]
      ]
    ]
    var moderation = BlueskySample.moderation()
    moderation.definitions = LabelDefinition.parsedLabelDefinitions(views)
    var lenient = BlueskySample.moderation(wish("spam", "warn", by: Self.labeler))
    lenient.definitions = moderation.definitions

    #expect(decision("spam", moderation) == .hide)
    #expect(decision("spam", lenient) == .warn("Spam"))
    #expect(decision("rumor", moderation) == .warn("rumor"))
    #expect(decision("blood", moderation) == .coverPictures)
    #expect(decision("spam", moderation, by: "did:plc:somebody-else") == .show)
  }

  @Test func `the author's own labels count, and the user's own posts are never moderated`() {
    let covered: JSON = [
      "uri": "at://a/b/c", "author": ["did": "did:plc:a"],
      "record": ["labels": ["values": [["val": "porn"]]]],
    ]
    let own: JSON = [
      "uri": "at://a/b/c", "author": ["did": .string(BlueskySample.me.rawValue)],
      "labels": [["val": "!hide"]],
    ]
    let reader = BlueskySample.reader(BlueskySample.moderation(adult(false)))

    #expect(reader.parsedPost(covered) == nil)
    #expect(reader.parsedPost(covered, in: .singlePost)?.content.foldReason == "…")
    #expect(reader.parsedPost(own)?.content.foldReason == nil)
    #expect(reader.parsedPost(own) != nil)
  }

  @Test(
    arguments: [
      (["value": "fog", "targets": ["content"]], "Fog over", true),
      (["value": "fog", "targets": ["content"]], "(fog)!", true),
      (["value": "fog", "targets": ["content"]], "foggy", false),
      (["value": "fog", "targets": ["tag"]], "fog", false),
      (["value": "#tea", "targets": ["tag"]], "x #Tea", true),
      (["value": "the fog", "targets": ["content"]], "In the fog", true),
      (["value": "霧", "targets": ["content"]], "朝霧です", true),
      (
        ["value": "fog", "targets": ["content"], "expiresAt": "2026-01-01T00:00:00Z"], "fog", false
      ),
      (["value": "fog", "targets": ["content"], "actorTarget": "exclude-following"], "fog", true),
      (["value": "", "targets": ["content"]], "", false), (["targets": ["content"]], "x", false),
      (7, "7", false),
    ] as [(JSON, String, Bool)])
  func `muted words hide posts with the whole word`(word: JSON, text: String, isHidden: Bool) {
    let post: JSON = [
      "uri": "at://a/b/c", "author": ["did": "did:plc:a"],
      "record": ["text": .string(text), "tags": .array(text.contains("#Tea") ? ["Tea"] : [])],
    ]
    let reader = BlueskySample.reader(BlueskySample.moderation(words(word)))

    #expect((reader.parsedPost(post) == nil) == isHidden)
    #expect(reader.parsedPost(post, in: .singlePost) != nil)
  }

  @Test(arguments: [
    (#"{"images":[{"alt":""},{"alt":"Fog over a bay"}]}"#, true),
    (#"{"items":[{"alt":"A bay"},{"alt":"(fog)"}]}"#, true),
    (#"{"video":{},"alt":"Fog, moving"}"#, true),
    (#"{"external":{"uri":"https://x.example","title":"Weather","description":"FOG"}}"#, true),
    (#"{"external":{"uri":"https://x.example","title":"Fog","description":""}}"#, true),
    (#"{"record":{"uri":"at://a/b/d"},"media":{"images":[{"alt":"Fog"}]}}"#, true),
    (#"{"record":{},"media":{"external":{"title":"x","description":"fog"}}}"#, true),
    (#"{"external":{"uri":"https://x.example/fog","title":"Foggy","description":["fog"]}}"#, false),
    (#"{"images":[{"alt":7},"fog"]}"#, false),
  ])
  func `muted words match alt texts and link cards`(
    embed: String, isHidden: Bool
  ) throws {
    let record: JSON = ["text": "Look", "embed": try JSON(Array(embed.utf8))]
    let post: JSON = ["uri": "at://a/b/c", "author": ["did": "did:plc:a"], "record": record]
    let quoting: JSON = [
      "uri": "at://e/b/c", "author": ["did": "did:plc:e"], "record": ["text": "See"],
      "embed": [
        "$type": "app.bsky.embed.record#view",
        "record": [
          "$type": "app.bsky.embed.record#viewRecord", "uri": "at://a/b/c",
          "author": ["did": "did:plc:a"], "value": record,
        ],
      ],
    ]
    let tag = BlueskySample.reader(
      BlueskySample.moderation(words(["value": "fog", "targets": ["tag"]])))
    let reader = BlueskySample.reader(
      BlueskySample.moderation(words(["value": "fog", "targets": ["content"]])))

    #expect((reader.parsedPost(post) == nil) == isHidden)
    #expect((reader.parsedPost(quoting)?.content.quote == nil) == isHidden)
    #expect(tag.parsedPost(post) != nil)
  }

  @Test func `a muted phrase is found across the title and description of a link card`() {
    let post: JSON = [
      "uri": "at://a/b/c", "author": ["did": "did:plc:a"],
      "record": [
        "text": "Look", "embed": ["external": ["title": "In the", "description": "fog again"]],
      ],
    ]
    let phrase: JSON = ["value": "the fog", "targets": ["content"]]

    #expect(BlueskySample.reader(BlueskySample.moderation(words(phrase))).parsedPost(post) == nil)
  }

  @Test func `a muted word may exempt people whom the user follows`() {
    let word: JSON = [
      "value": "fog", "targets": ["content"], "actorTarget": "exclude-following",
    ]
    let post: JSON = [
      "uri": "at://a/b/c", "author": ["did": "did:plc:a", "viewer": ["following": "at://x/y/z"]],
      "record": ["text": "fog"],
    ]

    #expect(BlueskySample.reader(BlueskySample.moderation(words(word))).parsedPost(post) != nil)
  }

  @Test func `posts in the user's list of hidden posts are hidden`() throws {
    let uri = BlueskyPosts.uri("1")
    let moderation = BlueskySample.moderation([
      "$type": "app.bsky.actor.defs#hiddenPostsPref", "items": [.string(uri)],
    ])

    #expect(BlueskySample.reader(moderation).posts([BlueskyPosts.post("1")]) == [])
  }

  @Test(
    arguments: [
      ("hideReplies", [1, 2, 3, 4, 6]), ("hideReposts", [0, 1, 3, 4, 5, 6]),
      ("hideQuotePosts", [0, 1, 2, 4, 6]), ("hideRepliesByUnfollowed", [0, 1, 2, 3, 4, 6]),
      ("never heard of", [0, 1, 2, 3, 4, 5, 6]),
    ])
  func `the home stream leaves out replies, reposts and quotes by the user's feed preferences`(
    setting: String, rows: [Int]
  ) throws {
    let page = try BlueskySample.json("timeline")["feed"]
    let home: JSON = ["$type": "app.bsky.actor.defs#feedViewPref", "feed": "home"]
    let moderation = BlueskySample.moderation(home.with(setting, true))

    let all = BlueskySample.entries(page)
    let shown = BlueskySample.entries(page, moderation, in: .home)

    #expect(shown.map(\.id) == rows.map { all[$0].id })
    #expect(BlueskySample.entries(page, moderation).count == all.count)
  }

  @Test func `the user's valid labelers are sent in the request header`() async throws {
    let preferences: JSON = [
      "preferences": [
        [
          "$type": "app.bsky.actor.defs#labelersPref",
          "labelers": [["did": "did:plc:x"], ["did": "bad\r\nHeader: x"], 3],
        ]
      ]
    ]
    let fixture = BlueskyFixture(preferences: preferences, always: BlueskyPosts.feed("1"))

    _ = try await fixture.feeds.feedPage(of: .home, .latest)

    #expect(
      fixture.transport.requests.last?.headers["atproto-accept-labelers"]
        == "\(Self.labeler);redact, did:plc:x")
  }

  @Test func `moderation preferences are fetched once, and again after an hour`() async throws {
    let fixture = BlueskyFixture(always: BlueskyPosts.feed("1"))
    func questions() -> Int {
      fixture.transport.requests.count { $0.url.contains("getPreferences") }
    }

    _ = try await fixture.feeds.feedPage(of: .home, .latest)
    _ = try await fixture.feeds.feedPage(of: .likes, .latest)
    let atFirst = questions()
    fixture.world.pass(.seconds(3601))
    _ = try await fixture.feeds.feedPage(of: .home, .latest)

    #expect(atFirst == 1)
    #expect(questions() == 2)
  }

  @Test
  func `a start with recent cached preferences requests only posts, and preferences after an hour`()
    async throws
  {
    let folder = ScratchFolder()
    let word: JSON = ["value": "fog", "targets": ["content"]]
    let birthday: JSON = ["$type": "app.bsky.actor.defs#personalDetailsPref", "birthDate": "1999"]
    let before = BlueskyFixture(
      preferences: ["preferences": [words(word), birthday]], stateFolder: folder.path,
      always: BlueskyPosts.feed("1"))
    _ = try await before.feeds.feedPage(of: .home, .latest)

    let fixture = BlueskyFixture(
      stateFolder: folder.path, always: BlueskyPosts.feed("fog", "sun"))
    let page = try await fixture.feeds.feedPage(of: .home, .latest)
    let atFirst = fixture.transport.requests.count
    fixture.world.pass(.seconds(3601))
    let later = try await fixture.feeds.feedPage(of: .home, .latest)

    #expect(page.names == ["sun"])
    #expect(atFirst == 1)
    #expect(later.names == ["fog", "sun"])
    #expect(fixture.transport.requests.count == 3)
    #expect(folder.names(containing: "1999") == [])
  }

  @Test func `a start with day-old preferences uses them, and refreshes them a minute later`()
    async throws
  {
    let folder = ScratchFolder()
    let word: JSON = ["value": "fog", "targets": ["content"]]
    let before = BlueskyFixture(
      preferences: ["preferences": [words(word)]], stateFolder: folder.path,
      always: BlueskyPosts.feed("1"))
    _ = try await before.feeds.feedPage(of: .home, .latest)

    let fixture = BlueskyFixture(
      stateFolder: folder.path, always: BlueskyPosts.feed("fog", "sun"))
    fixture.world.pass(.seconds(100_000))
    let page = try await fixture.feeds.feedPage(of: .home, .latest)
    let atFirst = fixture.transport.requests.count
    fixture.world.pass(.seconds(61))
    let later = try await fixture.feeds.feedPage(of: .home, .latest)

    #expect(page.names == ["sun"])
    #expect(atFirst == 1)
    #expect(later.names == ["fog", "sun"])
  }

  @Test func `preferences older than a week are fetched before any post is shown`() async throws {
    let folder = ScratchFolder()
    let before = BlueskyFixture(stateFolder: folder.path, always: BlueskyPosts.feed("1"))
    _ = try await before.feeds.feedPage(of: .home, .latest)

    let fixture = BlueskyFixture(stateFolder: folder.path, always: BlueskyPosts.feed("1"))
    fixture.world.pass(.seconds(8 * 86_400))
    _ = try await fixture.feeds.feedPage(of: .home, .latest)

    #expect(fixture.transport.requests.first?.url.contains("getPreferences") == true)
  }

  @Test func `label definitions are fetched once a day, and soon for a new labeler`()
    async throws
  {
    let folder = ScratchFolder()
    func fixture(after seconds: Int64, labelers: String...) -> BlueskyFixture {
      let labelers = labelers.map { JSON.object([.init(name: "did", value: .string($0))]) }
      let fixture = BlueskyFixture(
        preferences: [
          "preferences": [
            ["$type": "app.bsky.actor.defs#labelersPref", "labelers": .array(labelers)]
          ]
        ], stateFolder: folder.path, always: BlueskyPosts.feed("1"))
      fixture.world.pass(.seconds(seconds))
      return fixture
    }
    let stages = [
      fixture(after: 0), fixture(after: 7200), fixture(after: 14_400, labelers: "did:plc:x"),
      fixture(after: 90_000, labelers: "did:plc:x"), fixture(after: 110_000, labelers: "did:plc:x"),
    ]

    for fixture in stages {
      _ = try await fixture.feeds.feedPage(of: .home, .latest)
      fixture.world.pass(.seconds(61))
      _ = try await fixture.feeds.feedPage(of: .home, .latest)
    }

    let questions = stages.map { fixture in
      fixture.transport.requests.count { $0.url.contains("getServices") }
    }
    #expect(questions == [1, 0, 1, 0, 1])
  }

  @Test func `a connection does not rewrite the preferences file that the sign-out deleted`()
    async throws
  {
    let folder = ScratchFolder()
    let fixture = BlueskyFixture(stateFolder: folder.path, always: BlueskyPosts.feed("1"))
    let file = ModerationPreferencesFile(of: fixture.connection.account.id, in: folder.path)

    file.deletePreferencesFile()
    _ = try await fixture.feeds.feedPage(of: .home, .latest)

    #expect(folder.names.isEmpty)
  }

  @Test func `posts are readable if the preferences are malformed`() async throws {
    let fixture = BlueskyFixture(preferences: ["preferences": "x"], always: BlueskyPosts.feed("1"))

    let page = try await fixture.feeds.feedPage(of: .home, .latest)

    #expect(page.names == ["1"])
  }
}

extension JSON {
  /// The object with one member more.
  func with(_ name: String, _ value: JSON) -> JSON {
    .object(members.filter { $0.name != name } + [JSONMember(name: name, value: value)])
  }
}
