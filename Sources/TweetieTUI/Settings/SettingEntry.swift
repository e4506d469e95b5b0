/// A line of the settings file.
struct SettingEntry: Equatable, Sendable {
  /// The name in brackets above it.
  let section: String
  let key: String
  let value: String
  /// Counted from 1.
  let line: Int
}

/// Something in the settings file that cannot be used; the default holds instead.
struct SettingMistake: Equatable, Sendable {
  /// What is wrong with it.
  enum Reason: Equatable, Sendable {
    case unknownSection(String, nearest: String?)
    case unknownKey(String, nearest: String?)
    case badValue(String, key: String, allowed: String)
    /// An upper line gave the key to another command.
    case keyTaken(String, by: String, line: Int)
    /// The line is no setting at all, in the reader's words.
    case unreadable(String)
    /// The line has no key, no "=", or no value.
    case saysNothing
  }

  let line: Int
  let reason: Reason
}
