import FeedDomain
import Testing

@testable import FeedServices

/// By what a post is known that arrived although nobody was told.
@Suite struct MastodonReadBackTests {
  @Test(arguments: [
    ("Hi", "<p>Hi</p>", true), ("Hi", "<p>Hi there</p>", false),
    ("(@ada@x.example), .@bo@y.example: hi", "<p>(@ada), .@bo: hi</p>", true),
    ("Ask @ada@x.example.", "<p>Ask @ada.</p>", true),
    ("Ask @ada.b@x.example's,@bo@y.example", "<p>Ask @ada.b's,@bo</p>", true),
    ("Ask @ada@x.example!", "<p>Ask @ada@x.example!</p>", true),
    ("Ask @ada@x.example", "<p>Ask @adam</p>", false),
    ("Ask @", "<p>Ask @</p>", true), ("Ask @@ada@x", "<p>Ask @@ada</p>", true),
    ("https://x.example/@ada/4", "<p>https://x.example/@ada/4</p>", true),
    ("https://x.example/@ada/4", "<p>https://x.example/@ada/5</p>", false),
    ("me@x.example", "<p>me@y.example</p>", false),
  ])
  func `a draft's text matches a post that shows shortened handles`(
    text: String, content: String, fits: Bool
  ) throws {
    let draft = Draft(id: Draft.ID("d"), text: text)

    #expect(try self.fits(draft, ["content": .string(content)]) == fits)
  }

  @Test(arguments: [(true, true), (false, false)])
  func `an additional address in the post matches only a draft with a quote`(
    isQuote: Bool, fits: Bool
  ) throws {
    let draft = Draft(
      id: Draft.ID("d"), text: "Look", quoting: isQuote ? Post.ID("4") : nil)

    #expect(try self.fits(draft, ["content": "<p>Look</p><p>https://x.example/4</p>"]) == fits)
  }

  @Test(arguments: [
    ("4", "4", true), ("4", nil, false), (nil, "4", false), ("4", "5", false), (nil, nil, true),
  ])
  func `a reply matches only a post that answers the same post`(
    answered: String?, told: String?, fits: Bool
  ) throws {
    let draft = Draft(id: Draft.ID("d"), text: "Yes", replyTo: answered.map { Post.ID($0) })

    let isTaken = try self.fits(
      draft,
      ["content": "<p>Yes</p>", "in_reply_to_id": told.map { .string($0) } ?? .null])

    #expect(isTaken == fits)
  }

  @Test func `blanks around a warning are ignored in matching`() throws {
    let draft = Draft(id: Draft.ID("d"), text: "Hi", warning: " tea ")

    #expect(try fits(draft, ["content": "<p>Hi</p>", "spoiler_text": "tea"]))
    #expect(try !fits(draft, ["content": "<p>Hi</p>", "spoiler_text": "coffee"]))
  }

  @Test(
    arguments: [
      (.snac, "https://s.example/p_0", "Hi", 1, true),
      (.snac, "https://s.example/p_0", "Other", 1, false),
      (.snac, "https://s.example/p_0", "Hi", 2, false), (.mastodon, "m1", "Hi", 1, true),
      (.mastodon, "m2", "Hi", 1, false),
    ] as [(MastodonSoftware, String, String, Int, Bool)])
  func `pictures match by id, at snac by number`(
    software: MastodonSoftware, id: String, text: String, count: Int, fits: Bool
  ) throws {
    let draft = Draft(
      id: Draft.ID("d"), text: "Hi", attachments: [.init(path: "/a", altText: "", uploaded: "m1")])
    let picture: JSON = [
      "id": .string(id), "type": "image", "url": "https://files.example/1.jpg",
    ]
    let json: JSON = [
      "content": .string("<p>\(text)</p>"),
      "media_attachments": .array(Array(repeating: picture, count: count)),
    ]

    #expect(try self.fits(draft, json, at: software) == fits)
  }

  private func fits(
    _ draft: Draft, _ json: JSON, at software: MastodonSoftware = .mastodon
  ) throws -> Bool {
    let about: JSON = [
      "id": "8", "created_at": "2026-11-20T18:00:00Z", "account": ["id": "me", "acct": "me"],
    ]
    let post = MastodonSample.reader(software).parsedPost(.object(about.members + json.members))
    return MastodonSentPostMatcher(draft, at: software).similarity(of: try #require(post))
      == .exact
  }
}
