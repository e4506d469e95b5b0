import FeedDomain
import Preferences
import Terminal
import UseCases
import Words

/// Puts settings and keys into words.
@MainActor final class SettingsPresenter: Presenting {
  weak var display: (any Displaying<SettingsViewModel>)?
  private let wording: Wording
  private let overrides: [String: String]
  private let isKept: Bool
  private var viewModel: SettingsViewModel

  init(wording: Wording, keeping: SettingsBook.Keeping) {
    self.wording = wording
    (overrides, isKept) = (keeping.overrides, keeping.outlivesProgram)
    viewModel = SettingsViewModel(
      labels: SettingsViewModel.Labels(
        change: wording.changeSetting, reset: wording.resetSetting, choose: wording.choose,
        keep: wording.keepSetting, leave: wording.leaveSearch, take: wording.takeKey,
        filter: wording.filterSettings, themes: wording.themes, nothing: wording.noSuchSetting))
    viewModel.title = wording.settings
    for row in CommandTable.rows {
      viewModel.asking[row.command] = wording.pressKey(for: wording.title(of: row.command))
    }
  }

  func present(_ response: SettingsChanging.Response) {
    viewModel.cues = []
    switch response {
    case .settings(let inForce):
      viewModel.aside = isKept ? SafeText(sanitizing: inForce.path) : wording.settingsNotKept
      viewModel.rows =
        SettingsTable.all.map { row($0, inForce.settings) }
        + CommandTable.rows.map { row($0, inForce.keyMap) }
    case .refused(let value, let name, let allowed):
      let mistake = SettingMistake(
        line: 0, reason: .badValue(value, key: name, allowed: allowed))
      say(wording.reason(of: mistake), .bad)
    case .taken(let key, let other, let command):
      let question = wording.keyIsTaken(
        SafeText(sanitizing: KeyName.hint(key)), by: wording.title(of: other))
      viewModel.cues = [.ask(question, key, command)]
    case .nameless: say(wording.keyHasNoName, .bad)
    case .later: say(wording.fromNextStart, .plain)
    case .forbidden: say(wording.notAllowedHere, .bad)
    case .failed(let error, let path): say(wording.notWritten(path, error), .bad)
    }
    display?.display(viewModel)
  }
}

extension SettingsPresenter {
  private func say(_ text: SafeText, _ tone: Message.Tone) {
    viewModel.cues = [.say(Message(text: text, tone: tone))]
  }

  private func row(_ definition: SettingDefinition, _ settings: Settings) -> SettingRow {
    let (written, usual) = (definition.show(settings), definition.show(Settings()))
    let options = definition.options(settings)
    var facts = [wording.usually(shown(usual, definition))]
    let words = options.filter { !$0.isEmpty }.joined(separator: ", ")
    let allowed = options.isEmpty ? definition.allowed() : words
    if allowed != "…" { facts.append(wording.canBe(SafeText(sanitizing: allowed))) }
    if !definition.isLive { facts.append(wording.fromNextStart) }
    return SettingRow(
      id: definition.name, kind: options.isEmpty ? .text : .choice(options),
      group: wording.section(definition.section), title: SafeText(sanitizing: definition.key),
      value: shown(written, definition), written: written, isChanged: written != usual,
      meaning: definition.meaning(wording), facts: facts,
      override: overrides[definition.name].map { wording.overridden(by: $0) })
  }

  private func shown(_ value: String, _ definition: SettingDefinition) -> SafeText {
    if value.isEmpty { return wording.emptySetting }
    return definition.isSecret ? "••••••" : SafeText(sanitizing: value)
  }

  private func row(_ row: CommandTable.Row, _ map: KeyMap) -> SettingRow {
    let command = row.command
    let keys = map.keys(of: command).filter { map.command(for: $0) == command }
    return SettingRow(
      id: "\(SettingsTable.keySection).\(row.name)", kind: .keys(command),
      group: wording.keys(of: wording.title(of: row.group)), title: wording.title(of: command),
      value: names(keys), written: "", isChanged: keys != row.keys,
      meaning: wording.keysFor(SafeText(sanitizing: row.name)),
      facts: [wording.usually(names(row.keys))], override: nil)
  }

  private func names(_ keys: [Key]) -> SafeText {
    guard !keys.isEmpty else { return wording.noKeys }
    return SafeText(sanitizing: keys.map(KeyName.hint).joined(separator: " "))
  }
}
