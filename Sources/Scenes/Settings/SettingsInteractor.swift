import FeedDomain
import Preferences
import Terminal

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
    case .open: presenter.present(.settings(book.inForce))
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
    case .resetKeys(let command): await make([Self.change(of: command, to: nil)])
    case .open, .look: break
    }
  }

  private func set(_ name: String, to value: String?) async {
    guard let definition = SettingsTable.all.first(where: { $0.name == name }) else { return }
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
    case command?: await make([Self.change(of: command, to: keys(of: command))])
    case let other? where !mayTake:
      presenter.present(.taken(key, by: other, for: command))
    case let other:
      var changes = [Self.change(of: command, to: [key] + keys(of: command))]
      // From who has it only by default it is taken by naming it.
      if let other, lines.contains(where: { $0.key == other.name }) {
        changes.append(Self.change(of: other, to: keys(of: other)))
      }
      await make(changes)
    }
  }

  private static func change(of command: Command, to keys: [Key]?) -> SettingChange {
    SettingChange(
      section: SettingsTable.keySection, key: command.name,
      value: keys?.map(KeyName.name).joined(separator: " "))
  }

  @discardableResult private func make(_ changes: [SettingChange]) async -> Bool {
    do throws(StoreError) { try await book.make(changes) } catch {
      presenter.present(.failed(error, path: book.inForce.path))
      return false
    }
    presenter.present(.settings(book.inForce))
    return true
  }
}
