import FeedDomain
import Preferences
import Terminal
import Words

/// A view model of the help page: the commands with their keys in groups, the mouse actions and the
/// symbols on the screen.
struct HelpContents: Equatable {
  /// An occasion of opening the help page, from a scene or the composer, which decides the first
  /// entries.
  enum HelpOriginKind {
    /// An occasion of opening the help page: from a scene, whose commands are listed first, some
    /// under titles of their own.
    case reading([Command], titles: [Command: SafeText] = [:])
    /// An occasion of opening the help page: from the composer; the page then explains only the
    /// keys for writing.
    case writing
  }

  struct HelpEntryGroup: Equatable {
    let title: SafeText
    let entries: [HelpEntry]
  }

  private(set) var groups: [HelpEntryGroup]
  /// The notices at the end of the help page that name the services whose photos are shown, as
  /// their licences require; empty while writing a post, and for search results.
  private(set) var attributions: [SafeText]
  /// The text that names the key preset whose keys the help page lists, such as "Key preset: vim";
  /// empty while writing a post.
  private(set) var presetText: SafeText = ""

  /// Creates the contents of the help page, with the entries for the occasion first. `preset` is
  /// the key preset that is set, to which single keys may have been changed.
  init(
    _ keys: KeyMap, preset: KeyPreset, on occasion: HelpOriginKind,
    wording: Wording, isPlain: Bool = false
  ) {
    let presetText = wording.say("Key preset") + ": " + preset.name
    let commands = CommandGroup.allCases.map { group in
      var entries = Self.helpEntries(
        of: Command.allCases.filter { $0.group == group }, keys, wording)
      if group == .program {
        let setting = SettingsTable.all.first { $0.name == "reading.key-preset" }
        entries.append(
          HelpEntry(
            Self.keyNamesOrTypedName(of: .settings, keys), presetText,
            also: setting.map { [$0.meaning(wording)] } ?? []))
      }
      return HelpEntryGroup(title: wording.groupTitle(of: group), entries: entries)
    }
    let writing = [
      HelpEntryGroup(
        title: wording.say("While writing"), entries: HelpEntry.editorKeyEntries(wording)),
      HelpEntryGroup(
        title: wording.say("While adding a picture"),
        entries: HelpEntry.picturePanelEntries(wording)),
      HelpEntryGroup(
        title: wording.say("While making a poll"), entries: HelpEntry.pollFormEntries(wording)),
    ]
    let mouse = HelpEntryGroup(title: wording.mouse, entries: HelpEntry.mouseEntries(wording))
    let signs = HelpEntryGroup(
      title: wording.say("Signs"), entries: HelpEntry.signExplanationEntries(wording))
    switch occasion {
    case .writing:
      (groups, attributions) = (writing, [])
      return
    case .reading(let here, let titles):
      self.presetText = presetText
      let useful = Self.helpEntries(of: here.filter { $0 != .help }, keys, wording, titles)
      groups = [HelpEntryGroup(title: wording.say("Here"), entries: useful)] + commands + writing
    }
    groups = (groups + [mouse] + (isPlain ? [] : [signs])).filter { !$0.entries.isEmpty }
    attributions = Service.allCases.compactMap(\.photoTerms.notice).map {
      SafeText(sanitizing: $0)
    }
  }

  /// Returns the contents of the help page, reduced to the entries that contain every word of a
  /// typed search.
  func filteredContents(matching words: String) -> HelpContents {
    let words = words.prefix(FuzzySearchableLine.longest).split(separator: " ").map {
      $0.map(SearchCharacterFolding.foldedCharacter)
    }
    guard !words.isEmpty else { return self }
    var found = self
    found.attributions = []
    found.groups = groups.map { group in
      HelpEntryGroup(
        title: group.title, entries: group.entries.filter { $0.containsAllWords(words) })
    }.filter { !$0.entries.isEmpty }
    return found
  }

