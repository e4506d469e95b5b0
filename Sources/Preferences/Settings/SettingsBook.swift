package import FeedDomain

/// How a line of the settings file is to be.
package struct SettingChange: Equatable, Sendable {
  package let section: String
  package let key: String
  /// What it is to say; nil to be without it, so that the default holds.
  package let value: String?

  package init(section: String, key: String, value: String?) {
    (self.section, self.key, self.value) = (section, key, value)
  }
}

/// The settings while the program runs: what they are, and how they are changed.
@MainActor package final class SettingsBook {
  /// What keeps them, and what else there is to say in it.
  package struct Keeping {
    /// Makes changes, all or none, and returns what holds then.
    package let make: @MainActor ([SettingChange]) async throws(StoreError) -> SettingsInForce
    /// Whether they are kept for the next start.
    package let outlivesProgram: Bool
    /// Whether no program, server or file may be named.
    package let isRestricted: Bool
    /// The options and variables that count more than the file in this run, by the setting.
    package let overrides: [String: String]
    /// What a setting can be, from who uses it.
    package let judge: SettingsInForce.Judge

    package init(
      outlivesProgram: Bool, isRestricted: Bool = false, overrides: [String: String] = [:],
      judge: @escaping SettingsInForce.Judge = { _, _ in nil },
      make: @escaping @MainActor ([SettingChange]) async throws(StoreError) -> SettingsInForce
    ) {
      (self.outlivesProgram, self.overrides) = (outlivesProgram, overrides)
      self.isRestricted = isRestricted
      (self.judge, self.make) = (judge, make)
    }
  }

  package let keeping: Keeping
  package private(set) var inForce: SettingsInForce
  /// Is told what holds from now on.
  package var changed: (SettingsInForce) -> Void = { _ in }
  /// Has the screen look as that theme does, before anybody chose it; nil as the settings say.
  package var look: (_ theme: String?) -> Void = { _ in }

  package init(_ inForce: SettingsInForce, keeping: Keeping) {
    (self.inForce, self.keeping) = (inForce, keeping)
  }

  /// Makes changes, all or none; they hold as far as they can before the next start.
  package func make(_ changes: [SettingChange]) async throws(StoreError) {
    let now = try await keeping.make(changes)
    guard now != inForce else { return }
    inForce = now
    changed(now)
  }

  /// Looks again at what is kept, which others may have changed.
  package func lookAgain() async throws(StoreError) { try await make([]) }

  /// What a setting can be, where it cannot be that; nil where it can.
  package func remedy(for value: String, of definition: SettingDefinition) -> String? {
    var settings = inForce.settings
    if let allowed = keeping.judge(value, definition.name) { return allowed }
    return definition.take(value, &settings) ? nil : definition.allowed()
  }
}
