package import FeedDomain
package import Terminal

extension Wording {
  package func name(of content: DeckColumn.Content) -> SafeText {
    switch content {
    case .stream(let tab): name(of: tab.feed)
    case .notices: notifications
    }
  }
  package func handle(of account: Account) -> SafeText {
    SafeText(sanitizing: "@\(account.fullHandle)")
  }
  package func column(_ number: Int) -> SafeText {
    say("column {number}", ["number": String(number)])
  }
}
