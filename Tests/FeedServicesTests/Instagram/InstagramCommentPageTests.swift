import Doubles
import FeedDomain
import Testing

@testable import FeedServices

/// Comments at Instagram, which come in pages.
@Suite struct InstagramCommentPageTests {
  private let key = OutboxItem.ID("key")

  /// A page of one comment, and where it goes on.
  private static func page(_ id: Int, text: String = "Oh", next: String?) -> JSON {
    [
      "data": [
        [
          "id": .string(String(id)), "text": .string(text), "username": "lantern.room.invented",
          "timestamp": "2026-11-20T18:30:00+0000",
        ]
      ],
      "paging": next.map {
        ["cursors": ["after": .string($0)], "next": "https://x.example/?token=canary"]
      } ?? .null,
    ]
  }

  /// So many pages of comments; the last says "Thanks".
  private static func fixture(pages: Int) -> InstagramFixture {
    InstagramFixture { request in
      if request.method == .post { return .json(["id": "77"]) }
      guard request.url.contains("/comments") else { return .json(["id": "1"]) }
      let after = request.url.split(separator: "after=").dropFirst().first.flatMap { Int($0) } ?? 0
      let isLast = after == pages - 1
      return .json(
        page(100 + after, text: isLast ? "Thanks" : "Oh", next: isLast ? nil : "\(after + 1)"))
    }
  }

  @Test func `all pages of comments are read`() async throws {
    let fixture = Self.fixture(pages: 3)

    let conversation = try await fixture.feeds.conversation(of: Post.ID("1"))

    #expect(conversation.nodes.map(\.post.id.rawValue) == ["1", "1/100", "1/101", "1/102"])
    #expect(!conversation.hasMore)
    #expect(
      fixture.asked.dropFirst() == [
        "GET /v25.0/1/comments?limit=50", "GET /v25.0/1/comments?limit=50&after=1",
        "GET /v25.0/1/comments?limit=50&after=2",
      ])
    #expect(!fixture.stub.transport.requests.contains { $0.url.contains("canary") })
  }

  @Test func `after ten pages of comments the conversation says that there are more`() async throws
  {
    let fixture = Self.fixture(pages: 40)

    let conversation = try await fixture.feeds.conversation(of: Post.ID("1"))

    #expect(conversation.nodes.count == 11)
    #expect(conversation.hasMore)
  }

  @Test func `pages of comments that repeat in a circle are ended`() async throws {
    let fixture = InstagramFixture { request in
      guard request.url.contains("/comments") else { return .json(["id": "1"]) }
      let isSecond = request.url.contains("after=1")
      return .json(isSecond ? Self.page(6, next: "2") : Self.page(5, next: "1"))
    }

    let conversation = try await fixture.feeds.conversation(of: Post.ID("1"))

    #expect(conversation.nodes.map(\.post.id.rawValue) == ["1", "1/5", "1/6"])
    #expect(fixture.asked.count == 4)
  }

  @Test func `replies to a comment are read page by page`() async throws {
    let fixture = InstagramFixture { request in
      if request.url.contains("/5/replies") { return .json(Self.page(8, next: nil)) }
      guard request.url.contains("/comments") else { return .json(["id": "1"]) }
      return .json([
        "data": [["id": "5", "text": "Ah", "replies": Self.page(7, next: "z")], ["id": "6"]]
      ])
    }

    let conversation = try await fixture.feeds.conversation(of: Post.ID("1"))

    #expect(
      conversation.nodes.map(\.post.id.rawValue) == ["1", "1/5", "1/5/7", "1/5/8", "1/6"])
    #expect(conversation.nodes.map(\.depth) == [0, 1, 2, 2, 1])
    #expect(fixture.asked.last == "GET /v25.0/5/replies?limit=50&after=z")
  }

  @Test func `a resent comment is looked for on every page of comments`() async throws {
    let fixture = Self.fixture(pages: 40)
    let draft = Draft(id: Draft.ID("1"), text: "Thanks", replyTo: Post.ID("1"))

    let outcome = try await fixture.publishing.resend(
      .publish(draft), key: key, since: fixture.stub.world.now)

    guard case .post(let comment) = outcome else { throw FeedError.badReply }
    #expect(comment.id.rawValue == "1/139")
    #expect(!fixture.asked.contains { $0.hasPrefix("POST") })
  }
}
