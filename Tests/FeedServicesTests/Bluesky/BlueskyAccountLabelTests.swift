import FeedDomain
import Testing

@testable import FeedServices

/// What labels on an account make of what it writes.
struct BlueskyAccountLabelTests {
  private static func adult(_ isAllowed: Bool) -> JSON {
    ["$type": "app.bsky.actor.defs#adultContentPref", "enabled": .bool(isAllowed)]
  }

  private static func wish(_ label: String, _ wish: String, by labeler: String) -> JSON {
    [
      "$type": "app.bsky.actor.defs#contentLabelPref", "label": .string(label),
      "visibility": .string(wish), "labelerDid": .string(labeler),
    ]
  }

  @Test
  func `a label on an account folds or covers the account's posts, one on the profile does not`() {
    let views: JSON = [
      "views": [
        [
          "creator": ["did": "did:plc:watch"],
          "policies": [
            "labelValueDefinitions": [
              ["identifier": "troll", "blurs": "content", "defaultSetting": "warn"],
              ["identifier": "gruesome", "blurs": "media", "defaultSetting": "warn"],
              ["identifier": "newcomer", "blurs": "none", "defaultSetting": "warn"],
              [
                "identifier": "lewd", "blurs": "media", "defaultSetting": "ignore",
                "adultOnly": true,
              ], ["identifier": "nudity", "blurs": "content", "defaultSetting": "hide"],
            ]
          ],
        ]
      ]
    ]
    func moderation(_ preferences: JSON...) -> BlueskyModerationPreferences {
      var moderation = BlueskyModerationPreferences(["preferences": .array(preferences)])
      moderation.definitions = LabelDefinition.parsedLabelDefinitions(views)
      return moderation
    }
    func decision(
      _ label: String, _ moderation: BlueskyModerationPreferences, at uri: String = "did:plc:a"
    ) -> BlueskyModerationDecision {
      LabelModerationFilter(moderation: moderation, now: BlueskySample.now).moderationDecision(
        onAuthor: [
          ["val": .string(label), "src": "did:plc:watch", "uri": .string(uri)]
        ])
    }

    #expect(decision("troll", moderation(Self.adult(true))) == .warn("troll"))
    #expect(decision("gruesome", moderation(Self.adult(true))) == .coverPictures)
    #expect(decision("newcomer", moderation(Self.adult(true))) == .show)
    #expect(decision("unheard-of", moderation(Self.adult(true))) == .show)
    #expect(decision("troll", moderation(Self.wish("troll", "hide", by: "did:plc:watch"))) == .hide)
    #expect(
      decision("troll", moderation(Self.wish("troll", "ignore", by: "did:plc:watch"))) == .show)
    #expect(
      decision("troll", moderation(Self.wish("troll", "hide", by: "did:plc:other")))
        == .warn("troll"))
    // What is for adults goes by what the user says of that, before anything else.
    #expect(decision("lewd", moderation(Self.adult(false))) == .hide)
    #expect(decision("lewd", moderation(Self.adult(true))) == .show)
    #expect(decision("lewd", BlueskyModerationPreferences(defining: views)) == .coverPictures)
    // Its labeler means more by it than everybody does.
    #expect(decision("nudity", moderation(Self.adult(true))) == .hide)
    // It is about their picture and what they say of themselves.
    #expect(
      decision(
        "troll", moderation(Self.adult(true)), at: "at://did:plc:a/app.bsky.actor.profile/self")
        == .show)
  }

  @Test func `a post by a labelled account is folded, the user's own post is not`() throws {
    var moderation = BlueskyModerationPreferences()
    moderation.definitions = LabelDefinition.parsedLabelDefinitions([
      "views": [
        [
          "creator": ["did": "did:plc:watch"],
          "policies": [
            "labelValueDefinitions": [
              [
                "identifier": "troll", "blurs": "content",
                "locales": [["lang": "en", "name": "Trolling"]],
              ]
            ]
          ],
        ]
      ]
    ])
    func post(by did: String) -> Post? {
      BlueskySample.reader(moderation).parsedPost([
        "uri": "at://a/b/c",
        "author": [
          "did": .string(did),
          "labels": [["val": "troll", "src": "did:plc:watch", "uri": .string(did)]],
        ],
      ])
    }

    #expect(post(by: "did:plc:a")?.content.foldReason == "Trolling")
    #expect(post(by: BlueskySample.me.rawValue)?.content.foldReason == nil)
  }
}

extension BlueskyModerationPreferences {
  /// Of a reader of whom nothing is known, with what labelers say of their labels.
  fileprivate init(defining views: JSON) {
    self.init()
    definitions = LabelDefinition.parsedLabelDefinitions(views)
  }
}
