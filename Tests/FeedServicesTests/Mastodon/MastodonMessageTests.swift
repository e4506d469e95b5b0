import FeedDomain
import Testing

@testable import FeedServices

/// What is said directly, as servers list it; the sample has the shape of Mastodon's documentation.
@Suite struct MastodonMessageTests {
  @Test func `direct conversations are listed with people, last message and read state`()
    async throws
  {
    let sample = try MastodonSample.json("conversations")
    let fixture = MastodonFixture { _ in
      let next = "<https://home.example/api/v1/conversations?max_id=103>; rel=\"next\""
      return .json(sample, ["Link": next])
    }

    let page = try await fixture.messages.directConversations(after: nil)
    _ = try await fixture.messages.directConversations(after: page.nextCursor)

    let first = try #require(page.elements.first)
    #expect(page.elements.map(\.id.rawValue) == ["418450", "418374"])
    #expect(page.elements.map(\.isUnread) == [true, false])
    #expect(first.people.map(\.handle) == ["juno"])
    #expect(first.latestPost?.visibility == .mentioned)
    #expect(page.elements[1].latestPost == nil)
    #expect(
      fixture.asked == [
        "GET /api/v1/conversations?limit=40", "GET /api/v1/conversations?limit=40&max_id=103",
      ])
  }

  @Test func `marking a conversation as read is sent to the server`() async throws {
    let fixture = MastodonFixture(always: ["id": "418450", "unread": false])

    try await fixture.messages.markConversationRead(DirectConversation.ID("418450"))

    #expect(fixture.asked == ["POST /api/v1/conversations/418450/read"])
  }

  @Test func `direct conversations are offered only by software that lists them`() {
    let lists = MastodonSoftware.allCases.filter(\.listsConversations)

    #expect(lists == [.mastodon, .gotosocial, .akkoma])
  }

  @Test func `editing a direct message does not send its visibility`() async throws {
    let posted: JSON = [
      "id": "7", "account": ["id": "me"], "visibility": "direct", "in_reply_to_id": "3",
      "content": "<p>Hi</p>",
    ]
    let fixture = MastodonFixture { request in
      .json(request.url.hasSuffix("/source") ? ["id": "7", "text": "Hi"] : posted)
    }

    let draft = try await fixture.editing.editableDraft(of: Post.ID("7"), as: Draft.ID("d"))
    _ = try await fixture.publishing.sendChange(
      .publish(changedCopy(draft) { $0.text = "Ho" }), key: OutboxItem.ID("k"))

    #expect(draft.visibility == .mentioned)
    let change = try #require(fixture.asked.last)
    #expect(
      change.hasPrefix("PUT /api/v1/statuses/7 json status=Ho") && !change.contains("visibility"))
  }
}
