package import FeedDomain

/// A line of the settings file.
package struct SettingEntry: Equatable, Sendable {
  /// The name in brackets above it.
  package let section: String
  package let key: String
  package let value: String
  /// Counted from 1.
  package let line: Int

  package init(
    section: String, key: String, value: String, line: Int
  ) {
    (self.section, self.key, self.value, self.line) = (section, key, value, line)
  }
}

/// Something in the settings file that cannot be used; the default holds instead.
package struct SettingMistake: Equatable, Sendable {
  /// What is wrong with it.
  package enum Reason: Equatable, Sendable {
    case unknownSection(String, nearest: String?)
    case unknownKey(String, nearest: String?)
    case badValue(String, key: String, allowed: String)
    /// What an environment variable says, which counts more than a line does.
    case badVariable(String, name: String, allowed: String)
    /// An upper line gave the key to another command.
    case keyTaken(String, by: String, line: Int)
    /// The line has no key, no "=", or no value.
    case saysNothing
    /// It begins with "[" and has no "]".
    case openSection
    case tooLong
    case notText
    /// Not one line of the file can be had.
    case unreadable(StoreError)
  }

  /// Counted from 1; 0 for the file as a whole.
  package let line: Int
  package let reason: Reason
  /// The file of a theme in which it is; nil for the settings file.
  package let file: String?

  package init(line: Int, reason: Reason, file: String? = nil) {
    (self.line, self.reason, self.file) = (line, reason, file)
  }
}
