package import FeedDomain

/// The settings as they were read, where each comes from, and what could not be used.
package struct SettingsInForce: Equatable, Sendable {
  package let path: String
  package private(set) var settings = Settings()
  package let keyMap: KeyMap
  /// The lines that set something, by the setting's name.
  package private(set) var lines: [String: Int] = [:]
  package private(set) var mistakes: [SettingMistake] = []

  /// What a setting can be, from who uses it; nil where it can be what it is.
  package typealias Validator = (_ value: String, _ setting: String) -> String?

  /// Reads the lines of a file, and those of themes by their names; the last of two for the same
  /// setting wins.
  package init(
    path: String, entries: [SettingEntry], mistakes: [SettingMistake] = [],
    themes: [String: [SettingEntry]] = [:], judge: Validator = { _, _ in nil }
  ) {
    (self.path, self.mistakes) = (path, mistakes)
    let keys = KeySettings(entries.filter { $0.section == SettingsTable.keySection })
    keyMap = keys.map
    for (name, lines) in themes.sorted(by: { $0.key < $1.key }) {
      settings.ownThemes[name] = theme(lines, file: "themes/\(name).ini")
    }
    let lines = entries.filter { $0.section == OwnTheme.section }
    if !lines.isEmpty { settings.ownThemes["own"] = theme(lines, file: nil) }
    for entry in entries { take(entry, judge) }
    self.mistakes += keys.mistakes
    self.mistakes.sort { $0.line < $1.line }
  }

  /// Variables for trying the services that are lengths of time.
  private static let durations = ["TWEETIE_LATENCY", "TWEETIE_NEW_POSTS"]

  /// The same, with what is wrong in the environment's variables for trying the services.
  package func heeding(_ environment: [String: String], judge: Validator) -> SettingsInForce {
    var changed = self
    for (name, value) in environment where name.hasPrefix("TWEETIE_") && !value.isEmpty {
      let isDuration = Self.durations.contains(name)
      let remedy =
        isDuration
        ? DurationText.duration(from: value) == nil ? DurationText.examples : nil
        : judge(value, name)
      guard let remedy else { continue }
      changed.mistakes.insert(
        SettingMistake(line: 0, reason: .badVariable(value, name: name, allowed: remedy)), at: 0)
    }
    return changed
  }
}

extension SettingsTable {
  /// The variables in an environment that count more than a setting, by the setting.
  package static func variables(in environment: [String: String]) -> [String: String] {
    var variables = ApplicationKeys.variables
    variables["display.colours"] = "NO_COLOR"
    return variables.filter { environment[$0.value]?.isEmpty == false }
  }
}

extension SettingsInForce {
  private mutating func take(_ entry: SettingEntry, _ judge: Validator) {
    guard entry.section != OwnTheme.section else { return }
    guard entry.section != SettingsTable.keySection else {
      settings.keys.append(entry)
      return
    }
    guard !SettingsTable.former.contains("\(entry.section).\(entry.key)") else { return }
    guard SettingsTable.all.contains(where: { $0.section == entry.section }) else {
      let names =
        Set(SettingsTable.all.map(\.section)).sorted() + [
          SettingsTable.keySection, OwnTheme.section,
        ]
      let nearest = NearestName.to(entry.section, among: names)
      return note(.unknownSection(entry.section, nearest: nearest), entry)
    }
    let isMeant = { (definition: SettingDefinition) in
      definition.section == entry.section && definition.key == entry.key
    }
    guard let definition = SettingsTable.all.first(where: isMeant) else {
      let section = SettingsTable.all.filter { $0.section == entry.section }
      let nearest = NearestName.to(entry.key, among: section.map(\.key))
      return note(.unknownKey(entry.key, nearest: nearest), entry)
    }
    let remedy = judge(entry.value, definition.name)
    guard remedy == nil, definition.take(entry.value, &settings) else {
      let allowed = remedy ?? definition.allowed()
      return note(.badValue(entry.value, key: definition.name, allowed: allowed), entry)
    }
    lines[definition.name] = entry.line
  }

  /// The theme of these lines, whose mistakes are noted.
  private mutating func theme(_ lines: [SettingEntry], file: String?) -> OwnTheme {
    OwnTheme(lines) { entry, reason in
      mistakes.append(SettingMistake(line: entry.line, reason: reason, file: file))
    }
  }

  private mutating func note(_ reason: SettingMistake.Reason, _ entry: SettingEntry) {
    mistakes.append(SettingMistake(line: entry.line, reason: reason))
  }
}

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
  package struct Storage {
    /// Makes changes, all or none, and returns what holds then.
    package let make: @MainActor ([SettingChange]) async throws(StoreError) -> SettingsInForce
    package let outlivesProgram: Bool
    package let isRestricted: Bool
    /// The options and variables that count more than the file in this run, by the setting.
    package let overrides: [String: String]
    /// What a setting can be, from who uses it.
    package let judge: SettingsInForce.Validator

    package init(
      outlivesProgram: Bool, isRestricted: Bool = false, overrides: [String: String] = [:],
      judge: @escaping SettingsInForce.Validator = { _, _ in nil },
      make: @escaping @MainActor ([SettingChange]) async throws(StoreError) -> SettingsInForce
    ) {
      (self.outlivesProgram, self.overrides) = (outlivesProgram, overrides)
      self.isRestricted = isRestricted
      (self.judge, self.make) = (judge, make)
    }
  }

  package let keeping: Storage
  package private(set) var inForce: SettingsInForce
  /// Is told what holds from now on.
  package var changed: (SettingsInForce) -> Void = { _ in }
  /// Has the screen look as that theme does, before anybody chose it; nil as the settings say.
  package var look: (_ theme: String?) -> Void = { _ in }

  package init(_ inForce: SettingsInForce, keeping: Storage) {
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
