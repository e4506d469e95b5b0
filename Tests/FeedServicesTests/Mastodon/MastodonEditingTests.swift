import Doubles
import FeedDomain
import Testing

@testable import FeedServices

/// Changing what was posted, at a server.
@Suite struct MastodonEditingTests {
  private let post = Post.ID("7")
  private let source: JSON = ["id": "7", "text": "Hi @ada\n\nbye", "spoiler_text": "tea"]
  private let posted: JSON = [
    "id": "7", "account": ["id": "me"], "visibility": "private", "in_reply_to_id": "3",
    "spoiler_text": "tea", "edited_at": "2026-11-20T19:00:00.000Z", "content": "<p>Hi</p>",
    "media_attachments": [
      ["id": "m1", "type": "image", "url": "https://f.example/1.jpg", "description": "A"],
      ["id": "m2", "type": "audio", "url": "https://f.example/2.ogg"],
    ],
  ]

  private func fixture(_ software: MastodonSoftware = .mastodon, posted: JSON) -> MastodonFixture {
    MastodonFixture(software) { [source] request in
      .json(request.url.hasSuffix("/source") ? source : posted)
    }
  }

  @Test func `an editable draft has the post's source, warning, audience and attachments`()
    async throws
  {
    let fixture = fixture(posted: posted)

    let draft = try await fixture.editing.editableDraft(of: post, as: Draft.ID("d"))

    #expect(
      draft
        == Draft(
          id: Draft.ID("d"), text: "Hi @ada\n\nbye", warning: "tea", visibility: .followers,
          replyTo: Post.ID("3"), editing: post,
          attachments: [.init(posted: "m1", altText: "A"), .init(posted: "m2", altText: "")]))
    #expect(fixture.asked == ["GET /api/v1/statuses/7", "GET /api/v1/statuses/7/source"])
  }

  @Test(arguments: [MastodonSoftware.akkoma, .gotosocial, .mastodon, .other])
  func `a Markdown post stays Markdown when it is edited or posted again`(
    software: MastodonSoftware
  ) async throws {
    let source: JSON = ["id": "7", "text": "*Hi*", "content_type": "text/markdown"]
    let posted = posted
    let fixture = MastodonFixture(software) { request in
      .json(request.url.hasSuffix("/source") ? source : posted)
    }

    let edited = try await fixture.editing.editableDraft(of: post, as: Draft.ID("d"))
    let anew = try await fixture.publishing.draftForPostingAgain(
      .sample("7", by: "me"), as: Draft.ID("e"))
    _ = try await fixture.publishing.sendChange(.publish(edited), key: OutboxItem.ID("k"))
    _ = try await fixture.publishing.sendChange(.publish(anew), key: OutboxItem.ID("l"))

    #expect(
      fixture.asked.suffix(2).allSatisfy { $0.hasSuffix(" content_type=text/markdown") })
  }

  @Test func `a draft for posting again has the post's source, poll and audience`() async throws {
    let poll: JSON = [
      "id": "7", "account": ["id": "me"], "visibility": "private", "in_reply_to_id": "3",
      "created_at": "2026-11-20T19:00:00.000Z", "language": "de", "content": "<p>Hi</p>",
      "poll": [
        "id": "p", "expires_at": "2026-11-21T19:00:00.000Z", "multiple": true,
        "options": [["title": "Rye"], ["title": "Oats"]],
      ],
    ]
    let fixture = fixture(posted: poll)

    let draft = try await fixture.publishing.draftForPostingAgain(
      .sample("7", by: "me"), as: Draft.ID("d"))

    #expect(
      draft
        == Draft(
          id: Draft.ID("d"), text: "Hi @ada\n\nbye", warning: "tea", visibility: .followers,
          replyTo: Post.ID("3"),
          poll: Draft.DraftPoll(
            choices: ["Rye", "Oats"], allowsSeveral: true, lasts: .seconds(86_400)),
          language: "de"))
    #expect(fixture.asked == ["GET /api/v1/statuses/7", "GET /api/v1/statuses/7/source"])
  }

  @Test func `a draft for posting again has the displayed text if there is no source`() async throws
  {
    let fixture = fixture(.pixelfed, posted: posted)

    let draft = try await fixture.publishing.draftForPostingAgain(
      .sample("7", by: "me"), as: Draft.ID("d"))

    #expect(draft.text == "Hi")
    #expect(draft.visibility == .followers)
    #expect(fixture.asked == ["GET /api/v1/statuses/7"])
  }

  @Test func `sensitive pictures stay sensitive in an edit`() async throws {
    var covered = posted
    guard case .object(var members) = covered else { throw FeedError.badReply }
    members.removeAll { $0.name == "spoiler_text" }
    covered = .object(members + [.init(name: "sensitive", value: true)])
    let fixture = fixture(posted: covered)

    let draft = try await fixture.editing.editableDraft(of: post, as: Draft.ID("d")).with(
      \.warning, nil)
    _ = try await fixture.publishing.sendChange(.publish(draft), key: OutboxItem.ID("k"))

    #expect(draft.isSensitive)
    #expect(fixture.asked.last?.contains("spoiler_text= sensitive=true") == true)
  }

  @Test func `editing a post with a poll is refused, as it would lose its votes`() async {
    let poll: JSON = [
      "id": "7", "account": ["id": "me"], "poll": ["id": "p", "options": [["title": "Rye"]]],
    ]

    await #expect(throws: FeedError.refused(nil)) {
      try await fixture(posted: poll).editing.editableDraft(of: post, as: Draft.ID("d"))
    }
  }

  @Test func `an edit sends everything that remains, and a resend sends the same`() async throws {
    let fixture = fixture(posted: posted)
    let draft = Draft(
      id: Draft.ID("d"), text: "Bye", editing: post,
      attachments: [
        .init(posted: "m1", altText: "A"), .init(path: "/a", altText: "", uploaded: "m3"),
      ]
    )
    let key = OutboxItem.ID("k")

    let outcome = try await fixture.publishing.sendChange(.publish(draft), key: key)
    _ = try await fixture.publishing.resend(
      .publish(draft), key: key, since: Timestamp(milliseconds: 0))

    guard case .post(let changed) = outcome else { throw FeedError.badReply }
    #expect(changed.content.editedAt == ISODate.parsedTimestamp("2026-11-20T19:00:00Z"))
    let line =
      "PUT /api/v1/statuses/7 json status=Bye spoiler_text= sensitive=false media_ids[]=m1 media_ids[]=m3 "
      + "media_attributes[][id]=m1 media_attributes[][description]=A"
    #expect(fixture.asked == [line, line])
  }

  @Test(arguments: MastodonSoftware.allCases)
  func `an edit sends alt texts to servers that accept them`(software: MastodonSoftware)
    async throws
  {
    let isTaken = [.mastodon, .gotosocial, .takahe, .other].contains(software)
    let fixture = fixture(software, posted: posted)
    let draft = Draft(
      id: Draft.ID("d"), text: "Bye", editing: post, attachments: [.init(posted: "m1", altText: "")]
    )

    _ = try await fixture.publishing.sendChange(.publish(draft), key: OutboxItem.ID("k"))

    #expect(fixture.connection.server.limits.canEditAltTexts == isTaken)
    #expect(fixture.asked.last?.contains("media_attributes") == isTaken)
  }

  @Test(
    arguments: [
      ("public", .everybody), ("followers", .followers), (nil, .nobody), ("following", nil),
    ] as [(String?, QuotePolicy?)])
  func `an editable draft has the post's language and quote policy, and an edit sends the draft's`(
    approved: String?, quotePolicy: QuotePolicy?
  ) async throws {
    var told = posted
    guard case .object(let members) = told else { throw FeedError.badReply }
    let names: JSON = approved.map { [.string($0)] } ?? []
    told = .object(
      members + [
        .init(name: "language", value: "vi"),
        .init(name: "quote_approval", value: ["automatic": names, "manual": []]),
      ])
    let fixture = fixture(posted: told)

    let draft = try await fixture.editing.editableDraft(of: post, as: Draft.ID("d"))
    #expect(draft.language == "vi")
    #expect(draft.quotePolicy == quotePolicy)
    _ = try await fixture.publishing.sendChange(
      .publish(draft.settingLanguage("de").with(\.quotePolicy, .nobody)), key: OutboxItem.ID("k"))

    let sent = fixture.asked.last ?? ""
    #expect(sent.contains(" language=de quote_approval_policy=nobody "))
  }

  @Test(arguments: MastodonSoftware.allCases)
  func `posts can be edited at every software but Pixelfed`(software: MastodonSoftware) {
    #expect(software.edits == (software != .pixelfed))
  }
}
