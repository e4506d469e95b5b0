import Doubles
import FeedDomain
import Testing

@testable import FeedServices

/// What people say to each other directly at Bluesky.
@Suite struct BlueskyChatIDOrPersonTests {
  private static let ada = "did:plc:ada"
  private static let convo: JSON = [
    "id": "c1", "unreadCount": 2,
    "members": [
      ["did": .string(ada), "handle": "ada.example", "displayName": "Ada"],
      ["did": .string(BlueskySample.me.rawValue), "handle": "sol.example.com"],
    ], "lastMessage": message("m2", "See you", by: ada),
  ]
  private let key = OutboxItem.ID("key")

  private static func message(
    _ id: String, _ text: String, by sender: String, at moment: String = "2026-11-20T18:00:00.000Z"
  ) -> JSON {
    [
      "$type": "chat.bsky.convo.defs#messageView", "id": .string(id), "text": .string(text),
      "sender": ["did": .string(sender)], "sentAt": .string(moment),
    ]
  }

  private static func fixture(_ messages: [JSON] = []) -> BlueskyFixture {
    BlueskyFixture { request in
      switch request.url {
      case let url where url.contains("listConvos"):
        .json(["convos": [convo, ["members": []]], "cursor": "next"])
      case let url where url.contains("getConvo"): .json(["convo": convo])
      case let url where url.contains("getMessages"): .json(["messages": .array(messages)])
      case let url where url.contains("sendMessage"):
        .json(message("m9", "Hello", by: BlueskySample.me.rawValue))
      default: .json(["convo": convo])
      }
    }
  }

  @Test func `a chat is listed with its people, its last message and whether it is unread`()
    async throws
  {
    let fixture = Self.fixture()

    let page = try await fixture.chats.directConversations(after: nil)

    let talk = try #require(page.elements.first)
    #expect(page.elements.count == 1 && page.nextCursor == Cursor("next"))
    #expect(talk.people.map(\.name) == ["Ada"] && talk.isUnread)
    #expect(talk.latestPost?.id == Post.ID("chat:c1/m2") && talk.latestPost?.isDirect == true)
    #expect(talk.latestPost?.canBeQuoted == false)
    #expect(
      fixture.transport.requests.last?.headers["atproto-proxy"] == "did:web:api.bsky.chat#bsky_chat"
    )
  }

  @Test func `a chat is read as a conversation with the latest message last`() async throws {
    let fixture = Self.fixture([
      Self.message("m2", "See you", by: Self.ada),
      ["$type": "chat.bsky.convo.defs#deletedMessageView", "id": "m0"],
      Self.message("m1", "Tea?", by: BlueskySample.me.rawValue),
    ])

    let conversation = try await fixture.feeds.conversation(of: Post.ID("chat:c1/m2"))

    #expect(conversation.focus == Post.ID("chat:c1/m2"))
    #expect(conversation.nodes.map(\.post.content.text.plain) == ["Tea?", "See you"])
    #expect(conversation.nodes.map(\.post.author.handle) == ["sol.example.com", "ada.example"])
  }

  @Test func `marking a chat as read sends updateRead`() async throws {
    let fixture = Self.fixture()

    try await fixture.chats.markConversationRead(DirectConversation.ID("c1"))

    #expect(fixture.asked == ["POST chat.bsky.convo.updateRead {\"convoId\":\"c1\"}"])
  }

  @Test func `a reply to a chat message is sent to the chat, not posted`() async throws {
    let fixture = Self.fixture()
    let draft = Draft(
      id: Draft.ID("1"), text: "Hello", visibility: .mentioned, replyTo: Post.ID("chat:c1/m2"))

    let outcome = try await fixture.publishing.sendChange(.publish(draft), key: key)

    guard case .post(let post) = outcome else { throw FeedError.badReply }
    #expect(post.id == Post.ID("chat:c1/m9") && post.visibility == .mentioned)
    #expect(!fixture.asked.contains { $0.contains("putRecord") })
    #expect(
      fixture.asked.last
        == "POST chat.bsky.convo.sendMessage {\"convoId\":\"c1\",\"message\":{\"text\":\"Hello\"}}")
    #expect(fixture.transport.requests.last?.isRepeatable == false)
  }

  @Test(arguments: [Visibility.everybody, .unlisted, .followers])
  func `a reply to a chat message with a wider audience is refused`(
    visibility: Visibility
  ) async {
    let fixture = Self.fixture()
    let draft = Draft(
      id: Draft.ID("1"), text: "Hello", visibility: visibility, replyTo: Post.ID("chat:c1/m2"))

    #expect(
      await failure { try await fixture.publishing.sendChange(.publish(draft), key: key) }
        == .refused(nil))
    #expect(!fixture.asked.contains { $0.hasPrefix("POST") })
  }

  @Test func `the first message to a person gets the chat with them, then sends the message`()
    async throws
  {
    let fixture = Self.fixture()
    let act = ServiceAction(.message, Self.ada, detail: "ada.example", answers: [.words: "Hello"])

    _ = try await fixture.publishing.sendChange(.serviceAction(act), key: key)

    #expect(
      fixture.asked.map { $0.split(separator: " ").prefix(2).joined(separator: " ") } == [
        "GET chat.bsky.convo.getConvoForMembers?members=did%3Aplc%3Aada",
        "POST chat.bsky.convo.sendMessage",
      ])
  }

  @Test func `a resent chat message is found in the chat, or else its outcome is unknown`()
    async throws
  {
    let me = BlueskySample.me.rawValue
    func message(_ id: String, by author: String = me, secondsAfter seconds: Int = 0) -> JSON {
      Self.message(
        id, "Hello", by: author,
        at: ISODate.isoDateText(BlueskySample.now.timeAdvanced(by: .seconds(seconds))))
    }
    let draft = Draft(
      id: Draft.ID("1"), text: "Hello", visibility: .mentioned, replyTo: Post.ID("chat:c1/m2"))
    // The same words of another message, a moment before or among those that are known, are not it.
    for (messages, expected) in [
      ([message("m3")], true), ([message("m3", by: Self.ada)], false),
      ([message("m3", secondsAfter: -5)], false), ([message("known")], false),
      ([message("taken"), message("m3")], true),
    ] {
      let fixture = Self.fixture(messages)
      let failure = await failure {
        _ = try await fixture.publishing.resend(
          .publish(draft), key: key, since: BlueskySample.now,
          known: [Post.ID("chat:c1/known")], taken: [Post.ID("chat:c1/taken")])
      }

      #expect(failure == (expected ? nil : .outcomeUnknown))
      #expect(!fixture.asked.contains { $0.contains("sendMessage") })
    }
  }

  @Test func `an app password without chat access is refused with the server's reason`() async {
    let fixture = BlueskyFixture { _ in
      .json(["error": "InvalidToken", "message": "Bad token method"], status: 400)
    }

    #expect(
      await failure { try await fixture.chats.directConversations(after: nil) }
        == .refused("Bad token method"))
  }

  @Test(arguments: [("chat:c1/m2", "c1"), ("chat:c1", nil), ("at://a/b/c", nil), ("chat:/m", nil)])
  func `a chat message is recognised by its id`(id: String, chat: String?) {
    #expect(BlueskyChatIDOrPerson(Post.ID(id)) == chat.map { .existing($0) })
  }
}
