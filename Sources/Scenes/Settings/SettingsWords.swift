import FeedDomain
import Preferences
import Terminal
import UseCases
import Words

/// A setting, or a command with its keys.
struct SettingRow: Identifiable, Equatable {
  /// What can be done with it.
  enum Kind: Equatable {
    /// It is one of these words.
    case choice([String])
    /// It is typed.
    case text
    /// Keys are pressed for it.
    case keys(Command)
  }

  /// Its name in the settings file, as "display.theme".
  let id: String
  let kind: Kind
  /// The title of what it belongs to.
  let group: SafeText
  let title: SafeText
  /// What it is, as it is shown.
  let value: SafeText
  /// What it is, as it is written.
  let written: String
  /// Whether it is something else than usual.
  let isChanged: Bool
  /// What it does, and what else there is to say: what it usually is, what it can be, when it holds.
  let meaning: SafeText
  let facts: [SafeText]
  /// What counts more in this run; nil where nothing does.
  let override: SafeText?
  /// The title of the group that begins below it; nil within a group.
  var next: SafeText?

  /// Whether it has every one of those words in it, whichever way they are written.
  func has(_ words: [String]) -> Bool {
    let text = [id, title.string, value.string, meaning.string].joined(separator: " ").lowercased()
    return words.allSatisfy { text.contains($0) }
  }
}

/// What the settings show.
struct SettingsViewModel: Equatable {
  /// Words that do not change.
  struct Labels: Equatable {
    let change, reset, choose, keep, leave, take, filter: SafeText
    /// The title over the themes.
    let themes: SafeText
    /// That nothing has what was typed.
    let nothing: SafeText
  }

  var title: SafeText = ""
  /// Where changes are kept.
  var aside: SafeText = ""
  var rows: [SettingRow] = []
  let labels: Labels
  /// What is asked while a key is waited for, by the command.
  var asking: [Command: SafeText] = [:]
  /// Asked before a key is taken from another command.
  var question: Question?

  struct Question: Equatable {
    let words: SafeText
    let key: Key
    let command: Command
  }
}

/// Puts settings and keys into words.
struct SettingsWords {
  let wording: Wording
  let keeping: SettingsBook.Storage

  func viewModel(of state: SettingsChanging.State) -> SettingsViewModel {
    let inForce = state.inForce
    var viewModel = SettingsViewModel(
      labels: SettingsViewModel.Labels(
        change: wording.say("change"), reset: wording.say("reset"), choose: wording.choose,
        keep: wording.say("keep"), leave: wording.leaveSearch, take: wording.say("use it here"),
        filter: wording.say("filter"), themes: wording.themes,
        nothing: wording.say("No matching setting or key.")))
    viewModel.title = wording.settings
    viewModel.aside =
      keeping.outlivesProgram
      ? SafeText(sanitizing: inForce.path) : wording.say("until the end of this run")
    viewModel.rows =
      SettingsTable.all.map { row($0, inForce.settings) }
      + CommandTable.rows.map { row($0, inForce.keyMap) }
    for row in CommandTable.rows {
      viewModel.asking[row.command] = wording.say(
        "Press a key for: {command}. A key that it has is taken away; Esc leaves all as it is.",
        ["command": wording.title(of: row.command)])
    }
    viewModel.question = state.question.map { question in
      SettingsViewModel.Question(
        words: wording.say(
          "{key} is taken by: {command}. Use it here instead?",
          [
            "key": SafeText(sanitizing: KeyName.hint(question.key)),
            "command": wording.title(of: question.owner),
          ]),
        key: question.key, command: question.command)
    }
    return viewModel
  }

  private func row(_ definition: SettingDefinition, _ settings: Settings) -> SettingRow {
    let (written, usual) = (definition.show(settings), definition.show(Settings()))
    let options = definition.options(settings)
    var facts = [wording.usually(shown(usual, definition))]
    let words = options.filter { !$0.isEmpty }.joined(separator: ", ")
    let allowed = options.isEmpty ? definition.allowed() : words
    if allowed != "…" {
      facts.append(wording.say("It can be: {values}.", ["values": SafeText(sanitizing: allowed)]))
    }
    if !definition.isLive { facts.append(wording.fromNextStart) }
    return SettingRow(
      id: definition.name, kind: options.isEmpty ? .text : .choice(options),
      group: wording.section(definition.section), title: SafeText(sanitizing: definition.key),
      value: shown(written, definition), written: written, isChanged: written != usual,
      meaning: definition.meaning(wording), facts: facts,
      override: keeping.overrides[definition.name].map {
        wording.say("{name} overrides it in this run.", ["name": $0])
      })
  }

  private func shown(_ value: String, _ definition: SettingDefinition) -> SafeText {
    if value.isEmpty { return wording.say("empty") }
    return definition.isSecret ? "••••••" : SafeText(sanitizing: value)
  }

  private func row(_ row: CommandTable.Row, _ map: KeyMap) -> SettingRow {
    let command = row.command
    let keys = map.keys(of: command).filter { map.command(for: $0) == command }
    return SettingRow(
      id: "\(SettingsTable.keySection).\(row.name)", kind: .keys(command),
      group: wording.keys(of: wording.title(of: row.group)), title: wording.title(of: command),
      value: names(keys), written: "", isChanged: keys != row.keys,
      meaning: wording.say(
        "In the settings file: {name}.", ["name": SafeText(sanitizing: row.name)]),
      facts: [wording.usually(names(row.keys))], override: nil)
  }

  private func names(_ keys: [Key]) -> SafeText {
    guard !keys.isEmpty else { return wording.say("no key") }
    return SafeText(sanitizing: keys.map(KeyName.hint).joined(separator: " "))
  }
}
