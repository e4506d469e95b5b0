import FeedDomain
import Testing

@testable import FeedServices

/// What servers tell of posts besides; the replies have the shape of Mastodon's documentation.
@Suite struct MastodonOptionalInformationTests {
  @Test func `a post's revisions come oldest first, with their polls and pictures`() async throws {
    let fixture = MastodonFixture(always: [
      [
        "content": "<p>Tea at <b>four</b></p>", "spoiler_text": "", "sensitive": false,
        "created_at": "2026-11-20T18:00:00.000Z", "account": ["id": "1", "acct": "ada"],
        "media_attachments": [["id": "5", "type": "image", "description": nil]], "emojis": [],
      ],
      [
        "content": "<p>Tea at five</p>", "spoiler_text": "food", "sensitive": true,
        "created_at": "2026-11-20T18:05:00.000Z", "account": ["id": "1", "acct": "ada"],
        "poll": ["options": [["title": "green"], ["title": "black"]]],
        "media_attachments": [["id": "5", "type": "image", "description": "a pot"]], "emojis": [],
      ],
      ["content": "<p>When?</p>"],
    ])

    let editions = try await fixture.extras.revisions(of: Post.ID("1"))

    #expect(fixture.asked == ["GET /api/v1/statuses/1/history"])
    #expect(
      editions.map(\.paragraphs) == [
        ["", "Tea at four"], ["food", "Tea at five", "green", "black"],
      ])
    #expect(editions.map(\.pictures) == [[""], ["a pot"]])
  }

  @Test func `announcements are read newest first, with their reactions`() async throws {
    let fixture = MastodonFixture(always: [
      [
        "id": "8", "content": "<p>We move house</p>", "starts_at": nil, "all_day": false,
        "published_at": "2026-11-19T18:00:00.000Z", "read": true, "mentions": [], "tags": [],
        "reactions": [["name": "bongo", "count": 9, "me": false, "url": "https://x.example/b"]],
      ],
      [
        "id": "9", "content": "<p>Back at <b>nine</b></p>",
        "starts_at": "2026-11-20T18:00:00.000Z",
        "reactions": [["name": "👍", "count": 2, "me": true], ["name": "👎", "count": 0]],
      ],
    ])

    let announcements = try await fixture.extras.announcements()

    #expect(fixture.asked == ["GET /api/v1/announcements"])
    #expect(announcements.map(\.text.plain) == ["Back at nine", "We move house"])
    #expect(
      announcements.map(\.reactions) == [
        [Reaction("👍", count: 2, isOwn: true)],
        [Reaction("bongo", count: 9, picture: "https://x.example/b")],
      ])
  }

  @Test func `trending tags and links are read in turn, with their daily uses`() async throws {
    let fixture = MastodonFixture { request in
      request.url.contains("/tags")
        ? .json([
          [
            "name": "fog", "url": "https://home.example/tags/fog",
            "history": [
              ["day": "1574553600", "uses": "20", "accounts": "10"],
              ["day": "1574467200", "uses": "5", "accounts": "4"],
            ],
          ], ["name": "boats", "history": []], ["name": ""],
        ])
        : .json([
          [
            "url": "https://news.example/1", "title": "Fog again", "provider_name": "News",
            "history": [["day": "1", "uses": "-3", "accounts": "many"]],
          ], ["url": "javascript:alert(1)", "title": "No"], ["url": "https://x.example/2"],
        ])
    }

    let trends = try await fixture.extras.trends()

    let page = TrendingTagOrPage.TrendSubject.page(
      address: "https://news.example/1", title: "Fog again", site: "News")
    #expect(
      trends == [
        TrendingTagOrPage(.tag("fog"), uses: [5, 20], personCount: 14),
        TrendingTagOrPage(page, uses: [0], personCount: 0),
        TrendingTagOrPage(.tag("boats"), uses: [], personCount: 0),
      ])
    #expect(
      fixture.asked == [
        "GET /api/v1/trends/tags?limit=20", "GET /api/v1/trends/links?limit=20",
      ])
  }

  @Test func `the user's own profile is read from its source fields`() async throws {
    let fixture = MastodonFixture(always: [
      "id": "7", "display_name": "Sol", "note": "<p>Sails</p>", "locked": true, "bot": nil,
      "discoverable": false,
      "source": [
        "note": "Sails", "discoverable": true, "privacy": "private", "language": nil,
        "fields": [["name": "Home", "value": "https://sol.example"], ["name": "Tea"]],
      ],
    ])

    #expect(
      try await fixture.extras.ownProfileFormValues() == [
        .name: "Sol", .words: "Sails", .isLocked: "true", .isDiscoverable: "true",
        .facts: "Home: https://sol.example\nTea: ", .portrait: "", .banner: "",
        .audience: "followers", .language: "",
      ])
    #expect(fixture.asked == ["GET /api/v1/accounts/verify_credentials"])
  }

  @Test func `the user's lists say whether a person is on them`() async throws {
    let fixture = MastodonFixture { request in
      request.url.contains("/accounts/")
        ? .json([["id": "2", "title": "Cakes"]])
        : .json([["id": "1", "title": "Boats"], ["id": "2", "title": "Cakes"], ["title": "?"]])
    }

    let all = try await fixture.extras.userListsMarkingThose(with: nil)
    let some = try await fixture.extras.userListsMarkingThose(with: Person.ID("7"))

    #expect(all == [UserList(id: "1", title: "Boats"), UserList(id: "2", title: "Cakes")])
    #expect(some.map(\.hasPerson) == [false, true])
    #expect(
      fixture.asked == [
        "GET /api/v1/lists", "GET /api/v1/lists", "GET /api/v1/accounts/7/lists",
      ])
  }

  @Test func `trends are tags alone if the server has no trending links`() async throws {
    let fixture = MastodonFixture { request in
      request.url.contains("/tags")
        ? .json([["name": "fog"]]) : .json(["error": "Not found"], status: 404)
    }

    #expect(try await fixture.extras.trends().map(\.subject) == [.tag("fog")])
  }

  @Test func `scheduled posts are listed in the order of their times`() async throws {
    let fixture = MastodonFixture(always: [
      [
        "id": "2", "scheduled_at": "2026-12-02T09:00:00.000Z",
        "params": ["text": "Cake", "spoiler_text": "food"], "media_attachments": [["id": "m"]],
      ], ["id": "1", "scheduled_at": "2026-12-01T09:00:00.000Z", "params": ["text": "Tea"]],
      ["id": "3", "params": ["text": "When?"]],
    ])

    let posts = try await fixture.extras.scheduledPosts()

    #expect(posts.map(\.id) == ["1", "2"])
    #expect(posts.map(\.words) == ["Tea", "food\nCake"] && posts.map(\.pictures) == [0, 1])
    #expect(fixture.asked == ["GET /api/v1/scheduled_statuses?limit=40"])
  }

  @Test func `scheduled posts are read to the last page, and a repeated page ends the list`()
    async throws
  {
    let fixture = MastodonFixture { request in
      let (id, next) = request.url.contains("max_id=5") ? ("1", "1") : ("5", "5")
      return .json(
        [
          [
            "id": .string(id), "scheduled_at": .string("2026-12-0\(id)T09:00:00.000Z"),
            "params": [:],
          ]
        ],
        ["Link": "<https://home.example/api/v1/scheduled_statuses?max_id=\(next)>; rel=\"next\""])
    }

    let posts = try await fixture.extras.scheduledPosts()

    #expect(posts.map(\.id) == ["1", "5"])
    #expect(
      fixture.asked == [
        "GET /api/v1/scheduled_statuses?limit=40",
        "GET /api/v1/scheduled_statuses?limit=40&max_id=5",
        "GET /api/v1/scheduled_statuses?limit=40&max_id=1",
      ])
  }

  @Test func `unexpired filters are listed with their places`() async throws {
    let fixture = MastodonFixture(always: [
      [
        "id": "7", "title": "Boats", "context": ["home", "public", "moon"], "expires_at": nil,
        "filter_action": "hide",
        "keywords": [["id": "1", "keyword": "boat", "whole_word": true], ["keyword": "ship"]],
      ],
      [
        "id": "8", "title": "Rain", "context": [], "expires_at": "2001-01-01T00:00:00.000Z",
        "filter_action": "warn", "keywords": [],
      ],
    ])

    #expect(
      try await fixture.extras.wordFilters() == [
        WordFilter(
          id: "7", title: "Boats", words: ["boat", "ship"], places: [.home, .anywhere],
          isHiding: true)
      ])
  }

  @Test func `server facts are read from either version of the API`() async throws {
    let new = MastodonFixture(always: [
      "domain": "x.example", "title": "Harbour", "version": "4.5.0",
      "description": "For sailors", "usage": ["users": ["active_month": 12]],
      "contact": ["email": "a@x.example", "account": ["id": "1", "acct": "ada"]],
      "rules": [
        ["id": "1", "text": "Be kind", "hint": "Also to gulls"], ["id": "2", "text": ""],
      ],
    ])
    let old = MastodonFixture(
      .akkoma,
      always: [
        "uri": "x.example", "title": "Harbour", "version": "2.7.2",
        "description": "<p>For <b>all</b>", "stats": ["user_count": 3],
        "contact_account": ["id": "1", "acct": "ada"],
      ])

    #expect(
      try await new.extras.serverFacts()
        == ServerFacts(
          name: "Harbour", summary: RichText("For sailors"),
          rules: [ServerFacts.ServerRule(id: "1", words: "Be kind\nAlso to gulls")],
          contact: "ada", activeUserCount: 12, version: "4.5.0"))
    let facts = try await old.extras.serverFacts()
    #expect(facts.summary.plain == "For all" && facts.rules.isEmpty && facts.activeUserCount == nil)
    #expect(new.asked == ["GET /api/v2/instance"] && old.asked == ["GET /api/v1/instance"])
  }

  @Test func `a translation has its text, language and provider`() async throws {
    let fixture = MastodonFixture(always: [
      "content": "<p>Good <em>morning</em></p>", "spoiler_text": "greeting", "language": "en",
      "media_attachments": [], "poll": nil, "detected_source_language": "de",
      "provider": "DeepL.com",
    ])

    let translation = try await fixture.extras.translation(of: Post.ID("1"), into: "pt-BR")

    #expect(fixture.asked == ["POST /api/v1/statuses/1/translate lang=pt-BR"])
    #expect(translation.text.plain == "Good morning")
    #expect(translation.warning == "greeting")
    #expect(translation.language == "de" && translation.provider == "DeepL.com")
  }

  @Test func `an empty translation or revision list is a bad reply`() async throws {
    let fixture = MastodonFixture(always: ["content": "", "provider": "DeepL.com"])

    await #expect(throws: FeedError.badReply) {
      try await fixture.extras.translation(of: Post.ID("1"), into: "en")
    }
    await #expect(throws: FeedError.badReply) {
      try await fixture.extras.revisions(of: Post.ID("1"))
    }
  }

  @Test func `a person's pinned posts are requested separately`() async throws {
    let fixture = MastodonFixture(always: [MastodonPosts.post("7"), MastodonPosts.post("3")])

    let posts = try await fixture.extras.pinnedPosts(of: Person.ID("ada"))

    #expect(posts.map(\.id.rawValue) == ["7", "3"])
    #expect(fixture.asked == ["GET /api/v1/accounts/ada/statuses?pinned=true"])
  }

  @Test(arguments: MastodonSoftware.allCases)
  func `a post marked as not pinned is left out of the pinned posts`(
    software: MastodonSoftware
  ) async throws {
    func post(_ id: String, _ isPinned: JSON) -> JSON {
      .object(MastodonPosts.post(id).members + [.init(name: "pinned", value: isPinned)])
    }
    let posts: JSON = [post("7", true), post("3", false), MastodonPosts.post("2")]
    let fixture = MastodonFixture(software, always: posts)

    let pinned = try await fixture.extras.pinnedPosts(of: Person.ID("ada"))

    // snac answers with all posts, whatever it is asked for.
    #expect(pinned.map(\.id.rawValue) == (software == .snac ? ["7"] : ["7", "2"]))
  }

  @Test func `translations are offered if the server enables them`() {
    func server(_ configuration: JSON) -> MastodonServer {
      var server = MastodonServer(address: "https://home.example")
      server.readInstanceFacts(from: ["configuration": configuration])
      return server
    }

    #expect(server(["translation": ["enabled": true]]).extras.contains(.translations))
    #expect(!server(["translation": ["enabled": false]]).extras.contains(.translations))
    #expect(!server([:]).extras.contains(.translations))
  }
}
