package import Terminal
package import Words

/// A setting: its name, what it may be, and where its value goes.
package struct SettingDefinition: Sendable {
  package let section: String
  package let key: String
  /// The environment variable that counts more than the file; nil for none.
  var variable: String?
  /// What may be written, for people; "…" at the end where these are examples.
  package let allowed: @Sendable () -> String
  /// What it does.
  package let meaning: @Sendable (Wording) -> SafeText
  /// Puts a value in, or says that it is none.
  package let take: @Sendable (String, inout Settings) -> Bool
  /// The value as it would be written.
  package let show: @Sendable (Settings) -> String

  /// Section and key in one, as mistakes and the listing name it.
  package var name: String { "\(section).\(key)" }
}

extension SettingDefinition {
  /// Where a value is: `{ $1(&$0.theme) }`. A key path would say it shorter, and take as long to make
  /// as a tenth of the start.
  package typealias Place<Value> = @Sendable (inout Settings, (inout Value) -> Void) -> Void

  private static func written<Value>(
    _ place: Place<Value>, in settings: Settings, _ text: @escaping (Value) -> String
  ) -> String {
    var settings = settings
    var written = ""
    place(&settings) { written = text($0) }
    return written
  }

  /// A setting that is one of several words.
  package static func choice<Choice: RawRepresentable & CaseIterable & Sendable>(
    _ section: String, _ key: String, _ place: @escaping Place<Choice>,
    _ meaning: @escaping @Sendable (Wording) -> SafeText
  ) -> SettingDefinition where Choice.RawValue == String {
    SettingDefinition(
      section: section, key: key,
      allowed: { Choice.allCases.map(\.rawValue).joined(separator: ", ") }, meaning: meaning,
      take: { text, settings in
        guard let choice = Choice(rawValue: text) else { return false }
        place(&settings) { $0 = choice }
        return true
      }, show: { written(place, in: $0) { $0.rawValue } })
  }

  /// A setting that is a length of time.
  package static func duration(
    _ section: String, _ key: String, _ place: @escaping Place<Duration>,
    _ meaning: @escaping @Sendable (Wording) -> SafeText
  ) -> SettingDefinition {
    SettingDefinition(
      section: section, key: key, allowed: { "off, 350ms, 90s, 5m, 1h, …" }, meaning: meaning,
      take: { text, settings in
        guard let duration = DurationText.duration(from: text) else { return false }
        place(&settings) { $0 = duration }
        return true
      }, show: { written(place, in: $0) { DurationText.text(for: $0) } })
  }

  /// A setting that is a number of bytes.
  package static func size(
    _ section: String, _ key: String, _ place: @escaping Place<Int>,
    _ meaning: @escaping @Sendable (Wording) -> SafeText
  ) -> SettingDefinition {
    SettingDefinition(
      section: section, key: key, allowed: { "off, 500kB, 200MB, 1GB, …" }, meaning: meaning,
      take: { text, settings in
        guard let size = ByteCountText.count(from: text) else { return false }
        place(&settings) { $0 = size }
        return true
      }, show: { written(place, in: $0) { ByteCountText.text(for: $0) } })
  }

  /// A setting that is any text.
  static func phrase(
    _ section: String, _ key: String, _ place: @escaping Place<String>,
    _ meaning: @escaping @Sendable (Wording) -> SafeText
  ) -> SettingDefinition {
    SettingDefinition(
      section: section, key: key, allowed: { "…" }, meaning: meaning,
      take: { text, settings in
        place(&settings) { $0 = text }
        return true
      }, show: { written(place, in: $0) { $0 } })
  }
}
