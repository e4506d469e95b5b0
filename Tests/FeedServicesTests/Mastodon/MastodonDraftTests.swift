import Doubles
import FeedDomain
import Testing

@testable import FeedServices

/// What else goes with a post, at a server: a poll, a language, who may quote it.
@Suite struct MastodonDraftTests {
  private let key = OutboxItem.ID("key-1")
  private let draft = Draft(
    id: Draft.ID("d"), text: "Rye?",
    poll: Draft.DraftPoll(choices: ["Yes", "No"], allowsSeveral: true, lasts: .seconds(3_600)))

  private func limits(_ instance: JSON, _ software: MastodonSoftware = .other) -> PollLimits? {
    var server = MastodonServer(address: "https://example.social")
    server.software = software
    server.readInstanceFacts(from: instance)
    return server.limits.polls
  }

  @Test func `a poll is sent with its choices and settings`() async throws {
    let fixture = MastodonFixture(always: MastodonPosts.post("7"))

    _ = try await fixture.publishing.sendChange(.publish(draft), key: key)

    #expect(
      fixture.asked == [
        "POST /api/v1/statuses json status=Rye? visibility=public poll[options][]=Yes "
          + "poll[options][]=No poll[expires_in]=3600 poll[multiple]=true poll[hide_totals]=false"
      ])
  }

  @Test(arguments: [(10, " quote_approval_policy=followers"), (6, "")])
  func `a post carries its language, and its quote policy if the server supports quotes`(
    version: Int, quotePolicy: String
  ) async throws {
    let fixture = MastodonFixture(apiVersion: version, always: MastodonPosts.post("7"))
    let draft = Draft(id: Draft.ID("d"), text: "Hi", language: "de", quotePolicy: .followers)

    _ = try await fixture.publishing.sendChange(.publish(draft), key: key)

    #expect(
      fixture.asked == [
        "POST /api/v1/statuses json status=Hi visibility=public language=de" + quotePolicy
      ])
    #expect(fixture.connection.server.limits.canSetQuotePolicy == !quotePolicy.isEmpty)
  }

  private func later(_ seconds: Int, _ fixture: MastodonFixture) -> Draft {
    Draft(
      id: Draft.ID("d"), text: "Hi", postsAt: fixture.world.now.timeAdvanced(by: .seconds(seconds)))
  }

  @Test func `a scheduled post is delivered without a post to show`() async throws {
    let fixture = MastodonFixture(always: ["id": "3", "scheduled_at": "2026-11-22T19:00:00.000Z"])
    let draft = later(300, fixture)

    let outcome = try await fixture.publishing.sendChange(.publish(draft), key: key)

    let time = ISODate.isoDateText(try #require(draft.postsAt))
    #expect(outcome == .done)
    #expect(
      fixture.asked == [
        "POST /api/v1/statuses json status=Hi visibility=public scheduled_at=\(time)"
      ]
    )
  }

  @Test func `a scheduled post that the server published at once is returned`() async throws {
    let fixture = MastodonFixture(always: MastodonPosts.post("7"))

    let outcome = try await fixture.publishing.sendChange(.publish(later(300, fixture)), key: key)

    guard case .post(let post) = outcome else { throw FeedError.badReply }
    #expect(post.id == Post.ID("7"))
  }

  @Test func `a post scheduled less than five minutes ahead is refused without a request`() async {
    let fixture = MastodonFixture(always: MastodonPosts.post("7"))

    await #expect(throws: FeedError.refused(nil)) {
      try await fixture.publishing.sendChange(.publish(later(299, fixture)), key: key)
    }
    #expect(fixture.asked == [])
  }

  @Test(arguments: [true, false])
  func `a scheduled post that arrived despite a lost reply is not sent again`(isKept: Bool)
    async throws
  {
    let world = PassingWorld(at: MastodonSample.now.milliseconds)
    let time = ISODate.isoDateText(world.now.timeAdvanced(by: .seconds(600)))
    let fixture = MastodonFixture { request in
      guard request.method == .get else { return .json(["id": "3", "scheduled_at": "x"]) }
      guard request.url.contains("scheduled") else { return .json([]) }
      return .json([
        ["id": "1", "scheduled_at": .string(time), "params": ["text": "Hello"]],
        ["id": "2", "scheduled_at": "2026-01-01T00:00:00.000Z", "params": ["text": "Hi"]],
        [
          "id": "3", "scheduled_at": .string(time), "params": ["text": isKept ? "Hi" : "Hi!"],
        ],
      ])
    }

    let draft = later(600, fixture)
    let failure = await failure {
      _ = try await fixture.publishing.resend(
        .publish(draft), key: key, since: fixture.world.now)
    }

    #expect(failure == (isKept ? nil : .outcomeUnknown))
    #expect(fixture.asked.first == "GET /api/v1/scheduled_statuses?limit=40")
    #expect(!fixture.asked.contains { $0.hasPrefix("POST") })
  }

  @Test(arguments: [
    ("Hi\n\nhttps://home.example/@ada/1", 6, true),
    ("Hi\n\nhttps://home.example/@ada/1", 10, false),
    ("Hi\n\nhttps://home.example/@ada/1 more", 6, false), ("Hi, you", 6, false),
  ])
  func `a scheduled post with a link in place of a quote is found after a lost reply`(
    text: String, version: Int, isFound: Bool
  ) async throws {
    let world = PassingWorld(at: MastodonSample.now.milliseconds)
    let time = ISODate.isoDateText(world.now.timeAdvanced(by: .seconds(600)))
    let fixture = MastodonFixture(apiVersion: version) { request in
      guard request.url.contains("scheduled") else { return .json([]) }
      return .json([["id": "3", "scheduled_at": .string(time), "params": ["text": .string(text)]]])
    }

    var draft = later(600, fixture)
    draft.quoting = Post.ID("1")
    let failure = await failure {
      _ = try await fixture.publishing.resend(.publish(draft), key: key, since: fixture.world.now)
    }

    #expect(failure == (isFound ? nil : .outcomeUnknown))
  }

  @Test func `a scheduled post's outcome is unknown if the server does not list scheduled posts`()
    async throws
  {
    let fixture = MastodonFixture { request in
      guard request.method == .get else { return .json(["id": "3", "scheduled_at": "x"]) }
      return request.url.contains("scheduled") ? .json([], status: 404) : .json([])
    }

    let draft = later(600, fixture)
    let failure = await failure {
      _ = try await fixture.publishing.resend(
        .publish(draft), key: key, since: fixture.world.now)
    }

    #expect(failure == .outcomeUnknown)
    #expect(!fixture.asked.contains { $0.hasPrefix("POST") })
  }

  @Test(arguments: MastodonSoftware.allCases)
  func `scheduling is offered only at servers that support it`(software: MastodonSoftware) {
    var server = MastodonServer(address: "https://example.social")
    server.software = software

    #expect(server.limits.canSchedule == [.mastodon, .akkoma].contains(software))
  }

  @Test(arguments: [
    ("0.17.3+git-0000000", false), ("0.19.2", false), ("0.20.0-rc1", true), ("0.20.1", true),
    ("1.0.0 git-abc", true), ("", false),
  ])
  func `GoToSocial supports scheduled posts since 0.20`(version: String, isKept: Bool) {
    var server = MastodonServer(address: "https://example.social")
    server.software = .gotosocial
    server.readInstanceFacts(from: ["version": .string(version)])
    let kept = MastodonServer(stored: server.json)

    for server in [server, kept].compactMap(\.self) {
      #expect(server.limits.canSchedule == isKept)
      #expect(server.extras.contains(.scheduledPosts) == isKept)
      #expect(server.actions.isSuperset(of: [.unschedule, .reschedule]) == isKept)
    }
  }

  @Test func `a poll that arrived despite a lost reply is found by its choices`() async throws {
    func posted(_ id: String, _ titles: String...) -> JSON {
      [
        "id": .string(id), "created_at": "2026-11-20T18:00:00Z", "account": ["id": "me"],
        "content": "<p>Rye?</p>",
        "poll": ["id": "p", "options": .array(titles.map { ["title": .string($0)] })],
      ]
    }
    let fixture = MastodonFixture(always: [posted("8", "Yes", "Maybe"), posted("9", "Yes", "No")])
    let begun = try #require(ISODate.parsedTimestamp("2026-11-20T18:00:00Z"))

    let outcome = try await fixture.publishing.resend(.publish(draft), key: key, since: begun)

    guard case .post(let post) = outcome else { throw FeedError.badReply }
    #expect(post.id == Post.ID("9"))
  }

  @Test func `poll limits are read from either layout`() throws {
    let akkoma: JSON = [
      "version": "2.7.2 (compatible; Akkoma 3.13)",
      "poll_limits": [
        "max_options": 20, "max_option_chars": 200, "min_expiration": 0,
        "max_expiration": 31_536_000,
      ],
    ]

    #expect(limits(try MastodonSample.json("instance-v2")) == .standard)
    #expect(
      limits(akkoma)
        == PollLimits(
          choices: 20, characters: 200, shortest: .seconds(300), longest: .seconds(31_536_000)))
    #expect(limits([:]) == .standard)
    #expect(limits(["configuration": ["polls": ["max_options": 0]]]) == nil)
    #expect(limits([:], .pixelfed) == nil)
  }

  @Test(arguments: [
    nil, .standard, PollLimits(choices: 9, characters: 5, shortest: .zero, longest: .seconds(9)),
  ])
  func `poll limits are stored, and older stored servers have the standard limits`(
    polls: PollLimits?
  ) {
    var server = MastodonServer(address: "https://home.example")
    server.polls = polls

    #expect(MastodonServer(stored: server.json) == server)
    #expect(MastodonServer(stored: ["origin": "https://home.example"])?.polls == .standard)
  }
}
