import FeedDomain
import Preferences
import Terminal
import UseCases

/// Changing settings and keys inside the program, which is none of the services' business.
enum SettingsChanging {
  /// What the person wants.
  enum Request: Equatable {
    /// To see all settings and keys.
    case open
    /// To have a setting be that; nil for what it usually is.
    case set(String, to: String?)
    /// To have a key do that, or no longer where it does.
    case press(Key, for: Command)
    /// The same, though it is another command's.
    case take(Key, for: Command)
    /// To have a command's usual keys.
    case resetKeys(Command)
    /// To see a theme before choosing it; nil for the one that is set.
    case look(String?)
  }

  /// What happened.
  enum Response: Equatable {
    /// What holds now.
    case settings(SettingsInForce)
    /// A setting cannot be that.
    case refused(String, setting: String, allowed: String)
    /// A key is another command's.
    case taken(Key, by: Command, for: Command)
    /// A key has no name that a file could say.
    case nameless
    /// It was changed, and holds from the next start.
    case later
    /// The environment forbids to name a program, a server or a file.
    case forbidden
    /// The file could not be changed.
    case failed(StoreError, path: String)
  }
}

/// Decides what changing settings and keys does.
@MainActor final class SettingsInteractor: Interacting {
  private let book: SettingsBook
  private let presenter: any Presenting<SettingsChanging.Response>
  /// The change that is being made: one waits for the other, and none is lost when the scene closes.
  private var work: Task<Void, Never>?

  init(_ book: SettingsBook, presenter: any Presenting<SettingsChanging.Response>) {
    self.book = book
    self.presenter = presenter
  }

  func handle(_ request: SettingsChanging.Request) async {
    switch request {
    case .open:
      let before = book.inForce
      presenter.present(.settings(before))
      // Where the file cannot be read now, what was read at the start goes on holding.
      do throws(StoreError) { try await book.lookAgain() } catch { return }
      if book.inForce != before { presenter.present(.settings(book.inForce)) }
    case .look(let theme): book.look(theme)
    case .set, .press, .take, .resetKeys:
      let task = Task { [work] in
        await work?.value
        await change(request)
      }
      work = task
      await task.value
    }
  }
}

extension SettingsInteractor {
  private func change(_ request: SettingsChanging.Request) async {
    switch request {
    case .set(let name, let value): await set(name, to: value)
    case .press(let key, let command): await press(key, for: command, mayTake: false)
    case .take(let key, let command): await press(key, for: command, mayTake: true)
    case .resetKeys(let command): await make(changes(of: command, to: nil))
    case .open, .look: break
    }
  }

  private func set(_ name: String, to value: String?) async {
    guard let definition = SettingsTable.all.first(where: { $0.name == name }) else { return }
    if definition.isRisky, book.keeping.isRestricted { return presenter.present(.forbidden) }
    if let value, let allowed = book.remedy(for: value, of: definition) {
      return presenter.present(.refused(value, setting: name, allowed: allowed))
    }
    let change = SettingChange(section: definition.section, key: definition.key, value: value)
    if await make([change]), !definition.isLive { presenter.present(.later) }
  }

  private func press(_ key: Key, for command: Command, mayTake: Bool) async {
    guard KeyName.key(named: KeyName.name(of: key)) == key else {
      return presenter.present(.nameless)
    }
    let (map, lines) = (book.inForce.keyMap, book.inForce.settings.keys)
    func keys(of command: Command) -> [Key] {
      map.keys(of: command).filter { map.command(for: $0) == command && $0 != key }
    }
    switch map.command(for: key) {
    case command?: await make(changes(of: command, to: keys(of: command)))
    case let other? where !mayTake:
      presenter.present(.taken(key, by: other, for: command))
    case let other:
      var all = changes(of: command, to: [key] + keys(of: command))
      // From who has it only by default it is taken by naming it.
      if let other, lines.contains(where: { Command(named: $0.key) == other }) {
        all += changes(of: other, to: keys(of: other))
      }
      await make(all)
    }
  }

  /// The line of a command with these keys, or without it; lines under its former names go.
  private func changes(of command: Command, to keys: [Key]?) -> [SettingChange] {
    let former = CommandTable.row(of: command).formerNames.filter { name in
      book.inForce.settings.keys.contains { $0.key == name }
    }
    let value = keys?.map(KeyName.name).joined(separator: " ")
    return former.map { SettingChange(section: SettingsTable.keySection, key: $0, value: nil) }
      + [SettingChange(section: SettingsTable.keySection, key: command.name, value: value)]
  }

  @discardableResult private func make(_ changes: [SettingChange]) async -> Bool {
    do throws(StoreError) { try await book.make(changes) } catch {
      // What was looked at is not chosen.
      book.look(nil)
      presenter.present(.failed(error, path: book.inForce.path))
      return false
    }
    presenter.present(.settings(book.inForce))
    return true
  }
}
