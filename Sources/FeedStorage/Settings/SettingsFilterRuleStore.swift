package import FeedDomain

/// A store of the rules and saved searches for web feeds, in sections of the settings file:
/// searches by their names, rules by their numbers.
package struct SettingsFilterRuleStore: FilterRuleStore {
  /// The names of the two sections of the settings file, with saved searches and with rules.
  package static let sections = (searches: "searches", rules: "rules")

  private let path: String
  private let writer: SettingsWriter

  /// Creates the store of rules in a settings file, which may be missing.
  package init(path: String) {
    self.path = path
    writer = SettingsWriter(path: path)
  }

  package func filterRules() throws(StoreError) -> [FilterRuleOrSavedSearch] {
    guard !path.isEmpty else { return [] }
    return try SettingsFile.readSettingsFile(path: path).entries.compactMap {
      Self.filterRule(in: $0)
    }
  }

  /// Stores the rules and saved searches in place of the earlier ones. Lines that cannot be read as
  /// a rule or search, for example because of a typing mistake, stay as the user wrote them.
  package func replaceFilterRules(_ rules: [FilterRuleOrSavedSearch]) async throws(StoreError) {
    guard !path.isEmpty else { throw .noPlace(folder: nil) }
    let before = try SettingsFile.readSettingsFile(path: path).entries
    var lines = rules.searches.map {
      SettingEntry(section: Self.sections.searches, key: $0.name, value: $0.query)
    }
    let taken = Set(
      before.filter { $0.section == Self.sections.rules && Self.filterRule(in: $0) == nil }
        .map(\.key))
    var number = 0
    for rule in rules.filters {
      repeat { number += 1 } while taken.contains(String(number))
      lines.append(
        SettingEntry(section: Self.sections.rules, key: String(number), value: rule.text))
    }
    let gone = before.filter { entry in
      Self.filterRule(in: entry) != nil
        && !lines.contains { $0.name == entry.name }
    }
    _ = try await writer.saveSettingChanges(
      gone.map { SettingChange($0, isRemoved: true) } + lines.map { SettingChange($0) })
  }

  /// Returns the rule or saved search in a line of the settings file; nil for any other line.
  private static func filterRule(in line: SettingEntry) -> FilterRuleOrSavedSearch? {
    switch line.section {
    case sections.searches: SavedSearch(name: line.key, query: line.value).map { .search($0) }
    case sections.rules: FilterRule(line.value).map { .filter($0) }
    default: nil
    }
  }
}
