import FeedDomain
import Preferences
import Terminal
import Words

/// An entry of the command palette.
struct PaletteEntry: Equatable {
  let choice: PaletteChoice
  let title: SafeText
  /// The command's hint and its name in the settings, searched as well.
  let name: String
  /// Other words that find the entry.
  var synonyms: [SafeText] = []
  /// Texts that select exactly this entry when typed in full.
  var typed: [String] = []
  /// The name of the key; empty for none.
  let key: SafeText
}

extension PaletteEntry {
  /// The entry that opens a typed address or handle.
  init(leadingBy lead: ResolvableLink, _ wording: Wording) {
    self.init(
      choice: .lead(lead), title: wording.say("Open {address}", ["address": lead.text]), name: "",
      key: "")
  }

  /// The quit commands of other editors.
  private static let waysOut = ["q", "q!", "wq", "qa", "x"]

  /// Returns the entries of all available commands: recent ones, those of the current scene, the
  /// stream tabs, the other streams, then the remaining commands.
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

/// The abilities that decide which commands the palette offers.
struct PaletteAbilities: Equatable {
  let posts: PostAbilities
  /// Whether the account has notifications.
  let hasNotices: Bool
  /// Whether photos near a place can be shown.
  let hasPlaces: Bool
  /// Whether there are other accounts to merge streams with.
  var hasCompany = false
  /// Whether the service lists direct messages.
  var hasMessages = false
  /// Commands that cannot be applied to the selection.
  var withheld: Set<Command> = []

  /// Whether a command is available to the account and listed in the palette.
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
    case .notifications: hasNotices
    case .messages: hasMessages
    case .act(let kind): posts.acts.contains(kind)
    case .extra(let extra): posts.extras.contains(extra)
    case .letting: hasNotices && posts.canWrite
    case .places: hasPlaces
    case .company: hasCompany
    }
  }
}
