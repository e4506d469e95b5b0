import FeedDomain
import Testing

@testable import FeedServices

/// What is done besides to posts and people, at a server.
@Suite struct MastodonActionTests {
  @Test(arguments: [
    (ServiceAction(.followTag, "fog"), "POST /api/v1/tags/fog/follow"),
    (ServiceAction(.followTag, "étang", isDone: false), "POST /api/v1/tags/%C3%A9tang/unfollow"),
    (ServiceAction(.hideBoosts, "7"), "POST /api/v1/accounts/7/follow reblogs=false"),
    (ServiceAction(.hideBoosts, "7", isDone: false), "POST /api/v1/accounts/7/follow reblogs=true"),
    (ServiceAction(.tellOfPosts, "7"), "POST /api/v1/accounts/7/follow notify=true"),
    (ServiceAction(.blockServer, "fog.example"), "POST /api/v1/domain_blocks domain=fog.example"),
    (
      ServiceAction(.blockServer, "fog.example", isDone: false),
      "DELETE /api/v1/domain_blocks?domain=fog.example"
    ),
    (
      ServiceAction(.note, "7", answers: [.words: "Bakes & sails."]),
      "POST /api/v1/accounts/7/note comment=Bakes & sails."
    ),
    (ServiceAction(.note, "7", answers: [.words: ""]), "POST /api/v1/accounts/7/note comment="),
    (
      ServiceAction(
        .report, "7",
        answers: [.reason: "spam", .words: "Again", .forwardsReport: "true", .post: "9"]),
      "POST /api/v1/reports account_id=7 status_ids[]=9 category=spam comment=Again forward=true"
    ),
    (
      ServiceAction(.report, "7", answers: [.reason: "violation", .rule: "3"]),
      "POST /api/v1/reports account_id=7 category=violation rule_ids[]=3"
    ),
    (
      ServiceAction(.report, "7", answers: [.reason: "spam", .rule: "3"]),
      "POST /api/v1/reports account_id=7 category=spam"
    ),
    (
      ServiceAction(.reschedule, "5", answers: [.moment: "1764000000000"]),
      "PUT /api/v1/scheduled_statuses/5 scheduled_at=2025-11-24T16:00:00.000Z"
    ),
    (
      ServiceAction(.addAnnouncementReaction, "4", detail: "🐟"),
      "PUT /api/v1/announcements/4/reactions/%F0%9F%90%9F"
    ),
    (
      ServiceAction(.addAnnouncementReaction, "4", detail: "blobcat", isDone: false),
      "DELETE /api/v1/announcements/4/reactions/blobcat"
    ),
    (ServiceAction(.feature, "7"), "POST /api/v1/accounts/7/endorse"),
    (ServiceAction(.feature, "7", isDone: false), "POST /api/v1/accounts/7/unendorse"),
    (ServiceAction(.report, "7"), "POST /api/v1/reports account_id=7"),
    (ServiceAction(.makeList, "Boats"), "POST /api/v1/lists title=Boats"),
    (ServiceAction(.renameList, "5", answers: [.name: "Ships"]), "PUT /api/v1/lists/5 title=Ships"),
    (ServiceAction(.dropList, "5"), "DELETE /api/v1/lists/5"),
    (
      ServiceAction(.changeListMembership, "7", answers: [.list: "5"]),
      "POST /api/v1/lists/5/accounts account_ids[]=7"
    ),
    (
      ServiceAction(.changeListMembership, "7", answers: [.list: "5"], isDone: false),
      "DELETE /api/v1/lists/5/accounts?account_ids%5B%5D=7"
    ),
    (ServiceAction(.unschedule, "5"), "DELETE /api/v1/scheduled_statuses/5"),
    (ServiceAction(.filter, "6", isDone: false), "DELETE /api/v2/filters/6"),
    (
      ServiceAction(
        .filter, "boats", detail: "boats",
        answers: [.filterContexts: "home", .hidesMatches: "true", .endTime: "3600"]),
      "POST /api/v2/filters title=boats filter_action=hide context[]=home expires_in=3600 "
        + "keywords_attributes[][keyword]=boats keywords_attributes[][whole_word]=true"
    ),
    (
      ServiceAction(
        .filter, "boats", detail: "boats", answers: [.filterContexts: "everywhere", .endTime: "0"]),
      "POST /api/v2/filters title=boats filter_action=warn context[]=home "
        + "context[]=notifications context[]=thread context[]=public context[]=account "
        + "keywords_attributes[][keyword]=boats keywords_attributes[][whole_word]=true"
    ),
  ])
  func `each action is sent as its API call`(act: ServiceAction, call: String) async throws {
    let fixture = MastodonFixture(always: ["name": "fog", "following": true])

    let outcome = try await fixture.publishing.sendChange(
      .serviceAction(act), key: OutboxItem.ID("k"))

    #expect(outcome == .done)
    #expect(fixture.asked == [call])
  }

