import FeedDomain
import Preferences
import Terminal
import UseCases
import Words

struct SettingRow: Identifiable, Equatable {
  /// A kind of row in the settings scene: a choice among values, a typed text, or a command's keys.
  enum SettingValueKind: Equatable {
    case choice([String])
    case text
    case keys(Command)
  }

  /// The name in the settings file of the setting in a row of the settings scene, such as
  /// "display.theme"; for keys, the command's name behind that of the section.
  let id: String
  let kind: SettingValueKind
  let group: SafeText
  let title: SafeText
  /// The value in a row of the settings scene as text, with a secret masked; for a command, the
  /// names of its keys.
  let value: SafeText
  /// The value in a row of the settings scene as written in the settings file; empty for a
  /// command's keys.
  let written: String
  /// True if the value or keys in a row of the settings scene differ from the default.
  let isChanged: Bool
  let meaning: SafeText
  /// The sentences in a row of the settings scene with the setting's default value, possible values
  /// and name.
  let facts: [SafeText]
  /// The text in a row of the settings scene that names the command-line option or environment
  /// variable overriding the setting; nil for none.
  let override: SafeText?
  /// The title of the next group, drawn below the last row of a group in the settings scene; nil
  /// for other rows.
  var nextGroupTitle: SafeText?

  /// Returns true if a row of the settings scene contains every word of the typed filter, ignoring
  /// case.
  func containsAllWords(_ words: [String]) -> Bool {
    let text = [id, title.string, value.string, meaning.string].joined(separator: " ").lowercased()
    return words.allSatisfy { text.contains($0) }
  }
}

struct SettingsViewModel: Equatable {
  struct SettingsSceneTexts: Equatable {
    let change, reset, choose, keep, leave, take, filter: SafeText
    let themes: SafeText
    /// The message of the settings scene when nothing matches the filter.
    let noMatches: SafeText
  }

  var title: SafeText = ""
  /// The path of the settings file, in the settings scene's header; without a file, the remark that
  /// changes last for this session only.
  var remark: SafeText = ""
  var rows: [SettingRow] = []
  let labels: SettingsSceneTexts
  /// The texts of the settings scene, by command, that ask the user to press a key for the command.
  var keyPrompts: [Command: SafeText] = [:]
  /// The question of the settings scene whether to take a key from another command, as text; nil if
  /// none is open.
  var question: KeyReassignmentQuestionViewModel?

  struct KeyReassignmentQuestionViewModel: Equatable {
    let words: SafeText
    let key: Key
    let command: Command
  }
}

struct SettingsPresenter {
  let wording: Wording
  let keeping: SettingsEditor.SettingsStorage

  func viewModel(of state: SettingsScene.SceneState) -> SettingsViewModel {
    let inForce = state.inForce
    var viewModel = SettingsViewModel(
      labels: SettingsViewModel.SettingsSceneTexts(
        change: wording.say("change"), reset: wording.say("reset"), choose: wording.choose,
        keep: wording.say("keep"), leave: wording.leaveSearch, take: wording.say("use it here"),
        filter: wording.say("filter"), themes: wording.themes,
        noMatches: wording.say("No matching setting or key.")))
    viewModel.title = wording.settings
    viewModel.remark =
      keeping.outlivesProgram
      ? SafeText(sanitizing: inForce.path) : wording.say("for this session only")
    viewModel.rows =
      SettingsTable.all.map { settingRow($0, inForce.settings) }
      + CommandGroup.allCases.flatMap { group in
        CommandTable.rows.filter { $0.group == group }.map {
          commandKeysRow($0, inForce.keyMap, usual: inForce.settings.keyPreset.keyMap)
        }
      }
    for row in CommandTable.rows {
      viewModel.keyPrompts[row.command] = wording.say(
        "Press a key for: {command}. A key it already has is removed; Esc cancels.",
        ["command": wording.titleText(of: row.command)])
    }
    viewModel.question = state.question.map { question in
      SettingsViewModel.KeyReassignmentQuestionViewModel(
        words: wording.say(
          "{key} is taken by: {command}. Use it here instead?",
          [
            "key": SafeText(sanitizing: KeyName.shortKeyName(of: question.key)),
            "command": wording.titleText(of: question.owner),
          ]),
        key: question.key, command: question.command)
    }
    return viewModel
  }

  private func settingRow(_ definition: SettingDefinition, _ settings: Settings) -> SettingRow {
    let (written, usual) = (definition.show(settings), definition.show(Settings()))
    let options = definition.options(settings)
    var facts = [wording.defaultValueText(settingValueText(usual, definition))]
    let words = options.filter { !$0.isEmpty }.joined(separator: ", ")
    let allowed = options.isEmpty ? definition.allowed() : words
    if allowed != "…" {
      facts.append(
        wording.say("Possible values: {values}.", ["values": SafeText(sanitizing: allowed)]))
    }
    if !definition.isLive { facts.append(wording.fromNextStart) }
    facts.append(nameInSettingsFileText(definition.name))
    return SettingRow(
      id: definition.name, kind: options.isEmpty ? .text : .choice(options),
      group: wording.settingsSectionTitle(definition.section),
      title: definition.settingLabel(wording),
      value: settingValueText(written, definition), written: written, isChanged: written != usual,
      meaning: definition.meaning(wording), facts: facts,
      override: keeping.overrides[definition.name].map {
        wording.say("{name} overrides this setting in this session.", ["name": $0])
      })
  }

  private func settingValueText(_ value: String, _ definition: SettingDefinition) -> SafeText {
    if value.isEmpty { return wording.say("not set") }
    return definition.isSecret ? "••••••" : SafeText(sanitizing: value)
  }

  /// Returns the row of the settings scene with the keys of a command.
  private func commandKeysRow(
    _ row: CommandTable.CommandTableRow, _ map: KeyMap, usual: KeyMap
  ) -> SettingRow {
    let command = row.command
    let usualKeys = usual.workingKeys(for: command)
    let keys = map.workingKeys(for: command)
    return SettingRow(
      id: "\(SettingsTable.keySection).\(row.name)", kind: .keys(command),
      group: wording.keyGroupTitle(of: wording.groupTitle(of: row.group)),
      title: wording.titleText(of: command),
      value: commandKeysText(keys), written: "", isChanged: keys != usualKeys,
      meaning: nameInSettingsFileText(row.name),
      facts: [wording.defaultValueText(commandKeysText(usualKeys))], override: nil)
  }

  private func nameInSettingsFileText(_ name: String) -> SafeText {
    wording.say("Name in the settings file: {name}.", ["name": SafeText(sanitizing: name)])
  }

  private func commandKeysText(_ keys: [Key]) -> SafeText {
    guard !keys.isEmpty else { return wording.say("no key") }
    return SafeText(sanitizing: keys.map(KeyName.shortKeyName).joined(separator: " "))
  }
}
