package import FeedDomain
package import Terminal

extension Wording {
  /// That a post was deleted.
  package var postGone: SafeText { say("This post is no longer there.") }
  /// The title of a conversation.
  package var conversation: SafeText { say("Conversation") }
  /// What goes on.
  package var loading: SafeText { say("loading") }
  /// What goes on, as a sentence.
  package var loadingConversation: SafeText { say("Fetching the conversation") }
  /// That a conversation is longer than what is shown of it.
  package var moreElsewhere: SafeText { say("more in the browser") }
  /// That the service left answers out.
  package func cutAnswers(key: String) -> SafeText {
    say("answers not loaded · {key} loads them", ["key": key])
  }
  /// What stands in a conversation for the post that is selected beside it.
  package var selectedPost: SafeText { say("The selected post") }
  /// That nobody answered a post.
  package var noReplies: SafeText { say("No replies yet") }
  /// That nothing new could be fetched.
  package func conversationFailed(_ error: FeedError) -> SafeText {
    say("Not up to date: {reason}", ["reason": reason(error)])
  }
}
