import FeedDomain

extension Wording {
  /// That a post was deleted.
  var postGone: String { text("This post is no longer there.") }
  /// The title of a conversation.
  var conversation: String { text("Conversation") }
  /// What goes on.
  var loading: String { text("loading") }
  /// What goes on, as a sentence.
  var loadingConversation: String { text("Fetching the conversation") }
  /// That a conversation is longer than what is shown of it.
  var moreElsewhere: String { text("more in the browser") }
  /// That the service left answers out.
  func cutAnswers(key: String) -> String {
    text("answers not loaded · {key} loads them", ["key": key])
  }
  /// That nothing new could be fetched.
  func conversationFailed(_ error: FeedError) -> String {
    text("Not up to date: {reason}", ["reason": reason(error)])
  }
}
