import Doubles
import FeedDomain
import ServiceRig
import Testing
import Threads

@testable import FeedServices

/// Filters of version 1 of Mastodon's filter API, which clients apply.
@Suite struct MastodonPhraseFilterTests {
  private static func filter(
    _ phrase: String, id: String = "6", in contexts: [String] = ["home"], wholeWord: Bool = true,
    hides: Bool = false, ends: JSON = .null
  ) -> JSON {
    [
      "id": .string(id), "phrase": .string(phrase),
      "context": .array(contexts.map { .string($0) }), "whole_word": .bool(wholeWord),
      "irreversible": .bool(hides), "expires_at": ends,
    ]
  }

  private static func post(_ text: String, id: String = "1", by author: String = "ada") -> JSON {
    [
      "id": .string(id), "content": .string("<p>\(text)</p>"),
      "account": ["id": .string(author), "acct": .string(author)],
    ]
  }

  private static let oldMastodon: MastodonServer = {
    var server = MastodonServer(address: "https://home.example")
    server.software = .mastodon
    server.readInstanceFacts(from: ["version": "3.5.19"])
    return server
  }()

  private static let akkoma: MastodonServer = {
    var server = MastodonServer(address: "https://home.example")
    server.software = .akkoma
    return server
  }()

  private static let unknown = MastodonServer(address: "https://home.example")

  /// A connection to a server with filters and one page for every stream.
  private func fixture(
    at server: MastodonServer = oldMastodon, _ filters: JSON, _ page: JSON
  ) -> MastodonFixture {
    MastodonFixture(at: server) { request in
      .json(request.url.hasSuffix("/api/v1/filters") ? filters : page)
    }
  }

  private func foldReasons(
    _ filters: JSON, _ page: JSON, at server: MastodonServer = oldMastodon, in feed: Feed = .home
  ) async throws -> [String?] {
    try await fixture(at: server, filters, page).feeds.feedPage(of: feed, .latest).entries.map(
      \.post.content.foldReason)
  }

  @Test(arguments: [oldMastodon, akkoma, unknown])
  func `a post with a filtered phrase is folded or, if the filter says so, hidden`(
    server: MastodonServer
  ) async throws {
    let page: JSON = [
      Self.post("Eels!", id: "3"), Self.post("Fog", id: "2"), Self.post("boats", id: "1"),
    ]

    let reasons = try await foldReasons(
      [Self.filter("eels"), Self.filter("Boats", id: "7", hides: true)], page, at: server)

    #expect(reasons == ["eels", nil])
  }

  @Test(arguments: [
    ("eel", "an EEL, fried", true, true), ("eel", "steel", true, false),
    ("eel", "steel", false, true), ("eel", "a steel eel", true, true),
    ("Straße", "die STRAßE.", true, true), ("öl", "Höl, Öl", true, true),
    ("öl", "Höl", true, false),
    ("#eel", "no#eel", true, true), ("うなぎ", "今日うなぎを食べた", true, true),
    ("grey gulls", "two grey gulls", true, true), ("grey gulls", "grey  seagulls", true, false),
    ("eels.example", "<a href=\"https://eels.example/a\">see</a>", true, true),
    ("&amp;", "ham &amp; eggs", false, false), ("&", "ham &amp; eggs", true, true),
  ])
  func `a phrase is found in any case, and as a whole word if the filter says so`(
    phrase: String, text: String, wholeWord: Bool, isFound: Bool
  ) async throws {
    let reasons = try await foldReasons(
      [Self.filter(phrase, wholeWord: wholeWord)], [Self.post(text)])

    #expect(reasons == [isFound ? phrase : nil])
  }

  @Test func `warnings, poll choices and alt texts are searched, too`() async throws {
    func post(_ id: String, _ member: String, _ value: JSON) -> JSON {
      .object(Self.post("x", id: id).members + [.init(name: member, value: value)])
    }
    let reasons = try await foldReasons(
      [Self.filter("eels")],
      [
        post("1", "spoiler_text", "Eels"), post("2", "poll", ["options": [["title": "Eels"]]]),
        post("3", "media_attachments", [["description": "Two eels"]]),
      ])

    #expect(reasons == ["eels", "eels", "eels"])
  }

  @Test(
    arguments: [
      (["public"], nil, false), (["home", "public"], nil, true), (["notifications"], nil, false),
      (["home"], "2026-11-20T18:00:00Z", false), (["home"], "2099-01-01T00:00:00Z", true),
    ] as [([String], String?, Bool)])
  func `a filter applies in its contexts until it ends`(
    contexts: [String], end: String?, applies: Bool
  ) async throws {
    let filters: JSON = [Self.filter("eels", in: contexts, ends: JSON(text: end))]

    #expect(try await foldReasons(filters, [Self.post("eels")]) == [applies ? "eels" : nil])
  }

