package import FeedDomain
package import Terminal

extension Wording {
  package var settings: SafeText { say("Settings") }
  package func section(_ name: String) -> SafeText {
    switch name {
    case "display": say("Display")
    case "reading": say("Reading")
    case "writing": say("Writing")
    case "alerts": say("Alerts")
    case "photos": say("Photos")
    case "services": say("Services")
    case "programs": say("Other programs")
    case "log": say("Log")
    case "tweetie": say("Built-in service")
    default: SafeText(sanitizing: name)
    }
  }
  package func keys(of group: SafeText) -> SafeText { say("Keys: {group}", ["group": group]) }
  package func usually(_ value: SafeText) -> SafeText { say("Default: {value}.", ["value": value]) }
  package var fromNextStart: SafeText { say("Takes effect at the next start.") }
  package func notWritten(_ file: String, _ error: StoreError) -> SafeText {
    guard error != .readOnly else {
      return say("{file} cannot be written to. Check its permissions.", ["file": file])
    }
    return say("Nothing was changed. {reason}", ["reason": sentence(for: error)])
  }
  package var themes: SafeText { say("Themes") }
}
