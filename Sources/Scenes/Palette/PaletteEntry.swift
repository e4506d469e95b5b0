import FeedDomain
import Preferences
import Terminal
import Words

/// A line in the list of commands.
struct PaletteEntry: Equatable {
  /// What it does.
  let choice: PaletteChoice
  /// The same in words.
  let title: SafeText
  /// What it is called in the bottom line and in the settings, by which it is found as well.
  let name: String
  /// Other words by which it is found.
  var synonyms: [SafeText] = []
  /// What does it when it is typed, whatever else has these letters.
  var typed: [String] = []
  /// The key that does it; empty for none.
  let key: SafeText
}

extension PaletteEntry {
  /// Going where an address or a handle leads that was typed.
  init(leadingBy lead: ResolvableLink, _ wording: Wording) {
    self.init(
      choice: .lead(lead), title: wording.say("Open {address}", ["address": lead.text]), name: "",
      key: "")
  }

  /// What those who come from another editor type to leave.
  private static let waysOut = ["q", "q!", "wq", "qa", "x"]

  /// Every command that an account has, those chosen last first, then those that are useful where
  /// one is, then the streams, those that are no tabs after those that are, and the rest.
  static func all(
    recent: [Command] = [], offering first: [Command], streams: [StreamTab],
    hidden: [StreamTab] = [],
    abilities: PaletteAbilities, keys: KeyMap, wording: Wording
  ) -> [PaletteEntry] {
    let offered = CommandTable.rows.filter { abilities.offers($0) }.map(\.command)
    let useful = (recent + first.filter { !recent.contains($0) }).filter { offered.contains($0) }
    let rest = offered.filter { !useful.contains($0) }
    func entry(_ command: Command) -> PaletteEntry {
      PaletteEntry(
        choice: .command(command), title: wording.title(of: command),
        name: wording.hint(of: command).string + " " + command.name,
        synonyms: wording.synonyms(of: command),
        typed: [command.name] + CommandTable.row(of: command).formerNames
          + (command == .quit ? waysOut : []),
        key: SafeText(sanitizing: keys.name(for: command) ?? ""))
    }
    let tabs = (streams + hidden).enumerated().map { place, tab in
      // As much of a list's name as there is room for.
      let name = SafeText(
        sanitizing: String(wording.name(of: tab.feed).string.prefix(MatchedLine.longest)))
      return PaletteEntry(
        choice: .tab(tab), title: wording.say("Read: {stream}", ["stream": name]),
        name: name.string,
        key: SafeText(
          sanitizing: place < streams.count ? keys.name(for: .stream(place + 1)) ?? "" : ""))
    }
    return useful.map(entry) + tabs + rest.map(entry)
  }
}

/// What of the commands an account has.
struct PaletteAbilities: Equatable {
  /// What can be done with posts.
  let posts: PostAbilities
  /// Whether it is told what happens to the reader.
  let hasNotices: Bool
  /// Whether there are photos around places.
  let hasPlaces: Bool
  /// Whether there are other accounts to be read together with.
  var hasCompany = false
  /// Whether what is said directly is listed.
  var hasMessages = false
  /// What is not for the post that is selected.
  var withheld: Set<Command> = []

  /// Whether the command does something for the account and is worth choosing from a list.
  func offers(_ row: CommandTable.Row) -> Bool {
    row.isListed && !withheld.contains(row.command) && row.need.map(meets) ?? true
  }

  private func meets(_ need: CommandNeed) -> Bool {
    switch need {
    case .mark(let mark): posts.marks.contains(mark)
    case .writing: posts.canWrite
    case .following: posts.canFollow
    case .changing: posts.canChange
    case .quoting: posts.canQuote
    case .people: posts.people != nil
    case .list(let list): posts.permission(toSee: list) == .allowed
    case .notices: hasNotices
    case .messages: hasMessages
    case .act(let kind): posts.acts.contains(kind)
    case .extra(let extra): posts.extras.contains(extra)
    case .letting: hasNotices && posts.canWrite
    case .places: hasPlaces
    case .company: hasCompany
    }
  }
}
