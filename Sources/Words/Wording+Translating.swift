package import FeedDomain
package import Terminal

extension Wording {
  /// That a post is being translated.
  package var translating: SafeText { say("Translating the post") }
  /// That it was not, and why.
  package func notTranslated(_ error: FeedError) -> SafeText {
    say("The post was not translated: {reason}", ["reason": reason(error)])
  }
}
