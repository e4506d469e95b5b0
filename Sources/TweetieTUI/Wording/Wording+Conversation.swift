import FeedDomain

extension Wording {
  /// The title of a conversation, by how many posts it has.
  func conversation(_ count: Int) -> String {
    count > 1 ? plural("{count} post", "{count} posts", count) : text("Conversation")
  }
  /// What goes on.
  var loading: String { text("loading") }
  /// What goes on, as a sentence.
  var loadingConversation: String { text("Fetching the conversation") }
  /// That nothing new could be fetched.
  func conversationFailed(_ error: FeedError) -> String {
    text("Not up to date: {reason}", ["reason": reason(error)])
  }
}
