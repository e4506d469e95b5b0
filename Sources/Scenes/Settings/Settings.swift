import FeedDomain
import Preferences
import Terminal
import UseCases

enum SettingsScene {
  enum SceneRequest: Equatable {
    case open
    /// A request of the settings scene: set a setting to a value, or to its default for nil.
    case set(String, to: String?)
    /// A request of the settings scene: add a key to a command, or remove a key that the command
    /// has.
    case press(Key, for: Command)
    /// A request of the settings scene: move a key to a command from the command that has it.
    case take(Key, for: Command)
    case resetKeys(Command)
    /// A request of the settings scene: preview a theme, or end the preview for nil.
    case previewTheme(String?)
  }

  struct SceneState: Equatable {
    var inForce: CurrentSettings
    /// The question of the settings scene whether to take a key from the command that has it; nil
    /// if none is open.
    var question: KeyReassignmentQuestion?
  }

  struct KeyReassignmentQuestion: Equatable {
    let key: Key
    /// The command that has the key in the settings scene's question, and would lose the key.
    let owner: Command
    /// The command for which the settings scene's question asks to take the key.
    let command: Command
  }
}

/// An interactor of the settings scene: writes changed settings and keys to the settings file.
@MainActor
final class SettingsInteractor: Interacting {
  private let book: SettingsEditor
  private let presenter: any Presenting<SettingsScene.SceneState>
  private var state: SettingsScene.SceneState {
    didSet { if state != oldValue { presenter.present(state) } }
  }
  /// The task of the settings scene that makes the last requested change; nil before the first.
  /// Each change waits for the one before, and is completed even if the scene closes.
  private var work: Task<Void, Never>?

  init(_ book: SettingsEditor, presenter: any Presenting<SettingsScene.SceneState>) {
    (self.book, self.presenter) = (book, presenter)
    state = SettingsScene.SceneState(inForce: book.inForce)
  }

  func handle(_ request: SettingsScene.SceneRequest) async {
    switch request {
    case .open:
      state = SettingsScene.SceneState(inForce: book.inForce)
      presenter.present(state)
      // If the file cannot be read, the settings read before stay in force.
      do throws(StoreError) { try await book.reloadSettingsFile() } catch { return }
      state.inForce = book.inForce
    case .previewTheme(let theme): book.showThemePreview(theme)
    case .set, .press, .take, .resetKeys:
      let task = Task { [work] in
        await work?.value
        await performSettingsRequest(request)
      }
      work = task
      await task.value
    }
  }

  private func performSettingsRequest(_ request: SettingsScene.SceneRequest) async {
    switch request {
    case .set(let name, let value): await changeSettingValue(name, to: value)
    case .press(let key, let command): await assignKey(key, for: command, mayTake: false)
    case .take(let key, let command): await assignKey(key, for: command, mayTake: true)
    case .resetKeys(let command): await writeSettingChanges(keySettingChanges(of: command, to: nil))
    case .open, .previewTheme: break
    }
  }

  private func changeSettingValue(_ name: String, to value: String?) async {
    guard let definition = SettingsTable.all.first(where: { $0.name == name }) else { return }
    if definition.isRisky, book.storage.isRestricted { return showSettingChangeResult(.restricted) }
    if let value, let allowed = book.validValuesHint(for: value, of: definition) {
      return showSettingChangeResult(.invalid(value, name: name, allowed: allowed))
    }
    let change = SettingChange(section: definition.section, key: definition.key, value: value)
    if await writeSettingChanges([change]), !definition.isLive {
      showSettingChangeResult(.appliesLater)
    }
  }

  private func assignKey(_ key: Key, for command: Command, mayTake: Bool) async {
    guard KeyName.parsedKey(named: KeyName.keyName(of: key)) == key else {
      return showSettingChangeResult(.unnamedKey)
    }
    let (map, lines) = (book.inForce.keyMap, book.inForce.settings.keys)
    func keysExceptAssignedKey(of command: Command) -> [Key] {
      map.workingKeys(for: command).filter { $0 != key }
    }
    // A command of certain scenes may share a key with a command of all others.
    let isOwn = map.workingKeys(for: command).contains(key)
    switch isOwn ? command : map.command(for: key) {
    case command?:
      await writeSettingChanges(
        keySettingChanges(of: command, to: keysExceptAssignedKey(of: command)))
    case let other? where !mayTake:
      state.question = nil
      state.question = SettingsScene.KeyReassignmentQuestion(
        key: key, owner: other, command: command)
    case let other:
      var all = keySettingChanges(of: command, to: [key] + keysExceptAssignedKey(of: command))
      // A key that the other command has only by default is taken without a change of that
      // command's line.
      if let other, lines.contains(where: { Command(named: $0.key) == other }) {
        all += keySettingChanges(of: other, to: keysExceptAssignedKey(of: other))
      }
      await writeSettingChanges(all)
    }
  }

  /// Returns the changes of the settings file that assign keys to a command; nil for the default
  /// keys. Lines under former names of the command are removed.
  private func keySettingChanges(of command: Command, to keys: [Key]?) -> [SettingChange] {
    let former = CommandTable.tableRow(of: command).formerNames.filter { name in
      book.inForce.settings.keys.contains { $0.key == name }
    }
    let value = keys?.map(KeyName.keyName).joined(separator: " ")
    return former.map { SettingChange(section: SettingsTable.keySection, key: $0, value: nil) }
      + [SettingChange(section: SettingsTable.keySection, key: command.name, value: value)]
  }

  @discardableResult private func writeSettingChanges(_ changes: [SettingChange]) async -> Bool {
    do throws(StoreError) { try await book.changeSettings(changes) } catch {
      // The preview of the theme ends, since it could not be chosen.
      book.showThemePreview(nil)
      book.writeFailed(error)
      return false
    }
    state = SettingsScene.SceneState(inForce: book.inForce)
    return true
  }

  private func showSettingChangeResult(_ report: SceneEffect.SettingChangeResult) {
    presenter.perform(.say(.setting(report)))
  }
}
