/// A mistake in the settings file, a theme's file or an environment variable, with its line and
/// reason.
package struct SettingMistake: Equatable, Sendable {
  package enum SettingMistakeReason: Equatable, Sendable {
    case unknownSection(String, nearest: String?)
    case unknownKey(String, nearest: String?)
    case badValue(String, key: String, allowed: String)
    /// A mistake in the settings file: a saved search, or the regular expression of a rule, is
    /// invalid.
    case badSearch(SearchMistake)
    /// A reason of a mistake in the settings: an environment variable has an invalid value.
    case badVariable(String, name: String, allowed: String)
    /// A reason of a mistake in the settings: an earlier line gave the key to another command.
    case keyTaken(String, by: String, line: Int)
    /// A reason of a mistake in the settings: the line has no key, no "=", or no value.
    case saysNothing
    /// A reason of a mistake in the settings: the line begins with "[" and has no "]".
    case openSection
    case tooLong
    case notText
    /// A reason of a mistake in the settings: the file cannot be read.
    case unreadable(StoreError)
  }

  /// The line number of the mistake in the settings file, counted from 1; 0 for the file as a
  /// whole.
  package let line: Int
  package let reason: SettingMistakeReason
  package let file: String?

  package init(line: Int, reason: SettingMistakeReason, file: String? = nil) {
    (self.line, self.reason, self.file) = (line, reason, file)
  }
}
