package import FeedDomain

/// A record of the settings as read from the settings file, with the key map, the mistakes and the
/// line numbers of settings.
package struct CurrentSettings: Equatable, Sendable {
  package let path: String
  package private(set) var settings = Settings()
  package let keyMap: KeyMap
  /// The line number of each setting that the settings file has, by the setting's name.
  package private(set) var lines: [String: Int] = [:]
  package private(set) var mistakes: [SettingMistake] = []

  /// A type of closure that checks the value of a service's setting: returns a text with the valid
  /// values for an invalid value, nil for a valid one.
  package typealias Validator = (_ value: String, _ setting: String) -> String?

  /// Creates the settings from the lines of a settings file, and of theme files by the theme's
  /// name; the last of two lines for one setting wins.
  package init(
    path: String, entries: [SettingEntry], mistakes: [SettingMistake] = [],
    themes: [String: [SettingEntry]] = [:], validator: Validator = { _, _ in nil }
  ) {
    (self.path, self.mistakes) = (path, mistakes)
    let preset = entries.last { $0.section == "reading" && $0.key == "key-preset" }
    let keys = KeyMapFromSettings(
      entries.filter { $0.section == SettingsTable.keySection },
      preset: preset.flatMap { KeyPreset(rawValue: $0.value) } ?? .tweetie)
    keyMap = keys.map
    for (name, lines) in themes.sorted(by: { $0.key < $1.key }) {
      settings.ownThemes[name] = parsedTheme(lines, file: "themes/\(name).ini")
    }
    let lines = entries.filter { $0.section == PersonalTheme.section }
    if !lines.isEmpty { settings.ownThemes["own"] = parsedTheme(lines, file: nil) }
    for entry in entries { applySettingEntry(entry, validator) }
    self.mistakes += keys.mistakes
    self.mistakes.sort { $0.line < $1.line }
  }

  /// The names of the environment variables for testing whose values are durations.
  private static let durations = ["TWEETIE_LATENCY", "TWEETIE_NEW_POSTS"]

  /// Returns the settings with a mistake added for each environment variable `TWEETIE_…` whose
  /// value is invalid.
  package func addingEnvironmentMistakes(
    inVariables environment: [String: String], validator: Validator
  )
    -> CurrentSettings
  {
    var changed = self
    for (name, value) in environment where name.hasPrefix("TWEETIE_") && !value.isEmpty {
      let isDuration = Self.durations.contains(name)
      let remedy =
        isDuration
        ? DurationSettingFormat.parsedDuration(from: value) == nil
          ? DurationSettingFormat.examples : nil
        : validator(value, name)
      guard let remedy else { continue }
      changed.mistakes.insert(
        SettingMistake(line: 0, reason: .badVariable(value, name: name, allowed: remedy)), at: 0)
    }
    return changed
  }
}

extension SettingsTable {
  /// Returns the environment variables that are set and override a setting, by the name of the
  /// setting.
  package static func environmentVariablesOverridingSettings(in environment: [String: String])
    -> [String: String]
  {
    var variables = UsersOwnApplicationKeys.variables
    variables["display.colours"] = "NO_COLOR"
    variables["display.screen-reader"] = "TWEETIE_SCREEN_READER"
    return variables.filter { environment[$0.value]?.isEmpty == false }
  }
}

extension CurrentSettings {
  private mutating func applySettingEntry(_ entry: SettingEntry, _ validator: Validator) {
    guard entry.section != PersonalTheme.section else { return }
    guard entry.section != SettingsTable.keySection else {
      settings.keys.append(entry)
      return
    }
    guard !SettingsTable.ruleSections.contains(entry.section) else {
      return recordMistakeIfRuleInvalid(entry)
    }
    guard entry.section != SettingsTable.shareSection else { return applyShareEntry(entry) }
    guard !SettingsTable.formerNames.contains("\(entry.section).\(entry.key)") else { return }
    guard SettingsTable.all.contains(where: { $0.section == entry.section }) else {
      let names =
        Set(SettingsTable.all.map(\.section)).sorted() + [
          SettingsTable.keySection, PersonalTheme.section, SettingsTable.shareSection,
        ] + SettingsTable.ruleSections
      let nearest = NearestNameSearch.nearestName(for: entry.section, among: names)
      return addSettingMistake(.unknownSection(entry.section, nearest: nearest), entry)
    }
    let isMeant = { (definition: SettingDefinition) in
      definition.section == entry.section && definition.key == entry.key
    }
    guard let definition = SettingsTable.all.first(where: isMeant) else {
      let section = SettingsTable.all.filter { $0.section == entry.section }
      let nearest = NearestNameSearch.nearestName(for: entry.key, among: section.map(\.key))
      return addSettingMistake(.unknownKey(entry.key, nearest: nearest), entry)
    }
    let remedy = validator(entry.value, definition.name)
    guard remedy == nil, definition.apply(entry.value, &settings) else {
      let allowed = remedy ?? definition.allowed()
      return addSettingMistake(
        .badValue(entry.value, key: definition.name, allowed: allowed), entry)
    }
    lines[definition.name] = entry.line
  }

