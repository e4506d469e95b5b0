import FeedDomain
import Testing

@testable import FeedServices

/// What servers tell of posts besides; the replies have the shape of Mastodon's documentation.
@Suite struct MastodonExtrasTests {
  @Test func `what a post said comes from the beginning on`() async throws {
    let stage = MastodonStage(always: [
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

    let editions = try await stage.connection.editions(of: Post.ID("1"))

    #expect(stage.asked == ["GET /api/v1/statuses/1/history"])
    #expect(
      editions.map(\.paragraphs) == [
        ["", "Tea at four"], ["food", "Tea at five", "green", "black"],
      ])
    #expect(editions.map(\.pictures) == [[""], ["a pot"]])
  }

  @Test func `a translation says from what, and who made it`() async throws {
    let stage = MastodonStage(always: [
      "content": "<p>Good <em>morning</em></p>", "spoiler_text": "greeting", "language": "en",
      "media_attachments": [], "poll": nil, "detected_source_language": "de",
      "provider": "DeepL.com",
    ])

    let translation = try await stage.connection.translation(of: Post.ID("1"), into: "pt-BR")

    #expect(stage.asked == ["POST /api/v1/statuses/1/translate lang=pt-BR"])
    #expect(translation.text.plain == "Good morning")
    #expect(translation.warning == "greeting")
    #expect(translation.language == "de" && translation.provider == "DeepL.com")
  }

  @Test func `what is no translation is none`() async throws {
    let stage = MastodonStage(always: ["content": "", "provider": "DeepL.com"])

    await #expect(throws: FeedError.badReply) {
      try await stage.connection.translation(of: Post.ID("1"), into: "en")
    }
    await #expect(throws: FeedError.badReply) {
      try await stage.connection.editions(of: Post.ID("1"))
    }
  }

  @Test func `what somebody pinned is asked for by itself`() async throws {
    let stage = MastodonStage(always: [MastodonPosts.post("7"), MastodonPosts.post("3")])

    let posts = try await stage.connection.pinnedPosts(of: Person.ID("ada"))

    #expect(posts.map(\.id.rawValue) == ["7", "3"])
    #expect(stage.asked == ["GET /api/v1/accounts/ada/statuses?pinned=true"])
  }

  @Test func `who can translate says so`() {
    func server(_ configuration: JSON) -> MastodonServer {
      var server = MastodonServer(address: "https://home.example")
      server.note(instance: ["configuration": configuration])
      return server
    }

    #expect(server(["translation": ["enabled": true]]).extras.contains(.translations))
    #expect(!server(["translation": ["enabled": false]]).extras.contains(.translations))
    #expect(!server([:]).extras.contains(.translations))
  }
}
