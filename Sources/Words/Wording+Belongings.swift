package import FeedDomain
package import Terminal

extension Wording {
  /// What a setting was.
  package func was(_ value: String) -> SafeText {
    say("was {value}", ["value": value.isEmpty ? "\"\"" : value])
  }

  /// Whether a setting that names a program, a server or a file is taken from somebody's file.
  package func takesSetting(_ line: String) -> SafeText {
    say("The file sets {line}. Take that? (y/n)", ["line": line])
  }

  /// Why a feed that somebody's list names is not added unasked.
  package func isInOwnNetwork(_ address: String) -> SafeText {
    say("{address} is on this machine or in your network.", ["address": address])
  }

  /// Whether those are added as well.
  package func addsThese(_ count: Int) -> SafeText {
    plural(
      "{count} feed there: add it, too? (y/n)", "{count} feeds there: add them, too? (y/n)", count)
  }

  /// That they were not, as nobody could be asked, and what adds them.
  package func leftOut(unless option: String) -> SafeText {
    say("Left out. If the list is your own, use {option}.", ["option": option])
  }

  /// A theme of the reader's own that comes along.
  package func movedTheme(_ name: String) -> SafeText { say("Theme: {name}", ["name": name]) }

  /// What else is muted.
  package func movedMutes(_ mutes: [SafeText]) -> SafeText {
    say("Muted: {names}", ["names": mutes.joined(separator: ", ")])
  }

  /// What an account's tabs are.
  package func movedTabs(_ tabs: [SafeText], of account: Account) -> SafeText {
    say(
      "Tabs of {account}: {names}",
      ["names": tabs.joined(separator: ", "), "account": handle(of: account)])
  }

  /// What the columns are.
  package func movedColumns(_ columns: [SafeText]) -> SafeText {
    say("Columns: {names}", ["names": columns.joined(separator: ", ")])
  }

  /// Which places are offered as well.
  package func movedPlaces(_ places: [SafeText], of account: Account) -> SafeText {
    say(
      "Places of {account}: {names}",
      ["names": places.joined(separator: ", "), "account": handle(of: account)])
  }

  /// That everything is as the file says.
  package var nothingDifferent: SafeText { say("Everything is set up like that already.") }

  /// That something is left out, and what to do.
  package func notSignedIn(_ account: String) -> SafeText {
    say(
      "{account} is not signed in here: sign in and import again for its tabs and columns.",
      ["account": account])
  }

  /// Why a file cannot be taken.
  package func sentence(for mistake: BelongingsMistake, in file: String) -> SafeText {
    switch mistake {
    case .otherFile: say("{file} is not a file of tweetie config --export.", ["file": file])
    case .newer: say("{file} was written by a newer version.", ["file": file])
    case .tooLarge: say("{file} is too large.", ["file": file])
    case .notText: say("{file} is not UTF-8 text.", ["file": file])
    case .line(let number):
      say(
        "{file}, line {line}: this cannot be understood. Nothing was changed.",
        ["file": file, "line": String(number)])
    }
  }
}
