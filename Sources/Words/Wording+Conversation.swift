package import FeedDomain
package import Terminal

extension Wording {
  package var postGone: SafeText { say("This post is no longer there.") }
  package var conversation: SafeText { say("Conversation") }
  package var loading: SafeText { say("loading") }
  package var loadingConversation: SafeText { say("Fetching the conversation") }
  package var moreElsewhere: SafeText { say("more in the browser") }
  package func cutAnswers(key: String) -> SafeText {
    say("answers not loaded · {key} loads them", ["key": key])
  }
  package var selectedPost: SafeText { say("The selected post") }
  package var noReplies: SafeText { say("No replies yet") }
  package func conversationFailed(_ error: FeedError) -> SafeText {
    say("Not up to date: {reason}", ["reason": reason(error)])
  }
}