  @Test func `profiles, conversations and notifications have contexts of their own`() async throws {
    let fixture = fixture(
      [
        Self.filter("eels", in: ["account"], hides: true),
        Self.filter("boats", in: ["thread"], hides: true),
        Self.filter("fog", in: ["notifications"], hides: true),
      ], [Self.post("eels", id: "1"), Self.post("boats", id: "2"), Self.post("fog", id: "3")])

    let profile = try await fixture.feeds.feedPage(of: .person(Person.ID("ada")), .latest)
    #expect(profile.entries.map(\.id.rawValue) == ["2", "3"])

    let thread = self.fixture(
      [Self.filter("boats", in: ["thread"], hides: true)],
      [
        "id": "9", "account": ["id": "ada"],
        "descendants": [Self.post("boats", id: "10"), Self.post("fog", id: "11")],
      ])
    let nodes = try await thread.feeds.conversation(of: Post.ID("9")).nodes
    #expect(nodes.map(\.post.content.text.plain) == ["", "fog"])

    let told = self.fixture(
      [Self.filter("fog", in: ["notifications"], hides: true)],
      [
        ["id": "1", "type": "mention", "account": ["id": "ada"], "status": Self.post("fog")],
        ["id": "2", "type": "mention", "account": ["id": "ada"], "status": Self.post("rain")],
      ])
    let notifications = try await told.notifications.notifications(after: nil)
    #expect(notifications.elements.map(\.id.rawValue) == ["2"])
  }

  @Test func `a boost is filtered by the boosted post, and the user's own posts are not`()
    async throws
  {
    let boost: JSON = [
      "id": "9", "content": "<p>eels</p>", "account": ["id": "grace"], "reblog": Self.post("eels"),
    ]
    let ownBoosted: JSON = [
      "id": "8", "content": "<p>eels</p>", "account": ["id": "grace"],
      "reblog": Self.post("eels", id: "2", by: "me"),
    ]
    let page = try await fixture(
      [Self.filter("eels", hides: true)], [boost, ownBoosted, Self.post("eels", id: "7", by: "me")]
    ).feeds.feedPage(of: .home, .latest)

    #expect(page.entries.map(\.id.rawValue) == ["8", "7"])
  }

  @Test func `the server's own word about filters is preferred`() async throws {
    let post = JSON.object(Self.post("eels").members + [.init(name: "filtered", value: [])])

    #expect(try await foldReasons([Self.filter("eels")], [post], at: Self.unknown) == [nil])
  }

  @Test func `filters are fetched once an hour, and again after a change`() async throws {
    let fixture = fixture([Self.filter("eels")], [Self.post("x")])
    func count() -> Int { fixture.asked.filter { $0 == "GET /api/v1/filters" }.count }

    for _ in 1...3 { _ = try await fixture.feeds.feedPage(of: .home, .latest) }
    #expect(count() == 1)
    fixture.world.pass(.seconds(3_600))
    _ = try await fixture.feeds.feedPage(of: .home, .latest)
    #expect(count() == 2)
    _ = try await fixture.publishing.sendChange(
      .serviceAction(ServiceAction(.filter, "6", isDone: false)), key: OutboxItem.ID("k"))
    _ = try await fixture.feeds.feedPage(of: .home, .latest)
    #expect(count() == 3)
  }

  @Test(arguments: [404, 403, 500, 501])
  func `a server that does not return its filters is read without them`(status: Int) async throws {
    let fixture = MastodonFixture(at: Self.unknown) { request in
      request.url.hasSuffix("/filters")
        ? .json(["error": "x"], status: status) : .json([Self.post("eels")])
    }

    for _ in 1...2 {
      #expect(try await fixture.feeds.feedPage(of: .home, .latest).entries.count == 1)
    }

    #expect(fixture.asked.filter { $0.hasSuffix("/filters") }.count == 1)
  }

  @Test func `a server that reports matching filters is not asked for them`() async throws {
    for software in [MastodonSoftware.mastodon, .gotosocial, .pixelfed, .snac, .takahe] {
      let fixture = MastodonFixture(software, always: [Self.post("eels")])

      _ = try await fixture.feeds.feedPage(of: .home, .latest)

      #expect(fixture.asked.count == 1)
    }
  }

