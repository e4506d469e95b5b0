package import FeedDomain
package import Terminal

extension Wording {
  package func movedTabs(_ tabs: [SafeText], of account: Account) -> SafeText {
    say(
      "Tabs of {account}: {names}",
      ["names": tabs.joined(separator: ", "), "account": handle(of: account)])
  }

  package func movedPlaces(_ places: [SafeText], of account: Account) -> SafeText {
    say(
      "Places of {account}: {names}",
      ["names": places.joined(separator: ", "), "account": handle(of: account)])
  }

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
