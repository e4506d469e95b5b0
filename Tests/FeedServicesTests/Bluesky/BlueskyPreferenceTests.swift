import Doubles
import FeedDomain
import Testing

@testable import FeedServices

/// What the user sets for all of their programs: feeds, words, labels; and who answers a post.
@Suite struct BlueskyPreferenceTests {
  private static let feed = "at://did:plc:ada/app.bsky.feed.generator/cats"
  private static let strange: JSON = ["$type": "app.example#unheardOf", "x": 1]
  private let key = OutboxItem.ID("key")

  private static func preference(_ name: String, _ list: String, _ items: [JSON]) -> JSON {
    .object([
      .init(name: "$type", value: .string("app.bsky.actor.defs#\(name)")),
      .init(name: "kept", value: "so"), .init(name: list, value: .array(items)),
    ])
  }

  /// What is written once that is done, for preferences with these in them.
  private func written(_ act: ServiceAction, _ preferences: JSON...) async throws -> [JSON] {
    let fixture = BlueskyFixture(
      preferences: ["preferences": .array(preferences)],
      always: ["uri": "at://a/b/c", "cid": "c"])
    _ = try await fixture.publishing.sendChange(.serviceAction(act), key: key)
    return fixture.transport.requests.filter { $0.url.contains("putPreferences") }.map(\.sentJSON)
  }

  @Test func `pinning a feed keeps all other preferences`() async throws {
    let before = Self.preference("savedFeedsPrefV2", "items", [["value": "other", "pinned": true]])

    let sent = try await written(ServiceAction(.pinFeed, Self.feed), Self.strange, before)

    let preferences = try #require(sent.first)["preferences"].array
    #expect(preferences.count == 2 && preferences[0] == Self.strange)
    #expect(preferences[1]["kept"] == "so" && preferences[1]["items"].array.count == 2)
    let item = preferences[1]["items"][1]
    #expect(item["value"] == .string(Self.feed) && item["pinned"] == .bool(true))
    #expect(item["type"] == "feed" && item["id"].nonEmptyString != nil)
  }