  @Test func `a streamed post is hidden by the filters that were fetched`() async throws {
    let server = try LoopbackServer { _ in
      let events = """
        event: update
        data: \(Self.post("eels", id: "8").encodedText)

        event: update
        data: \(Self.post("fog", id: "9").encodedText)

        event: filters_changed


        """
      return .reply(200, ["Content-Type": "text/event-stream"], body: Array(events.utf8))
    }
    let network = NetworkContext.forTests()
    var live = MastodonLiveEvents(
      client: network.serviceClient(at: server.origin, requestRules: MastodonRequestRules()),
      accountClient: network.serviceClient(
        at: server.origin, token: Secret("canary"), requestRules: MastodonRequestRules()),
      server: MastodonServer(address: server.origin),
      account: Account(service: .mastodon, person: Person.ID("me"), handle: "sol"),
      world: PassingWorld())
    let filters = MastodonPhraseFilterCache()
    filters.storeFilters(
      [try #require(MastodonPhraseFilter(Self.filter("eels", hides: true)))], at: live.world.now)
    live.phraseFilters = filters
    let posted = LockedValue<[String]>([])

    try await live.listenForLiveEvents { event in
      if case .posted(let entry, in: _) = event { posted.withLock { $0.append(entry.id.rawValue) } }
    }

    #expect(posted.withLock { $0 } == ["9"])
    #expect(!filters.areFiltersFresh(at: live.world.now))
  }

  // MARK: - Changes

  @Test func `the list of filters names each phrase with its contexts and end`() async throws {
    let filters = try await fixture(
      [
        Self.filter("eels", in: ["home", "account"], hides: true, ends: "2099-01-01T00:00:00Z"),
        Self.filter("old", id: "7", ends: "2001-01-01T00:00:00Z"),
      ], []
    ).extras.wordFilters()

    #expect(filters.map(\.title) == ["eels"] && filters.map(\.words) == [["eels"]])
    #expect(filters.first?.places == [.home, .profiles])
    #expect(filters.first?.isHiding == true && filters.first?.end != nil)
    #expect(Self.oldMastodon.extras.contains(.wordFilters))
    #expect(Self.akkoma.actions.contains(.filter))
  }

  private func requests(
    _ action: ServiceAction, at server: MastodonServer = oldMastodon
  ) async throws -> [String] {
    let fixture = fixture(
      at: server, [Self.filter("eels", in: ["home", "thread"], wholeWord: false)], [])
    let outcome = try await fixture.publishing.sendChange(
      .serviceAction(action), key: OutboxItem.ID("k"))
    #expect(outcome == .done)
    return fixture.asked.filter { $0 != "GET /api/v1/filters" }
  }

  @Test func `a filter is added for each phrase, but not twice`() async throws {
    let answers: [InputField: String] = [.filterContexts: "home,thread", .endTime: "3600"]

    let added = try await requests(
      ServiceAction(.filter, "eels, boats", detail: "eels, boats", answers: answers))

    #expect(
      added == [
        "POST /api/v1/filters json phrase=boats context[]=home context[]=thread irreversible=false "
          + "whole_word=true expires_in=3600"
      ])
  }

  @Test func `Akkoma is sent no context of profiles, which it does not know`() async throws {
    let added = try await requests(
      ServiceAction(.filter, "fog", answers: [.hidesMatches: "true", .endTime: "0"]),
      at: Self.akkoma)

    #expect(
      added == [
        "POST /api/v1/filters json phrase=fog context[]=home context[]=notifications "
          + "context[]=thread context[]=public irreversible=true whole_word=true"
      ])
  }

  @Test(arguments: [("", ""), ("0", " expires_in=null"), ("60", " expires_in=60")])
  func `a changed filter keeps how it matches, and its end unless another is chosen`(
    end: String, sent: String
  ) async throws {
    let changed = try await requests(
      ServiceAction(
        .filter, "grey eels",
        answers: [.item: "6", .filterContexts: "home", .hidesMatches: "true", .endTime: end]))

    #expect(
      changed == [
        "PUT /api/v1/filters/6 json phrase=grey eels context[]=home irreversible=true "
          + "whole_word=false" + sent
      ])
  }

  @Test func `a filter is removed by its id, and a missing one cannot be changed`() async throws {
    #expect(
      try await requests(ServiceAction(.filter, "6", isDone: false))
        == ["DELETE /api/v1/filters/6"])
    await #expect(throws: FeedError.notFound) {
      try await requests(ServiceAction(.filter, "fog", answers: [.item: "9"]))
    }
  }
}
