package import FeedDomain

extension Wording {
  /// That a post was deleted.
  package var postGone: String { text("This post is no longer there.") }
  /// The title of a conversation.
  package var conversation: String { text("Conversation") }
  /// What goes on.
  package var loading: String { text("loading") }
  /// What goes on, as a sentence.
  package var loadingConversation: String { text("Fetching the conversation") }
  /// That a conversation is longer than what is shown of it.
  package var moreElsewhere: String { text("more in the browser") }
  /// That the service left answers out.
  package func cutAnswers(key: String) -> String {
    text("answers not loaded · {key} loads them", ["key": key])
  }
  /// That nothing new could be fetched.
  package func conversationFailed(_ error: FeedError) -> String {
    text("Not up to date: {reason}", ["reason": reason(error)])
  }
}
