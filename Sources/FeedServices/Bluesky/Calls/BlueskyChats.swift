internal import FeedDomain

/// A gateway for Bluesky's direct messages, a separate service that is reached through the
/// account's server; an app password may forbid access.
struct BlueskyChats: DirectConversationGateway {
  private static let limit = 100

  let connection: BlueskyConnection

  func directConversations(after cursor: Cursor?) async throws(FeedError) -> Page<
    DirectConversation
  > {
    let reader = try await connection.makeBlueskyJSONReader()
    let query = [("limit", "50"), ("cursor", cursor?.rawValue)]
    return try await callChatQuery("listConvos", query) { json throws(FeedError) in
      Page(
        try json["convos"].requiredArray().parsedElements(reader.parsedDirectConversation),
        nextCursor: Cursor(below: json))
    }
  }

  func markConversationRead(_ id: DirectConversation.ID) async throws(FeedError) {
    try await callChatProcedure("updateRead", ["convoId": .string(id.rawValue)]) { _ in }
  }

  func fetchLatestConversation(in chat: String, focusing post: Post.ID) async throws(FeedError)
    -> Conversation
  {
    let said = try await fetchLatestMessages(in: chat)
    guard let last = said.last else { throw .notFound }
    return Conversation(
      focus: said.contains { $0.id == post } ? post : last.id,
      nodes: said.map { Conversation.ConversationNode($0, depth: 0) })
  }

  /// Sends a direct message at Bluesky, and returns the message as a post; throws `refused` for a
  /// public draft or a draft with pictures. If the call is repeated, the message arrives twice.
  func sendMessage(
    _ words: String, in chat: BlueskyChatIDOrPerson, _ draft: Draft? = nil
  ) async throws(FeedError) -> Post {
    // A public draft must not become a message, nor a draft lose its pictures.
    guard draft?.visibility ?? .mentioned == .mentioned, draft?.attachments.isEmpty ?? true else {
      throw .refused(nil)
    }
    let (id, people) = try await fetchChatIDAndMembers(chat)
    let reader = try await connection.makeBlueskyJSONReader()
    let message = BlueskyPostRecord(text: words, createdAt: connection.world.now).message
    let body: JSON = ["convoId": .string(id), "message": message]
    return try await self.callChatProcedure("sendMessage", body, isRepeatable: false) {
      json throws(FeedError) in
      guard let post = reader.parsedMessage(json, in: id, among: people) else { throw .badReply }
      return post
    }
  }

  /// Searches a Bluesky chat for a sent direct message whose reply was lost; the result says
  /// whether the message arrived.
  func checkMessageDelivery(
    _ words: String, in chat: BlueskyChatIDOrPerson, after tries: PossiblyArrivedSendAttempts
  ) async throws(FeedError) -> DeliveryCheckResult {
    try await treatingRefusedCheckAsUnknown { () async throws(FeedError) in
      let own = try await fetchLatestMessages(in: fetchChatIDAndMembers(chat).id).filter {
        $0.author.id == connection.me
      }
      let search = await SentPostSearch(
        after: tries, by: connection.client, now: connection.world.now)
      return search.deliveryCheckResult(among: search.candidatePosts(inUnordered: own)) {
        $0.content.text.plain == words ? .exact : .different
      }
    }
  }

  private func fetchChatIDAndMembers(_ chat: BlueskyChatIDOrPerson) async throws(FeedError) -> (
    id: String, [Person]
  ) {
    let reader = try await connection.makeBlueskyJSONReader()
    let read: @Sendable (JSON) throws(FeedError) -> (id: String, [Person]) = {
      json throws(FeedError) in
      guard let id = json["convo"]["id"].nonEmptyString else { throw .badReply }
      return (id, json["convo"]["members"].array.compactMap(reader.parsedPersonWithPortrait))
    }
    switch chat {
    case .existing(let id): return try await self.callChatQuery("getConvo", [("convoId", id)], read)
    case .with(let person):
      return try await self.callChatQuery(
        "getConvoForMembers", [("members", person.rawValue)], read)
    }
  }

  private func fetchLatestMessages(in chat: String) async throws(FeedError) -> [Post] {
    let people = try await fetchChatIDAndMembers(.existing(chat)).1
    let reader = try await connection.makeBlueskyJSONReader()
    let query: [(String, String?)] = [("convoId", chat), ("limit", String(Self.limit))]
    return try await self.callChatQuery("getMessages", query) { json throws(FeedError) in
      try json["messages"].requiredArray().reversed().compactMap {
        reader.parsedMessage($0, in: chat, among: people)
      }
    }
  }

  private func callChatQuery<Value: Sendable>(
    _ method: String, _ query: [(String, String?)],
    _ read: @Sendable (JSON) throws(FeedError) -> Value
  ) async throws(FeedError) -> Value {
    let request = HTTPRequest(.get, XRPCPath("chat.bsky.convo.\(method)", query).path)
    return try await sendChatRequest(request, read)
  }

  private func callChatProcedure<Value: Sendable>(
    _ method: String, _ body: JSON, isRepeatable: Bool = true,
    _ read: @Sendable (JSON) throws(FeedError) -> Value
  ) async throws(FeedError) -> Value {
    let request = HTTPRequest(
      .post, XRPCPath("chat.bsky.convo.\(method)").path, body: .jsonBody(body),
      isRepeatable: isRepeatable)
    return try await sendChatRequest(request, read)
  }

  private func sendChatRequest<Value: Sendable>(
    _ request: HTTPRequest, _ read: @Sendable (JSON) throws(FeedError) -> Value
  ) async throws(FeedError) -> Value {
    var request = request
    request.headers["atproto-proxy"] = "did:web:api.bsky.chat#bsky_chat"
    return try await connection.client.requestJSON(request) { json, _ throws(FeedError) in
      try read(json)
    }
  }
}
