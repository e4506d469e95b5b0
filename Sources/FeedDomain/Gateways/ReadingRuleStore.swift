/// A store for the reader's rules for web feeds: sections of the settings file.
public protocol ReadingRuleStore: Sendable {
  /// Reads the rules in the order of the file; lines that are no rules are left out.
  func rules() throws(StoreError) -> [ReadingRule]
  /// Replaces all rules.
  func keep(_ rules: [ReadingRule]) async throws(StoreError)
}
