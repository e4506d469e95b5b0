internal import FeedDomain

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
  let line: Int
  let reason: Reason
}
