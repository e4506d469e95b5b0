package import FeedDomain

/// A store of the rules and saved searches for web feeds, in sections of the settings file:
/// searches by their names, rules by their numbers.
package struct SettingsRuleStore: ReadingRuleStore {
  /// The names of the two sections of the settings file, with saved searches and with rules.
  package static let sections = (searches: "searches", rules: "rules")

  private let path: String
  private let writer: SettingsWriter

  /// Creates the store of rules in a settings file, which may be missing.
  package init(path: String) {
    self.path = path
    writer = SettingsWriter(path: path)
  }

  package func readingRules() throws(StoreError) -> [ReadingRule] {
    guard !path.isEmpty else { return [] }
    return try SettingsFile.readSettingsFile(path: path).entries.compactMap { entry in
      switch entry.section {
      case Self.sections.searches:
        SavedSearch(name: entry.key, query: entry.value).map { .search($0) }
      case Self.sections.rules: FilterRule(entry.value).map { .filter($0) }
      default: nil
      }
    }
  }

  package func replaceReadingRules(_ rules: [ReadingRule]) async throws(StoreError) {
    guard !path.isEmpty else { throw .noPlace(folder: nil) }
    let before = try SettingsFile.readSettingsFile(path: path).entries
    var lines: [(section: String, key: String, value: String)] = []
    for search in rules.searches {
      lines.append((Self.sections.searches, search.name, search.query))
    }
    for (number, rule) in rules.filters.enumerated() {
      lines.append((Self.sections.rules, String(number + 1), rule.text))
    }
    let gone = before.filter { entry in
      (entry.section == Self.sections.searches || entry.section == Self.sections.rules)
        && !lines.contains { $0.section == entry.section && $0.key == entry.key }
    }
    let edits =
      gone.map { SettingsEdit(section: $0.section, key: $0.key, value: nil) }
      + lines.map { SettingsEdit(section: $0.section, key: $0.key, value: $0.value) }
    _ = try await writer.applyEdits(edits)
  }
}
