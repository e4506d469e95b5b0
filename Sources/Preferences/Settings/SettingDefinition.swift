import FeedDomain
package import Terminal
package import Words

/// A definition of a setting: its name, its valid values, and its property in `Settings`.
package struct SettingDefinition: Sendable {
  package let section: String
  package let key: String
  /// True if a change of the setting takes effect at once; false if it does so at the next start.
  package private(set) var isLive = false
  /// True if the setting's value should not be seen by people who look at the screen.
  package private(set) var isSecret = false
  /// True if the setting names a program to start, a server to contact or a file to read or write:
  /// such a value from another person is imported only if confirmed.
  package private(set) var isRisky = false
  /// The closure that returns all valid values of a setting that is one of several words; an empty
  /// list for other settings.
  package var options: @Sendable (Settings) -> [String] = { _ in [] }
  /// The closure that returns, for error messages, a text with the valid values of the setting, or
  /// with examples and "…" at the end.
  package let allowed: @Sendable () -> String
  package let meaning: @Sendable (Wording) -> SafeText
  /// The closure that parses a value of the setting and stores it in the settings; returns false if
  /// the value is invalid.
  package let apply: @Sendable (String, inout Settings) -> Bool
  package let show: @Sendable (Settings) -> String

  /// The name of the setting in messages and listings: its section and key.
  package var name: String { "\(section).\(key)" }
  var live: SettingDefinition { changedCopy(self) { $0.isLive = true } }
  var risky: SettingDefinition { changedCopy(self) { $0.isRisky = true } }
  var secret: SettingDefinition { changedCopy(self) { $0.isSecret = true } }

  /// A type of closure that gives access to a value in `Settings`, such as `{ $1(&$0.theme) }`.
  /// Creating key paths for all settings would take a tenth of the start.
  package typealias Accessor<Value> = @Sendable (inout Settings, (inout Value) -> Void) -> Void

  /// Returns the definition of a setting with values of any type; `read` parses a value and returns
  /// nil for an invalid text, `write` returns a value as text.
  static func settingDefinition<Value>(
    _ section: String, _ key: String, _ place: @escaping Accessor<Value>,
    _ meaning: @escaping @Sendable (Wording) -> SafeText, allowed: @escaping @Sendable () -> String,
    from read: @escaping @Sendable (String) -> Value?,
    to write: @escaping @Sendable (Value) -> String
  ) -> SettingDefinition {
    SettingDefinition(
      section: section, key: key, allowed: allowed, meaning: meaning,
      apply: { text, settings in
        guard let value = read(text) else { return false }
        place(&settings) { $0 = value }
        return true
      },
      show: { settings in
        var (settings, written) = (settings, "")
        place(&settings) { written = write($0) }
        return written
      })
  }

  package static func choiceSetting<Choice: RawRepresentable & CaseIterable & Sendable>(
    _ section: String, _ key: String, _ place: @escaping Accessor<Choice>,
    _ meaning: @escaping @Sendable (Wording) -> SafeText
  ) -> SettingDefinition where Choice.RawValue == String {
    var definition = settingDefinition(
      section, key, place, meaning,
      allowed: { Choice.allCases.map(\.rawValue).joined(separator: ", ") },
      from: { Choice(rawValue: $0) }, to: { $0.rawValue })
    definition.options = { _ in Choice.allCases.map(\.rawValue) }
    return definition
  }

  package static func durationSetting(
    _ section: String, _ key: String, _ place: @escaping Accessor<Duration>,
    _ meaning: @escaping @Sendable (Wording) -> SafeText
  ) -> SettingDefinition {
    settingDefinition(
      section, key, place, meaning, allowed: { DurationSettingFormat.examples },
      from: { DurationSettingFormat.parsedDuration(from: $0) },
      to: { DurationSettingFormat.durationText(for: $0) })
  }

  static func numberSetting(
    _ section: String, _ key: String, _ place: @escaping Accessor<Int>, examples: String,
    _ meaning: @escaping @Sendable (Wording) -> SafeText
  ) -> SettingDefinition {
    settingDefinition(
      section, key, place, meaning, allowed: { examples },
      from: { text in Int(text).flatMap { $0 > 0 ? $0 : nil } }, to: { String($0) })
  }

  package static func byteCountSetting(
    _ section: String, _ key: String, _ place: @escaping Accessor<Int>,
    _ meaning: @escaping @Sendable (Wording) -> SafeText
  ) -> SettingDefinition {
    settingDefinition(
      section, key, place, meaning, allowed: { "off, 500kB, 200MB, 1GB, …" },
      from: { ByteCountSettingFormat.parsedByteCount(from: $0) },
      to: { ByteCountSettingFormat.byteCountText(for: $0) })
  }

  static func textSetting(
    _ section: String, _ key: String, _ place: @escaping Accessor<String>,
    _ meaning: @escaping @Sendable (Wording) -> SafeText
  ) -> SettingDefinition {
    settingDefinition(section, key, place, meaning, allowed: { "…" }, from: { $0 }, to: { $0 })
  }
}
