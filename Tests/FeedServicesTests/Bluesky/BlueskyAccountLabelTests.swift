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

  @Test func `a label of somebody's on an account folds and covers what it writes`() {
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
    func taste(_ preferences: JSON...) -> BlueskyTaste {
      var taste = BlueskyTaste(["preferences": .array(preferences)])
      taste.definitions = LabelDefinition.all(views)
      return taste
    }
    func verdict(
      _ label: String, _ taste: BlueskyTaste, at uri: String = "did:plc:a"
    ) -> BlueskyVerdict {
      LabelJudge(taste: taste, now: BlueskySample.now).verdict(onAuthor: [
        ["val": .string(label), "src": "did:plc:watch", "uri": .string(uri)]
      ])
    }

    #expect(verdict("troll", taste(Self.adult(true))) == .warn("troll"))
    #expect(verdict("gruesome", taste(Self.adult(true))) == .coverPictures)
    #expect(verdict("newcomer", taste(Self.adult(true))) == .show)
    #expect(verdict("unheard-of", taste(Self.adult(true))) == .show)
    #expect(verdict("troll", taste(Self.wish("troll", "hide", by: "did:plc:watch"))) == .hide)
    #expect(verdict("troll", taste(Self.wish("troll", "ignore", by: "did:plc:watch"))) == .show)
    #expect(
      verdict("troll", taste(Self.wish("troll", "hide", by: "did:plc:other"))) == .warn("troll"))
    // What is for adults goes by what the reader says of that, before anything else.
    #expect(verdict("lewd", taste(Self.adult(false))) == .hide)
    #expect(verdict("lewd", taste(Self.adult(true))) == .show)
    #expect(verdict("lewd", BlueskyTaste(defining: views)) == .coverPictures)
    // Its labeler means more by it than everybody does.
    #expect(verdict("nudity", taste(Self.adult(true))) == .hide)
    // It is about their picture and what they say of themselves.
    #expect(
      verdict("troll", taste(Self.adult(true)), at: "at://did:plc:a/app.bsky.actor.profile/self")
        == .show)
  }

  @Test func `a post by such an account is folded, and one's own is not`() throws {
    var taste = BlueskyTaste()
    taste.definitions = LabelDefinition.all([
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
      BlueskySample.reader(taste).post([
        "uri": "at://a/b/c",
        "author": [
          "did": .string(did),
          "labels": [["val": "troll", "src": "did:plc:watch", "uri": .string(did)]],
        ],
      ])
    }

    #expect(post(by: "did:plc:a")?.content.fold == "Trolling")
    #expect(post(by: BlueskySample.me.rawValue)?.content.fold == nil)
  }
}

extension BlueskyTaste {
  /// Of a reader of whom nothing is known, with what labelers say of their labels.
  fileprivate init(defining views: JSON) {
    self.init()
    definitions = LabelDefinition.all(views)
  }
}