  private static func helpEntries(
    of commands: [Command], _ keys: KeyMap, _ wording: Wording,
    _ titles: [Command: SafeText] = [:]
  ) -> [HelpEntry] {
    let entries = commands.flatMap { command -> [HelpEntry] in
      let names = keyNamesOrTypedName(of: command, keys)
      if let title = titles[command], !names.isEmpty { return [HelpEntry(names, title)] }
      if command == .back { return goBackEntries(keys, wording) }
      return helpEntry(of: command, keys, wording).map { [$0] } ?? []
    }
    return entries.filter { !$0.isTyped } + entries.filter(\.isTyped)
  }

  private static func helpEntry(
    of command: Command, _ keys: KeyMap, _ wording: Wording
  ) -> HelpEntry? {
    let names = keyNamesOrTypedName(of: command, keys)
    guard !names.isEmpty else { return nil }
    guard case .stream(let number) = command else {
      return HelpEntry(
        names, wording.titleText(of: command), also: wording.synonymTexts(of: command),
        isTyped: keys.workingKeys(for: command).isEmpty)
    }
    // The nine keys of the tabs share one line.
    guard number == 1, let last = Self.keyNamesOrTypedName(of: .stream(9), keys).first else {
      return nil
    }
    return HelpEntry([names[0] + " … " + last], wording.say("Go to a stream by number"))
  }

  /// Returns the help page's entries for going back: one for Escape, which only goes back, and one
  /// for the command's other keys, which also quit the program from the first scene.
  private static func goBackEntries(_ keys: KeyMap, _ wording: Wording) -> [HelpEntry] {
    let all = keyNamesOrTypedName(of: .back, keys)
    let escape = KeyName.shortKeyName(of: Key(.escape))
    let others = all.filter { $0 != escape }
    let title = wording.titleText(of: .back)
    return (all.contains(escape) ? [HelpEntry([escape], title)] : [])
      + (others.isEmpty ? [] : [HelpEntry(others, wording.say("Go back, or quit"))])
  }

  /// Returns the names of a command's keys for the help page; for a command without a key, the
  /// palette's key followed by the command's name.
  private static func keyNamesOrTypedName(of command: Command, _ keys: KeyMap) -> [String] {
    let working = keys.workingKeys(for: command).map(KeyName.shortKeyName)
    guard working.isEmpty, CommandTable.tableRow(of: command).isListed,
      let list = keys.keyName(for: .palette)
    else { return working }
    return [list + command.name]
  }
}

/// An entry of the help page: a command's keys, a symbol or a mouse action, with its meaning.
struct HelpEntry: Equatable {
  /// The names of the keys in an entry of the help page, the preferred key first.
  let keys: [String]
  let title: SafeText
  /// True if the command has no key: its name is typed into the command list.
  let isTyped: Bool
  private let synonyms: [SafeText]

  init(
    _ keys: [String], _ title: SafeText, also synonyms: [SafeText] = [], isTyped: Bool = false
  ) {
    self.keys = keys
    self.title = title
    self.synonyms = synonyms
    self.isTyped = isTyped
  }

  /// Returns true if the help page's entry contains every word in its texts or as the name of a
  /// key, ignoring case and accents.
  func containsAllWords(_ words: [[Character]]) -> Bool {
    let texts = ([title] + synonyms).map {
      String($0.string.map(SearchCharacterFolding.foldedCharacter))
    }
    return words.allSatisfy { word in
      texts.contains { $0.contains(String(word)) }
        || keys.contains { $0.map(SearchCharacterFolding.foldedCharacter) == word }
    }
  }

  static func signExplanationEntries(_ wording: Wording) -> [HelpEntry] {
    [
      HelpEntry(["♥", "♡"], wording.say("Likes, including yours; without yours")),
      HelpEntry(["↻"], wording.say("Boosts")),
      HelpEntry(["↩"], wording.say("Replies, or a post that is a reply")),
      HelpEntry(["⚑"], wording.say("Bookmarked by you")),
      HelpEntry(["✎"], wording.say("Edited")),
      HelpEntry(["▣"], wording.say("A photo, or the number of photos")),
      HelpEntry(["⌂"], wording.say("Place of the photo")),
      HelpEntry(["◆"], wording.say("Number of new notifications")),
      HelpEntry(["●"], wording.say("New")),
      HelpEntry(["◷"], wording.say("Waiting to be sent")),
      HelpEntry(["✗"], wording.say("Refused by the service; see the outbox")),
      HelpEntry(["‹", "›"], wording.say("More tabs in this direction")),
    ]
  }

