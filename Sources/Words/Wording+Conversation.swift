package import FeedDomain
package import Terminal

extension Wording {
  package var conversation: SafeText { say("Conversation") }
  package var loading: SafeText { say("loading") }
  package var moreElsewhere: SafeText { say("more in the browser") }
  package func conversationFailed(_ error: FeedError) -> SafeText {
    say("Not up to date: {reason}", ["reason": reason(error)])
  }
}
