package import FeedDomain
package import Terminal

extension Wording {
  /// The name of what a column shows.
  package func name(of content: DeckColumn.Content) -> SafeText {
    switch content {
    case .stream(let tab): name(of: tab.feed)
    case .notices: notifications
    }
  }
  /// Whose a column is.
  package func handle(of account: Account) -> SafeText {
    SafeText(sanitizing: "@\(account.fullHandle)")
  }
  package func column(_ number: Int) -> SafeText {
    say("column {number}", ["number": String(number)])
  }
  package var moveColumn: SafeText { say("move column") }
}