  static func mouseEntries(_ wording: Wording) -> [HelpEntry] {
    func helpEntry(_ name: SafeText, _ title: SafeText) -> HelpEntry {
      HelpEntry([name.string], title)
    }
    return [
      helpEntry(wording.say("Wheel"), wording.say("Scroll")),
      helpEntry(wording.say("Click"), wording.say("Select; open a tab, a count, a tag or a link")),
      helpEntry(
        wording.say("Click on a photo"),
        wording.say("Select the post; click again to open the photo")),
      helpEntry(wording.say("Click on a heart"), wording.titleText(of: .like)),
      helpEntry(
        wording.say("Click on a name"), wording.say("Open the author of the selected post")),
      helpEntry(wording.say("Double-click"), wording.say("Open a post; like a photo")),
      helpEntry(wording.say("Shift and drag"), wording.say("Select text, in most terminals")),
    ]
  }

  /// Returns the help page's entries for the keys of the text editor, which are not in the key map.
  static func editorKeyEntries(_ wording: Wording) -> [HelpEntry] {
    [
      HelpEntry(["^S", "Alt-Enter"], wording.say("Send the post")),
      HelpEntry(["Esc"], wording.say("Leave; the draft is kept")),
      HelpEntry(["^P"], wording.say("Add, describe, move or remove pictures")),
      HelpEntry(["Alt-S"], wording.say("Cover or uncover the pictures")),
      HelpEntry(["Alt-P"], wording.say("Add or change a poll")),
      HelpEntry(["^T"], wording.say("Add or remove a content warning")),
      HelpEntry(["^O", "Alt-V"], wording.say("Choose who sees the post")),
      HelpEntry(["Alt-O"], wording.say("Set the language, the time and who may quote it")),
      HelpEntry(["Alt-N"], wording.say("Start the next post of a thread")),
      HelpEntry(["Alt-↑", "Alt-↓"], wording.say("Go to another post of the thread")),
      HelpEntry(["Tab"], wording.say("Complete a name, a tag or an :emoji")),
      HelpEntry(["Alt-H"], wording.say("List earlier texts of the draft, and restore one")),
      HelpEntry(["Alt-C"], wording.say("Suggest spellings for a misspelt word")),
      HelpEntry(["^X"], wording.say("Open your editor")),
      HelpEntry(["Alt-U", "Alt-Shift-U"], wording.say("Undo or redo typing")),
      HelpEntry(["Alt-X"], wording.say("Discard the draft; press twice")),
      HelpEntry(["F1"], wording.say("Show these keys")),
    ]
  }

  static func pollFormEntries(_ wording: Wording) -> [HelpEntry] {
    [
      HelpEntry(["Enter"], wording.say("Go to the next answer")),
      HelpEntry(["Esc", "Alt-P"], wording.helpBackToText),
      HelpEntry(["↑", "↓"], wording.say("Go to another answer")),
      HelpEntry(["^D"], wording.helpRemove),
      HelpEntry(["Alt-S"], wording.say("Allow one answer, or several")),
      HelpEntry(["Alt-T"], wording.say("Set how long the poll is open")),
    ]
  }

  static func picturePanelEntries(_ wording: Wording) -> [HelpEntry] {
    [
      HelpEntry(["Enter"], wording.say("Go to the description; then add the picture")),
      HelpEntry(["Esc", "^P"], wording.helpBackToText),
      HelpEntry(["Tab"], wording.say("Complete the path")),
      HelpEntry(["↑", "↓"], wording.say("Choose a picture that was added")),
      HelpEntry(["Enter"], wording.say("Edit the description of the chosen picture")),
      HelpEntry(["Alt-↑", "Alt-↓"], wording.say("Move the chosen picture")),
      HelpEntry(["^D"], wording.helpRemove),
    ]
  }
}
