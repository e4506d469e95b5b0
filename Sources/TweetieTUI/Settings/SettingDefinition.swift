internal import Terminal

/// A setting: its name, what it may be, and where its value goes.
struct SettingDefinition: Sendable {
  let section: String
  let key: String
  /// What may be written, for people.
  let allowed: String
  /// What it does.
  let meaning: @Sendable (Wording) -> SafeText
  /// Puts a value in, or says that it is none.
  let take: @Sendable (String, inout Settings) -> Bool
  /// The value as it would be written.
  let show: @Sendable (Settings) -> String

  /// Section and key in one, as mistakes and the listing name it.
  var name: String { "\(section).\(key)" }
}

extension SettingDefinition {
  /// A setting that is one of several words.
  static func choice<Choice: RawRepresentable & CaseIterable & Sendable>(
    _ section: String, _ key: String, _ path: any WritableKeyPath<Settings, Choice> & Sendable,
    _ meaning: @escaping @Sendable (Wording) -> SafeText
  ) -> SettingDefinition where Choice.RawValue == String {
    SettingDefinition(
      section: section, key: key,
      allowed: Choice.allCases.map(\.rawValue).joined(separator: ", "), meaning: meaning,
      take: { text, settings in
        guard let choice = Choice(rawValue: text) else { return false }
        settings[keyPath: path] = choice
        return true
      }, show: { $0[keyPath: path].rawValue })
  }

  /// A setting that is a length of time.
  static func duration(
    _ section: String, _ key: String, _ path: any WritableKeyPath<Settings, Duration> & Sendable,
    _ meaning: @escaping @Sendable (Wording) -> SafeText
  ) -> SettingDefinition {
    SettingDefinition(
      section: section, key: key, allowed: "off, 350ms, 90s, 5m, 1h", meaning: meaning,
      take: { text, settings in
        guard let duration = DurationText.duration(from: text) else { return false }
        settings[keyPath: path] = duration
        return true
      }, show: { DurationText.text(for: $0[keyPath: path]) })
  }

  /// A setting that is a number of bytes.
  static func size(
    _ section: String, _ key: String, _ path: any WritableKeyPath<Settings, Int> & Sendable,
    _ meaning: @escaping @Sendable (Wording) -> SafeText
  ) -> SettingDefinition {
    SettingDefinition(
      section: section, key: key, allowed: "off, 500kB, 200MB, 1GB", meaning: meaning,
      take: { text, settings in
        guard let size = ByteCountText.count(from: text) else { return false }
        settings[keyPath: path] = size
        return true
      }, show: { ByteCountText.text(for: $0[keyPath: path]) })
  }

  /// A setting that is any text, or one of a list of words where there is one.
  static func phrase(
    _ section: String, _ key: String, _ path: any WritableKeyPath<Settings, String> & Sendable,
    among words: [String] = [], _ meaning: @escaping @Sendable (Wording) -> SafeText
  ) -> SettingDefinition {
    SettingDefinition(
      section: section, key: key, allowed: words.isEmpty ? "…" : words.joined(separator: ", "),
      meaning: meaning,
      take: { text, settings in
        guard words.isEmpty || text.isEmpty || words.contains(text) else { return false }
        settings[keyPath: path] = text
        return true
      }, show: { $0[keyPath: path] })
  }
}