  @Test(arguments: [
    ("boats", "ships", "", "title=ships"), ("At sea", "ships", "", "title=At sea"),
    ("boats", "ships", "0", "title=ships"), ("boats", "grey gulls", "3600", "title=grey gulls"),
  ])
  func `an edited filter keeps its title, expiry and keyword matching`(
    title: String, words: String, ends: String, sent: String
  ) async throws {
    let fixture = MastodonFixture(always: [
      "id": "6", "title": .string(title), "context": ["home", "thread"],
      "keywords": [["id": "9", "keyword": "boats", "whole_word": false]],
    ])
    let act = ServiceAction(
      .filter, words, detail: words,
      answers: [.item: "6", .filterContexts: "home,thread", .hidesMatches: "true", .endTime: ends])

    _ = try await fixture.publishing.sendChange(.serviceAction(act), key: OutboxItem.ID("k"))

    let end = ["": "", "0": "expires_in= ", "3600": "expires_in=3600 "][ends] ?? "?"
    #expect(
      fixture.asked == [
        "GET /api/v2/filters/6",
        "PUT /api/v2/filters/6 \(sent) filter_action=hide context[]=home context[]=thread \(end)"
          + "keywords_attributes[][keyword]=\(words) keywords_attributes[][id]=9",
      ])
  }

  @Test func `a new filter has a keyword for each part between commas and line ends`() async throws
  {
    let fixture = MastodonFixture(always: ["id": "6"])
    let act = ServiceAction(
      .filter, "boats,ships\n the fog ", detail: "boats", answers: [.filterContexts: "home"])

    _ = try await fixture.publishing.sendChange(.serviceAction(act), key: OutboxItem.ID("k"))

    #expect(
      fixture.asked == [
        "POST /api/v2/filters title=boats, ships, the fog filter_action=warn context[]=home "
          + "keywords_attributes[][keyword]=boats keywords_attributes[][whole_word]=true "
          + "keywords_attributes[][keyword]=ships keywords_attributes[][whole_word]=true "
          + "keywords_attributes[][keyword]=the fog keywords_attributes[][whole_word]=true"
      ])
  }

  @Test(arguments: [
    (
      "boats", "ships,gulls",
      "title=ships, gulls filter_action=warn context[]=home "
        + "keywords_attributes[][keyword]=ships keywords_attributes[][id]=9 "
        + "keywords_attributes[][keyword]=gulls keywords_attributes[][whole_word]=true"
    ),
    (
      "the fog, again", "the fog, at last",
      "title=the fog, at last filter_action=warn context[]=home "
        + "keywords_attributes[][keyword]=the fog, at last keywords_attributes[][id]=9"
    ),
  ])
  func `a filter of one word gets those typed with commas, unless it has a comma itself`(
    word: String, typed: String, sent: String
  ) async throws {
    let fixture = MastodonFixture(always: [
      "id": "6", "title": .string(word), "context": ["home"],
      "keywords": [["id": "9", "keyword": .string(word)]],
    ])
    let act = ServiceAction(
      .filter, typed, detail: typed, answers: [.item: "6", .filterContexts: "home", .endTime: ""])

    _ = try await fixture.publishing.sendChange(.serviceAction(act), key: OutboxItem.ID("k"))

    #expect(fixture.asked == ["GET /api/v2/filters/6", "PUT /api/v2/filters/6 " + sent])
  }

  @Test(arguments: [
    ("boats, ships, the fog, again", ""),
    (
      "ferries, the fog, again",
      " keywords_attributes[][keyword]=ferries keywords_attributes[][id]=1"
        + " keywords_attributes[][keyword]=ships keywords_attributes[][id]=2"
        + " keywords_attributes[][_destroy]=true"
    ),
    (
      "the fog, again , ships,, boats, grey  gulls",
      " keywords_attributes[][keyword]=grey gulls keywords_attributes[][whole_word]=true"
    ),
  ])
  func `of a filter of several words only the changed ones are sent`(
    typed: String, sent: String
  ) async throws {
    let fixture = MastodonFixture(always: [
      "id": "6", "title": "Sea", "context": ["home"],
      "keywords": [
        ["id": "1", "keyword": "boats"], ["id": "2", "keyword": "ships"],
        ["id": "3", "keyword": "the fog, again"],
      ],
    ])
    let act = ServiceAction(
      .filter, typed, detail: typed, answers: [.item: "6", .filterContexts: "home", .endTime: ""])

    _ = try await fixture.publishing.sendChange(.serviceAction(act), key: OutboxItem.ID("k"))

    #expect(
      fixture.asked.last
        == "PUT /api/v2/filters/6 title=Sea filter_action=warn context[]=home" + sent)
  }

  @Test func `a person is muted for a time, and unmuted`() async throws {
    let fixture = MastodonFixture(always: ["id": "7", "muting": true])
    let act = ServiceAction(.muteFor, "7", answers: [.duration: "3600"])
    let undone = try #require(PendingChange.serviceAction(act).inverse)

    let outcome = try await fixture.publishing.sendChange(
      .serviceAction(act), key: OutboxItem.ID("k"))
    _ = try await fixture.publishing.sendChange(undone, key: OutboxItem.ID("l"))

    #expect(outcome == .relationship(Person.ID("7"), .muted))
    #expect(
      fixture.asked == [
        "POST /api/v1/accounts/7/mute duration=3600", "POST /api/v1/accounts/7/unmute",
      ])
  }

  @Test func `an edited profile sends only the changed fields`() async throws {
    let fixture = MastodonFixture(always: ["id": "7", "username": "sol", "display_name": "Sol"])
    let act = ServiceAction(
      .profile, "7", answers: [.name: "Sol", .words: "Sails & bakes.", .isLocked: "true"])

    let outcome = try await fixture.publishing.sendChange(
      .serviceAction(act), key: OutboxItem.ID("k"))

    #expect(
      fixture.asked == [
        "PATCH /api/v1/accounts/update_credentials display_name=Sol note=Sails & bakes. locked=true"
      ])
    guard case .person(let person) = outcome else { throw FeedError.badReply }
    #expect(person.name == "Sol")
  }

  @Test(
    arguments: [
      ("Site: https://sol.example/", "Site", "https://sol.example/"),
      ("Site:https://sol.example/", "Site", "https://sol.example/"),
      ("Site:: https://sol.example/", "Site:", "https://sol.example/"),
      ("At 14:30: tea, or: coffee", "At 14:30", "tea, or: coffee"), ("Boat:", "Boat", ""),
      ("Boat", "Boat", ""), (": 7", "", "7"),
    ] as [(String, String, String)])
  func `a row of the profile's table keeps the colons in its name`(
    line: String, name: String, value: String
  ) async throws {
    let fixture = MastodonFixture(always: ["id": "7"])
    let act = ServiceAction(.profile, "7", answers: [.facts: "\n\(line)\n"])

    _ = try await fixture.publishing.sendChange(.serviceAction(act), key: OutboxItem.ID("k"))

    guard case .form(let form)? = fixture.transport.requests.first?.body else {
      throw FeedError.badReply
    }
    #expect(form.count == 8 && form[2].1.isEmpty)
    #expect(form[0].0 == "fields_attributes[0][name]" && form[0].1 == name)
    #expect(form[1].0 == "fields_attributes[0][value]" && form[1].1 == value)
  }

  @Test func `the default audience and language are sent as the service's settings`() async throws {
    let fixture = MastodonFixture(always: ["id": "7"])
    let act = ServiceAction(.profile, "7", answers: [.audience: "followers", .language: "de"])

    _ = try await fixture.publishing.sendChange(.serviceAction(act), key: OutboxItem.ID("k"))

    #expect(
      fixture.asked == [
        "PATCH /api/v1/accounts/update_credentials source[language]=de source[privacy]=private"
      ])
  }

  @Test(arguments: [
    (
      ServiceAction(.react, "9", detail: "🐟"),
      "PUT /api/v1/pleroma/statuses/9/reactions/%F0%9F%90%9F"
    ),
    (
      ServiceAction(.react, "9", detail: "blobcat", isDone: false),
      "DELETE /api/v1/pleroma/statuses/9/reactions/%3Ablobcat%3A"
    ),
  ])
  func `a reaction at Akkoma is sent to its Pleroma path`(act: ServiceAction, call: String)
    async throws
  {
    let fixture = MastodonFixture(.akkoma, always: [:])

    _ = try await fixture.publishing.sendChange(.serviceAction(act), key: OutboxItem.ID("k"))

    #expect(fixture.asked == [call])
  }

  @Test func `reactions are offered and sent if the server announces them`() async throws {
    var server = MastodonServer(address: "https://home.example")
    server.readInstanceFacts(from: ["configuration": ["reactions": ["max_reactions": 1]]])
    #expect(server.actions.contains(.react))
    #expect(!MastodonServer(address: "https://a.example").actions.contains(.react))
    let fixture = MastodonFixture(always: [
      "id": "9", "account": ["id": "1", "username": "ada"], "content": "Hi",
      "created_at": "2026-11-20T18:00:00.000Z",
      "reactions": [["name": "blobcat", "count": 2, "me": true]],
    ])
    let act = ServiceAction(.react, "9", detail: "🐟")

    let outcome = try await fixture.publishing.sendChange(
      .serviceAction(act), key: OutboxItem.ID("k"))
    _ = try await fixture.publishing.sendChange(
      .serviceAction(ServiceAction(.react, "9", detail: "blobcat", isDone: false)),
      key: OutboxItem.ID("l"))

    guard case .post(let post) = outcome else { throw FeedError.badReply }
    #expect(post.content.reactions == [Reaction("blobcat", count: 2, isOwn: true)])
    #expect(
      fixture.asked == [
        "POST /api/v1/statuses/9/react/%F0%9F%90%9F", "POST /api/v1/statuses/9/unreact/blobcat",
      ])
  }

  @Test(arguments: [true, false])
  func `adding a person who is already on a list succeeds`(isThere: Bool) async throws {
    let fixture = MastodonFixture { request in
      request.method == .post
        ? .json(["error": "Account has already been taken"], status: 422)
        : .json(isThere ? [["id": "5", "title": "Boats"]] : [])
    }
    let act = ServiceAction(.changeListMembership, "7", answers: [.list: "5"])

    if isThere {
      #expect(
        try await fixture.publishing.sendChange(.serviceAction(act), key: OutboxItem.ID("k"))
          == .done)
    } else {
      await #expect(throws: FeedError.refused("Account has already been taken")) {
        try await fixture.publishing.sendChange(.serviceAction(act), key: OutboxItem.ID("k"))
      }
    }
  }

  @Test func `a refused action reports the server's message`() async throws {
    let fixture = MastodonFixture { _ in .json(["error": "No"], status: 422) }

    await #expect(throws: FeedError.refused("No")) {
      try await fixture.publishing.sendChange(
        .serviceAction(ServiceAction(.followTag, "fog")), key: OutboxItem.ID("k"))
    }
  }
}
