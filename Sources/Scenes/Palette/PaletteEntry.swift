import FeedDomain
import Groundwork
package import Preferences
import Terminal
import UseCases
import Words

/// An entry of the command palette: a title with the choice that it makes.
struct PaletteEntry: Equatable {
  let choice: PaletteChoice
  let title: SafeText
  /// The text of a palette entry that is searched besides the title, such as a command's hint text
  /// and name.
  let name: String
  var synonyms: [SafeText] = []
  /// The texts that put the palette entry first if typed in full, such as the names of the command.
  var typed: [String] = []
  /// The name of a key that does the same as the palette entry; empty for none.
  let key: SafeText
}

extension PaletteEntry {
  /// True if the palette entry opens a setting; such entries rank below commands with a similar
  /// match.
  var isSetting: Bool { if case .setting = choice { true } else { false } }

  /// Creates the palette entry that opens the post or profile at a typed address or handle.
  init(opening link: ResolvableLink, _ wording: Wording) {
    self.init(
      choice: .link(link), title: wording.say("Open {address}", ["address": link.text]), name: "",
      key: "")
  }

  /// Creates the palette entry for an action on all entries that a typed search finds.
  init(_ act: BulkEntryAction, _ wording: Wording) {
    self.init(
      choice: .bulkEntryAction(act), title: wording.title(of: act), name: "", key: "")
  }

  /// Creates the palette entry for the public posts of a server, for a typed "timeline HOST"; nil
  /// for other text.
  init?(timelineTyped text: String, _ wording: Wording) {
    let words = text.split(separator: " ")
    guard words.count == 2, words[0] == "timeline",
      let server = DerivedFeed(serverNamed: String(words[1]))
    else { return nil }
    let feed = server.feed()
    self.init(
      choice: .stream(feed),
      title: wording.say(
        "Read the public posts of {server}", ["server": wording.name(of: feed)]), name: "", key: "")
  }

  /// The names of other text editors' commands for quitting, such as "wq", which the palette
  /// accepts for the command for quitting.
  private static let quitNames = ["q", "q!", "wq", "qa", "x"]

  /// Returns the palette entries in this order: recent commands, commands of the front scene,
  /// stream tabs, other streams, remaining commands, settings.
  static func allPaletteEntries(
    recent: [Command] = [], offering first: [Command], streams: [AccountStreamTab],
    hidden: [AccountStreamTab] = [],
    abilities: PaletteAbilities, keys: KeyMap, wording: Wording
  ) -> [PaletteEntry] {
    let offered = CommandTable.rows.filter { abilities.offersCommand($0) }.map(\.command)
    let useful = (recent + first.filter { !recent.contains($0) }).filter { offered.contains($0) }
    let rest = offered.filter { !useful.contains($0) }
    func paletteEntry(_ command: Command) -> PaletteEntry {
      PaletteEntry(
        choice: .command(command), title: wording.titleText(of: command),
        name: wording.hintText(of: command).string + " " + command.name,
        synonyms: wording.synonymTexts(of: command),
        typed: [command.name] + CommandTable.tableRow(of: command).formerNames
          + (command == .quit ? quitNames : []),
        key: SafeText(sanitizing: keys.keyName(for: command) ?? ""))
    }
    let tabs = (streams + hidden).enumerated().map { place, tab in
      // The name of a list is cut to the length that fuzzy matching considers.
      let name = SafeText(
        sanitizing: String(wording.name(of: tab.feed).string.prefix(FuzzySearchableLine.longest)))
      return PaletteEntry(
        choice: .tab(tab), title: wording.say("Read: {stream}", ["stream": name]),
        name: name.string,
        key: SafeText(
          sanitizing: place < streams.count ? keys.keyName(for: .stream(place + 1)) ?? "" : ""))
    }
    return useful.map(paletteEntry) + tabs + rest.map(paletteEntry) + settingEntries(wording)
  }

  private static func settingEntries(_ wording: Wording) -> [PaletteEntry] {
    SettingsTable.all.map { setting in
      PaletteEntry(
        choice: .setting(setting.name),
        title: wording.say("Setting: {label}", ["label": setting.settingLabel(wording)]),
        name: setting.name, synonyms: [setting.meaning(wording)], typed: [setting.name],
        key: "")
    }
  }
}

/// A set of abilities of the account and its service that decide which commands the palette offers.
struct PaletteAbilities: Equatable {
  let posts: PostAbilities
  /// True if the account has notifications, so that the palette offers commands about them.
  let hasNotices: Bool
  /// True if the service can show photos near a place, so that the palette offers commands about
  /// places.
  let hasPlaces: Bool
  /// True if the home streams of several accounts can be read together, so that the palette offers
  /// commands about all accounts.
  var hasSeveralHomeStreams = false
  /// True if the service lists direct messages, so that the palette offers commands about them.
  var hasMessages = false
  /// True if the account has a home stream, so that the palette offers commands about it.
  var hasHome = true
  /// The commands that the palette leaves out because they cannot be applied to the front scene's
  /// selection.
  var unavailable: Set<Command> = []

  /// Returns true if the palette lists a command: it needs nothing that the account lacks, and can
  /// be applied to the selection.
  func offersCommand(_ row: CommandTable.CommandTableRow) -> Bool {
    row.isListed && !unavailable.contains(row.command) && row.need.map(meetsRequirement) ?? true
  }

  func meetsRequirement(_ need: RequiredAccountAbility) -> Bool {
    switch need {
    case .mark(let mark): posts.marks.contains(mark)
    case .writing: posts.canWrite
    case .following: posts.canFollow
    case .editing: posts.canChange
    case .quoting: posts.canQuote
    case .people: posts.people != nil
    case .list(let list): posts.permission(toSee: list) == .allowed
    case .notifications: hasNotices
    case .messages: hasMessages
    case .homeStream: hasHome
    case .action(let kind): posts.serviceActions.contains(kind)
    case .extra(let extra): posts.extras.contains(extra)
    case .followRequests: hasNotices && posts.canWrite
    case .places: hasPlaces
    case .articles: posts.hasArticles
    case .readStates: posts.hasReadStates
    case .webFeeds: posts.hasOwnList
    case .severalHomeStreams: hasSeveralHomeStreams
    }
  }
}

/// A list of the commands that were chosen from the palette last, kept in a file.
package struct RecentCommands: Sendable {
  /// The maximum number of recent commands in the palette. More would push useful commands of the
  /// scene out of sight.
  private static let capacity = 5

  private let file: PrivateFile?

  /// Creates the list of the palette's recent commands, kept in the file at `path`; nil to keep
  /// none.
  package init(path: String?) { file = path.map { PrivateFile(path: $0, maximumSize: 1 << 12) } }

  package var commands: [Command] {
    guard let bytes = try? file?.readContents() else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .compactMap { Command(named: String($0)) }
  }

  package func recordRecentCommand(_ command: Command) {
    let kept = [command] + commands.filter { $0 != command }
    let names = kept.prefix(Self.capacity).map { $0.name + "\n" }.joined()
    // A failed write is ignored: the list then begins with the commands of the scene.
    try? file?.replaceContentsWithoutSync(with: Array(names.utf8))
  }
}
