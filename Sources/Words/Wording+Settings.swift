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
  package var emptySetting: SafeText { say("empty") }
  package var noKeys: SafeText { say("no key") }
  package func usually(_ value: SafeText) -> SafeText { say("Default: {value}.", ["value": value]) }
  package func canBe(_ values: SafeText) -> SafeText {
    say("It can be: {values}.", ["values": values])
  }
  package func keysFor(_ name: SafeText) -> SafeText {
    say("In the settings file: {name}.", ["name": name])
  }
  package var fromNextStart: SafeText { say("Takes effect at the next start.") }
  package func overridden(by name: String) -> SafeText {
    say("{name} overrides it in this run.", ["name": name])
  }
  package var settingsNotKept: SafeText { say("until the end of this run") }
  package func notWritten(_ file: String, _ error: StoreError) -> SafeText {
    guard error != .readOnly else {
      return say("{file} cannot be written to. Check its permissions.", ["file": file])
    }
    return say("Nothing was changed. {reason}", ["reason": sentence(for: error)])
  }
  package func pressKey(for title: SafeText) -> SafeText {
    say(
      "Press a key for: {command}. A key that it has is taken away; Esc leaves all as it is.",
      ["command": title])
  }
  package func keyIsTaken(_ key: SafeText, by title: SafeText) -> SafeText {
    say("{key} is taken by: {command}. Use it here instead?", ["key": key, "command": title])
  }
  package var keyHasNoName: SafeText { say("That key cannot be used.") }
  package var changeSetting: SafeText { say("change") }
  package var resetSetting: SafeText { say("reset") }
  package var keepSetting: SafeText { say("keep") }
  package var takeKey: SafeText { say("use it here") }
  package var filterSettings: SafeText { say("filter") }
  package var noSuchSetting: SafeText { say("No matching setting or key.") }
  package var themes: SafeText { say("Themes") }
}