  @Test func `unpinning a feed keeps it among the saved feeds`() async throws {
    let before = Self.preference(
      "savedFeedsPrefV2", "items",
      [["id": "1", "type": "feed", "value": .string(Self.feed), "pinned": true]])

    let sent = try await written(ServiceAction(.pinFeed, Self.feed, isDone: false), before)
    let none = try await written(ServiceAction(.pinFeed, "at://x/y/z", isDone: false), before)

    #expect(
      sent.first?["preferences"][0]["items"] == [
        ["id": "1", "type": "feed", "value": .string(Self.feed), "pinned": false]
      ])
    #expect(none == [])
  }

  @Test func `subscribing to a labeler creates the missing preference`() async throws {
    let sent = try await written(ServiceAction(.takeLabels, "did:plc:warden"))

    #expect(
      sent.first?["preferences"] == [
        [
          "$type": "app.bsky.actor.defs#labelersPref",
          "labelers": [["did": "did:plc:warden"]],
        ]
      ])
  }

  @Test func `a muted word is added with an end, changed and removed`() async throws {
    let before = Self.preference(
      "mutedWordsPref", "items", [["id": "w1", "value": "boats", "targets": ["tag"]]])

    let added = try await written(
      ServiceAction(.filter, "cakes", answers: [.endTime: "3600"]), before)
    let changed = try await written(
      ServiceAction(.filter, "ships", answers: [.item: "w1", .endTime: "0"]), before)
    let gone = try await written(ServiceAction(.filter, "w1", isDone: false), before)

    let words = { (sent: [JSON]) in
      sent.first?["preferences"][0]["items"].array.map { $0["value"].string ?? "" }
    }
    #expect(words(added) == ["boats", "cakes"])
    #expect(added[0]["preferences"][0]["items"][1]["expiresAt"].nonEmptyString != nil)
    #expect(words(changed) == ["ships"] && words(gone) == [])
    #expect(changed[0]["preferences"][0]["items"][0]["expiresAt"].isNull)
  }

  @Test func `words separated by commas are muted one by one, and a sending again adds none`()
    async throws
  {
    let act = ServiceAction(.filter, "cakes, #tea ,cold fog,", answers: [.endTime: "0"])
    let sent = try await written(act, Self.preference("mutedWordsPref", "items", []))
    let items = try #require(sent.first)["preferences"][0]["items"].array

    #expect(items.map { $0["value"].string } == ["cakes", "tea", "cold fog"])
    #expect(items.map { $0["targets"] } == [["content", "tag"], ["tag"], ["content", "tag"]])
    #expect(Set(items.map { $0["id"].string }).count == 3)

    let again = try await written(act, Self.preference("mutedWordsPref", "items", items))
    #expect(again.first.map { $0["preferences"][0]["items"].array } ?? items == items)
  }

  @Test func `a muted phrase with a comma stays whole when its end is changed`() async throws {
    let before = Self.preference(
      "mutedWordsPref", "items",
      [["id": "w1", "value": "fog, mist", "targets": ["content", "tag"]]])

    let sent = try await written(
      ServiceAction(.filter, "fog, mist", answers: [.item: "w1", .endTime: "3600"]), before)

    let items = try #require(sent.first)["preferences"][0]["items"].array
    #expect(items.map { $0["value"].string } == ["fog, mist"])
  }

  @Test(arguments: ["", nil] as [String?])
  func `editing a muted word without a new end keeps its end`(ends: String?) async throws {
    let end = "2031-01-02T03:04:05.000Z"
    let before = Self.preference(
      "mutedWordsPref", "items",
      [["id": "w1", "value": "boats", "targets": ["content", "tag"], "expiresAt": .string(end)]])
    var answers: [InputField: String] = [.item: "w1"]
    answers[.endTime] = ends

    let sent = try await written(ServiceAction(.filter, "ships", answers: answers), before)

    let items = try #require(sent.first)["preferences"][0]["items"].array
    #expect(items.map { $0["expiresAt"].string } == [end])
  }

  @Test(arguments: ["w1", nil] as [String?])
  func `editing a muted word keeps its exemption of followed people`(item: String?) async throws {
    let before = Self.preference(
      "mutedWordsPref", "items",
      [
        [
          "id": "w1", "value": "boats", "targets": ["content", "tag"],
          "actorTarget": "exclude-following",
        ]
      ])
    var answers: [InputField: String] = [.endTime: "3600"]
    answers[.item] = item

    let sent = try await written(ServiceAction(.filter, "ships", answers: answers), before)

    let items = try #require(sent.first)["preferences"][0]["items"].array
    #expect(items.count == (item == nil ? 2 : 1) && items.last?["value"].string == "ships")
    #expect(items.last?["actorTarget"].string == (item == nil ? "all" : "exclude-following"))
  }

  @Test(
    arguments: [
      ("#boats", "boats", ["tag"], "#boats"), (" #boats ", "boats", ["tag"], "#boats"),
      ("boats", "boats", ["content", "tag"], "boats"),
      ("#big boats", "big boats", ["content", "tag"], "big boats"),
      ("#️⃣", "#️⃣", ["content", "tag"], "#️⃣"), ("#", "#", ["content", "tag"], "#"),
    ] as [(String, String, JSON, String)])
  func `a muted tag is stored without its sign and with the target tag, as other clients do`(
    typed: String, value: String, targets: JSON, shown: String
  ) async throws {
    let sent = try await written(
      ServiceAction(.filter, typed, answers: [.endTime: "0"]),
      Self.preference(
        "mutedWordsPref", "items", [["id": "w1", "value": "boats", "targets": ["content"]]]))

    let items = try #require(sent.first)["preferences"][0]["items"].array
    let item = try #require(items.last)
    #expect(item["value"] == .string(value) && item["targets"] == targets)
    // The same word for something else is another.
    #expect(items.count == 2)
    let fixture = BlueskyFixture(
      preferences: ["preferences": [Self.preference("mutedWordsPref", "items", [item])]],
      always: [:])
    #expect(try await fixture.extras.wordFilters().map(\.title) == [shown])
  }

  @Test(
    arguments: [
      (.profile, .name, "a", 64), (.profile, .words, "a", 256), (.profile, .words, "👩‍👩‍👧‍👦", 102),
      (.makeList, .name, "a", 64), (.makeList, .name, "é", 32), (.renameList, .name, "a", 64),
      (.filter, .phrase, "a", 1000), (.report, .words, "a", 2000), (.message, .words, "é", 1000),
    ] as [(ServiceAction.ServiceActionKind, InputField, String, Int)])
  func `a text field longer than the lexicon allows is refused without a request`(
    kind: ServiceAction.ServiceActionKind, field: InputField, character: String, most: Int
  ) async throws {
    func act(_ count: Int) -> ServiceAction {
      let text = String(repeating: character, count: count)
      return ServiceAction(
        kind, kind == .makeList || kind == .filter ? text : "did:plc:me", answers: [field: text])
    }
    let limits = BlueskyPublishing.textLimits

    #expect(act(most).fieldExceedingLimit(in: limits) == nil)
    let limitExceeded = try #require(act(most + 1).fieldExceedingLimit(in: limits))
    #expect(limitExceeded.field == field && limitExceeded.limit == limits[kind]?[field])
    // Whatever a form lets through is not sent.
    let fixture = BlueskyFixture(always: [:])
    await #expect(throws: FeedError.refused(nil)) {
      try await fixture.publishing.sendChange(.serviceAction(act(most + 1)), key: key)
    }
    #expect(fixture.transport.requests.isEmpty)
  }

  @Test func `muted words are listed without expired and empty ones`() async throws {
    let fixture = BlueskyFixture(
      preferences: [
        "preferences": [
          Self.preference(
            "mutedWordsPref", "items",
            [
              ["id": "w1", "value": "boats"], ["value": "tea"], ["id": "w3", "value": " "],
              ["id": "w4", "value": "old", "expiresAt": "2020-01-01T00:00:00Z"],
            ])
        ]
      ], always: [:])

    let filters = try await fixture.extras.wordFilters()

    #expect(filters.map(\.id) == ["w1", "tea"] && filters.map(\.title) == ["boats", "tea"])
  }

  @Test func `custom feeds are listed with their likes and whether they are liked and pinned`()
    async throws
  {
    let fixture = BlueskyFixture(
      preferences: [
        "preferences": [
          Self.preference(
            "savedFeedsPrefV2", "items", [["value": .string(Self.feed), "pinned": true]])
        ]
      ],
      always: [
        "feeds": [
          [
            "uri": .string(Self.feed), "displayName": "Cats", "description": "Only cats.",
            "creator": ["handle": "ada.example"], "likeCount": 7,
            "viewer": ["like": "at://me/app.bsky.feed.like/1"],
          ], ["uri": "at://a/app.bsky.feed.generator/b", "displayName": "Dogs"],
          ["displayName": "No address"],
        ]
      ])

    let feeds = try await fixture.extras.customFeeds(matching: nil)

    #expect(
      feeds == [
        CustomFeed(
          id: Self.feed, name: "Cats", author: "ada.example", words: "Only cats.", likes: 7,
          isLiked: true, isPinned: true),
        CustomFeed(id: "at://a/app.bsky.feed.generator/b", name: "Dogs", author: "", words: ""),
      ])
  }

  @Test func `custom feeds are searched by words`() async throws {
    let fixture = BlueskyFixture(always: [
      "feeds": [["uri": .string(Self.feed), "displayName": "Cats"]], "cursor": "1",
    ])

    let feeds = try await fixture.extras.customFeeds(matching: "cats & dogs")

    #expect(feeds.map(\.name) == ["Cats"])
    #expect(
      fixture.asked == [
        "GET app.bsky.unspecced.getPopularFeedGenerators?limit=50&query=cats%20%26%20dogs"
      ])
  }

  @Test func `liking a feed writes a like record`() async throws {
    let fixture = BlueskyFixture(always: [
      "view": ["uri": .string(Self.feed), "cid": "c1", "viewer": [:]]
    ])

    _ = try await fixture.publishing.sendChange(
      .serviceAction(ServiceAction(.likeFeed, Self.feed)), key: key)

    let sent = try #require(fixture.transport.requests.last).sentJSON
    #expect(sent["collection"] == "app.bsky.feed.like")
    #expect(sent["record"]["subject"] == ["uri": .string(Self.feed), "cid": "c1"])
  }

  @Test(arguments: [
    ("followers", ["followerRule"]), ("followed", ["followingRule"]),
    ("mentioned", ["mentionRule"]), ("nobody", []),
  ])
  func `the reply limits of a post are written before the post`(
    answerers: String, rules: [String]
  ) async throws {
    let fixture = BlueskyFixture(always: ["uri": "at://a/b/c", "cid": "c"])
    let draft = Draft(id: Draft.ID("1"), text: "Fog", extraFields: [.answerers: answerers])

    _ = try await fixture.publishing.sendChange(.publish(draft), key: key)

    let sent = fixture.transport.requests.filter { $0.url.contains("putRecord") }.map(\.sentJSON)
    #expect(
      sent.map { $0["collection"] } == ["app.bsky.feed.threadgate", "app.bsky.feed.post"])
    #expect(sent[0]["rkey"] == sent[1]["rkey"])
    #expect(
      sent[0]["record"]["allow"]
        == .array(rules.map { ["$type": .string("app.bsky.feed.threadgate#\($0)")] }))
    #expect(
      sent[0]["record"]["post"].string?.hasSuffix(
        "/app.bsky.feed.post/\(sent[1]["rkey"].string ?? "")") == true)
  }

  @Test func `a post that may not be quoted gets a postgate, other posts get none`() async throws {
    let fixture = BlueskyFixture(always: ["uri": "at://a/b/c", "cid": "c"])
    let shut = Draft(id: Draft.ID("1"), text: "Fog", extraFields: [.isUnquotable: "true"])

    _ = try await fixture.publishing.sendChange(.publish(shut), key: key)
    _ = try await fixture.publishing.sendChange(
      .publish(Draft(id: Draft.ID("2"), text: "Sea")), key: OutboxItem.ID("key2"))

    let sent = fixture.transport.requests.filter { $0.url.contains("putRecord") }.map(\.sentJSON)
    #expect(
      sent.map { $0["collection"] } == [
        "app.bsky.feed.postgate", "app.bsky.feed.post", "app.bsky.feed.post",
      ])
    #expect(
      sent[0]["record"]["embeddingRules"] == [["$type": "app.bsky.feed.postgate#disableRule"]])
  }
}
