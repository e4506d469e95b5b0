import FeedDomain
import Preferences
import Terminal
import Words

/// A view model of the command menu: a small sheet of the commands that apply to the front scene
/// and its selection, and a list of every command in groups.
struct CommandMenuSheetAndGroups: Equatable {
  struct CommandMenuEntry: Equatable {
    let command: Command
    let key: SafeText
    /// The label of an entry's command in the small sheet: a word or two.
    let label: SafeText
    let title: SafeText
    /// The text in an entry of the command menu with the reason why its command cannot be run now;
    /// nil if it can be run.
    let reason: SafeText?
  }

  struct CommandMenuGroup: Equatable {
    let title: SafeText
    var entries: [CommandMenuEntry]
  }

  /// The groups of the command menu with every command.
  private(set) var groups: [CommandMenuGroup] = []
  /// The groups of the command menu's small sheet: the hints of the front scene, and the commands
  /// with keys that apply to the scene and its selection. A command that the selection prevents is
  /// listed with the reason.
  private(set) var sheet: [CommandMenuGroup] = []

  var entries: [CommandMenuEntry] { groups.flatMap(\.entries) }

  /// Creates the contents of the command menu for a scene. In each group the commands that can be
  /// run come first.
  init(
    of scene: SceneCommandsForMenu, streams: [AccountStreamTab], abilities: PaletteAbilities,
    keys: KeyMap,
    wording: Wording
  ) {
    let here = scene.hints.filter { $0 != .menu }
    func menuEntry(_ row: CommandTable.CommandTableRow) -> CommandMenuEntry {
      var title = scene.titles[row.command] ?? wording.titleText(of: row.command)
      var reason = Self.unavailableReason(for: row, in: scene, abilities, keys, wording)
      if case .stream(let number) = row.command {
        if streams.indices.contains(number - 1) {
          title = wording.say(
            "Read: {stream}", ["stream": wording.name(of: streams[number - 1].feed)])
        } else {
          reason = wording.say("No stream has this number.")
        }
      }
      return CommandMenuEntry(
        command: row.command, key: SafeText(sanitizing: keys.keyName(for: row.command) ?? ""),
        label: scene.titles[row.command] ?? wording.hintText(of: row.command), title: title,
        reason: reason)
    }
    func addMenuGroup(_ title: SafeText, _ commands: [Command]) {
      let entries = commands.map { menuEntry(CommandTable.tableRow(of: $0)) }
      guard !entries.isEmpty else { return }
      groups.append(
        CommandMenuGroup(
          title: title,
          entries: entries.filter { $0.reason == nil } + entries.filter { $0.reason != nil }))
    }
    addMenuGroup(wording.say("Here"), here)
    let groupsByUse: [CommandGroup] = [.act, .read, .go, .program, .move]
    for group in groupsByUse {
      addMenuGroup(
        wording.groupTitle(of: group),
        CommandTable.rows.map(\.command).filter { $0.group == group && !here.contains($0) })
    }
    sheet = groups.compactMap { group in
      var group = group
      group.entries.removeAll {
        !here.contains($0.command) && !Self.sheetListsUnhintedCommand($0, reasons: scene.reasons)
      }
      return group.entries.isEmpty ? nil : group
    }
  }

  /// Returns true if the small sheet lists a command that the front scene does not hint at: the
  /// command has a key, does more than move the selection, and can be run now or only not on the
  /// selected item.
  private static func sheetListsUnhintedCommand(
    _ entry: CommandMenuEntry, reasons: [Command: SafeText]
  ) -> Bool {
    let row = CommandTable.tableRow(of: entry.command)
    guard !entry.key.isEmpty, row.group != .move, row.command != .menu else { return false }
    guard row.isListed || row.command == .palette else { return false }
    return entry.reason == nil || entry.reason == reasons[entry.command]
  }

  /// Returns the reason, as text, why a command of the command menu cannot be run in a scene; nil
  /// if it can be run.
  private static func unavailableReason(
    for row: CommandTable.CommandTableRow, in scene: SceneCommandsForMenu,
    _ abilities: PaletteAbilities,
    _ keys: KeyMap, _ wording: Wording
  ) -> SafeText? {
    // A command with another title in the scene may have other requirements.
    let isOfScene = scene.hints.contains(row.command) && scene.titles[row.command] != nil
    if !isOfScene, let need = row.need,
      let reason = abilities.unmetRequirementReason(of: need, wording)
    {
      return reason
    }
    let isClaimed = scene.priority.contains(row.command)
    if scene.hints.contains(row.command) || isClaimed { return nil }
    if let elsewhere = row.elsewhere, row.isLocal || scene.places.isDisjoint(with: elsewhere.places)
    {
      return wording.wrongSceneMessage(
        for: row.command, keys: keys, isOnPost: scene.places.contains(.posts))
    }
    guard scene.unavailable.contains(row.command) else { return nil }
    return scene.reasons[row.command] ?? wording.wrongSceneMessage(for: row.command, keys: keys)
      ?? wording.say("This cannot be done here.")
  }
}

extension PaletteAbilities {
  /// Returns the reason, as text, why the account does not meet the requirement of a command; nil
  /// if it does.
  fileprivate func unmetRequirementReason(of need: RequiredAccountAbility, _ wording: Wording)
    -> SafeText?
  {
    guard !meetsRequirement(need) else { return nil }
    switch need {
    case .severalHomeStreams: return wording.say("This needs a second account.")
    case .writing, .following, .editing, .quoting, .followRequests:
      if !posts.canWrite { return wording.sentence(for: .noWriting, at: posts.service) }
    case .list(let list):
      if case .withheld(let reason) = posts.permission(toSee: list) {
        return wording.sentence(for: reason, at: posts.service)
      }
    default: break
    }
    guard let service = posts.service else { return wording.say("This cannot be done here.") }
    return wording.say("{service} does not offer this.", ["service": wording.name(of: service)])
  }
}
