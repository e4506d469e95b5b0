package import FeedDomain
package import Terminal

extension Wording {
  package var translating: SafeText { say("Translating the post") }
  package func notTranslated(_ error: FeedError) -> SafeText {
    say("The post was not translated: {reason}", ["reason": reason(error)])
  }
}
