import FeedDomain
import Preferences
import Terminal
import Words

/// The contents of the help page: commands and their keys in groups, mouse actions and signs.
struct HelpContents: Equatable {
  /// The situation in which help is opened.
  enum Occasion {
    /// In a scene whose commands are listed first.
    case reading([Command])
    /// In the editor.
    case writing
  }

  /// A titled group of entries.
  struct Group: Equatable {
    let title: SafeText
    let entries: [HelpEntry]
  }

  private(set) var groups: [Group]
  /// Attribution notices of photo services.
  private(set) var notifications: [SafeText]

  /// The whole help page, beginning with the entries for the occasion.
  init(_ keys: KeyMap, on occasion: Occasion, wording: Wording, isPlain: Bool = false) {
    let commands = CommandGroup.allCases.map { group in
      Group(
        title: wording.title(of: group),
        entries: Self.entries(of: Command.allCases.filter { $0.group == group }, keys, wording))
    }
    let writing = [
      Group(title: wording.say("While writing"), entries: HelpEntry.writing(wording)),
      Group(title: wording.say("While adding a picture"), entries: HelpEntry.adding(wording)),
      Group(title: wording.say("While making a poll"), entries: HelpEntry.polling(wording)),
    ]
    let mouse = Group(title: wording.mouse, entries: HelpEntry.mouse(wording))
    let signs = Group(title: wording.say("Signs"), entries: HelpEntry.signs(wording))
    switch occasion {
    case .writing: groups = writing + commands
    case .reading(let here):
      let useful = Self.entries(of: here.filter { $0 != .help }, keys, wording)
      groups = [Group(title: wording.say("Here"), entries: useful)] + commands + writing
    }
    groups = (groups + [mouse] + (isPlain ? [] : [signs])).filter { !$0.entries.isEmpty }
    notifications = Service.allCases.compactMap(\.photoTerms.notice).map {
      SafeText(sanitizing: $0)
    }
  }

  /// Returns the entries that contain every word of a search text.
  func matching(_ words: String) -> HelpContents {
    let words = words.prefix(MatchedLine.longest).split(separator: " ").map {
      $0.map(FoldedText.folded)
    }
    guard !words.isEmpty else { return self }
    var found = self
    found.notifications = []
    found.groups = groups.map { group in
      Group(title: group.title, entries: group.entries.filter { $0.matches(words) })
    }.filter { !$0.entries.isEmpty }
    return found
  }
}

extension HelpContents {
  private static func entries(
    of commands: [Command], _ keys: KeyMap, _ wording: Wording
  ) -> [HelpEntry] {
    commands.flatMap {
      $0 == .back ? back(keys, wording) : entry(of: $0, keys, wording).map { [$0] } ?? []
    }
  }

  private static func entry(
    of command: Command, _ keys: KeyMap, _ wording: Wording
  ) -> HelpEntry? {
    let names = names(of: command, keys)
    guard !names.isEmpty else { return nil }
    guard case .stream(let number) = command else {
      return HelpEntry(names, wording.title(of: command), also: wording.synonyms(of: command))
    }
    // Nine lines that say the same would push everything else off the screen.
    guard number == 1, let last = Self.names(of: .stream(9), keys).first else { return nil }
    return HelpEntry([names[0] + " … " + last], wording.say("Stream by its number"))
  }

  /// The entries for going back: Escape stops at the first scene, where other keys for the same
  /// command quit.
  private static func back(_ keys: KeyMap, _ wording: Wording) -> [HelpEntry] {
    let all = names(of: .back, keys)
    let escape = KeyName.hint(Key(.escape))
    let others = all.filter { $0 != escape }
    let title = wording.title(of: .back)
    return (all.contains(escape) ? [HelpEntry([escape], title)] : [])
      + (others.isEmpty ? [] : [HelpEntry(others, wording.say("Back, or quit"))])
  }

  /// Returns the names of a command's keys; without a key, the palette's key and the command's
  /// name.
  private static func names(of command: Command, _ keys: KeyMap) -> [String] {
    let working = keys.workingKeys(for: command).map(KeyName.hint)
    guard working.isEmpty, CommandTable.row(of: command).isListed,
      let list = keys.name(for: .palette)
    else { return working }
    return [list + command.name]
  }
}