  private mutating func applyShareEntry(_ entry: SettingEntry) {
    guard let target = SharingProgram(name: entry.key, parsing: entry.value) else {
      return addSettingMistake(
        .badValue(entry.value, key: entry.name, allowed: "wl-copy, link: wl-copy, json: jq .id, …"),
        entry)
    }
    settings.namedSharingPrograms.removeAll { $0.name == target.name }
    settings.namedSharingPrograms.append(target)
  }

  /// Records a mistake if a line of the settings file has an invalid rule for web feeds or saved
  /// search; these are read elsewhere.
  private mutating func recordMistakeIfRuleInvalid(_ entry: SettingEntry) {
    let isSearch = entry.section == SettingsTable.ruleSections[0]
    do throws(FilterRuleMistake) {
      if isSearch {
        _ = try SavedSearch(name: entry.key, parsing: entry.value)
      } else {
        _ = try FilterRule(parsing: entry.value)
      }
    } catch {
      switch error {
      case .search(let mistake): addSettingMistake(.badSearch(mistake), entry)
      case .form:
        let allowed =
          isSearch ? "tram from:ada" : "hide title WORDS, star any /EXPRESSION/ in FEED, …"
        addSettingMistake(
          .badValue(entry.value, key: "\(entry.section).\(entry.key)", allowed: allowed), entry)
      }
    }
  }

  /// Parses a theme that the user wrote, from its lines in the settings file or in a file of its
  /// own, and records the mistakes in the lines.
  private mutating func parsedTheme(_ lines: [SettingEntry], file: String?) -> PersonalTheme {
    PersonalTheme(lines) { entry, reason in
      mistakes.append(SettingMistake(line: entry.line, reason: reason, file: file))
    }
  }

  private mutating func addSettingMistake(
    _ reason: SettingMistake.SettingMistakeReason, _ entry: SettingEntry
  ) {
    mistakes.append(SettingMistake(line: entry.line, reason: reason))
  }
}

/// An editor of the settings, which holds the settings in force, and stores changes in the settings
/// file by a closure.
@MainActor
package final class SettingsEditor {
  package struct SettingsStorage {
    /// The closure that stores changes of settings in the file, all or none, and returns the
    /// resulting settings.
    package let storeChanges:
      @MainActor ([SettingChange]) async throws(StoreError) -> CurrentSettings
    package let outlivesProgram: Bool
    package let isRestricted: Bool
    /// The command-line options and environment variables that override settings until the program
    /// ends, by the setting's name.
    package let overrides: [String: String]
    /// The closure that checks the value of a service's setting: returns a text with the valid
    /// values for an invalid value, nil for a valid one.
    package let validator: CurrentSettings.Validator

    package init(
      outlivesProgram: Bool, isRestricted: Bool = false, overrides: [String: String] = [:],
      validator: @escaping CurrentSettings.Validator = { _, _ in nil },
      storeChanges:
        @escaping @MainActor ([SettingChange]) async throws(StoreError) -> CurrentSettings
    ) {
      (self.outlivesProgram, self.overrides) = (outlivesProgram, overrides)
      self.isRestricted = isRestricted
      (self.validator, self.storeChanges) = (validator, storeChanges)
    }
  }

  package let storage: SettingsStorage
  package private(set) var inForce: CurrentSettings
  /// The closure that the settings editor calls with the new settings after each change.
  package var onChange: (CurrentSettings) -> Void = { _ in }
  /// The closure that reports that a change was not stored; the scene that asked for the change may
  /// be closed by then.
  package var writeFailed: (StoreError) -> Void = { _ in }
  /// The closure that shows a preview of the theme with a name before it is chosen, and ends the
  /// preview for nil.
  package var showThemePreview: (_ theme: String?) -> Void = { _ in }

  package init(_ inForce: CurrentSettings, storage: SettingsStorage) {
    (self.inForce, self.storage) = (inForce, storage)
  }

  /// Changes settings in the file, all or none; the changes take effect at once as far as possible.
  package func changeSettings(_ changes: [SettingChange]) async throws(StoreError) {
    let now = try await storage.storeChanges(changes)
    guard now != inForce else { return }
    inForce = now
    onChange(now)
  }

  /// Reads the settings file again, which other programs may have changed, and puts the settings in
  /// force.
  package func reloadSettingsFile() async throws(StoreError) { try await changeSettings([]) }

  /// Returns a text with the valid values of a setting for an invalid value; nil for a valid one.
  package func validValuesHint(for value: String, of definition: SettingDefinition) -> String? {
    var settings = inForce.settings
    if let allowed = storage.validator(value, definition.name) { return allowed }
    return definition.apply(value, &settings) ? nil : definition.allowed()
  }
}
