/// A namespace for numbers of bytes as text in the settings: "500kB", "200 MB", "off".
enum ByteCountSettingFormat {
  private static let units: [(name: String, bytes: Int)] = [
    ("B", 1), ("kB", 1_000), ("MB", 1_000_000), ("GB", 1_000_000_000),
  ]

  /// Parses a number of bytes, up to a thousand gigabytes; "off" and "0" are zero; nil for an
  /// invalid text.
  static func parsedByteCount(from text: String) -> Int? {
    if text == "off" || text == "0" { return 0 }
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let name = text.dropFirst(digits.count).drop { $0 == " " }
    guard let number = Int(digits), let unit = units.first(where: { $0.name == name }),
      number <= 1_000_000_000_000 / unit.bytes
    else { return nil }
    return number * unit.bytes
  }

  static func byteCountText(for count: Int) -> String {
    guard count != 0 else { return "off" }
    // The first unit divides every number.
    let unit = units.last { count % $0.bytes == 0 } ?? units[0]
    return "\(count / unit.bytes)\(unit.name)"
  }
}

/// A type of value of the setting that limits the bytes of pictures sent to the terminal.
package enum PictureBytesPerMinuteSetting: Equatable, Sendable {
  /// A value of the setting that limits the bytes of pictures: two megabytes a minute for a
  /// terminal on another machine, no limit for a local one.
  case auto
  case unlimited
  case perMinute(Int)

  /// Maximum number of bytes of pictures a minute that the value `auto` allows for a terminal on
  /// another machine.
  private static let remoteBytesPerMinute = 2_000_000

  init?(_ text: String) {
    switch text {
    case "auto": self = .auto
    case "off": self = .unlimited
    default:
      guard let count = ByteCountSettingFormat.parsedByteCount(from: text), count > 0 else {
        return nil
      }
      self = .perMinute(count)
    }
  }

  package var text: String {
    switch self {
    case .auto: "auto"
    case .unlimited: "off"
    case .perMinute(let count): ByteCountSettingFormat.byteCountText(for: count)
    }
  }

  /// Returns the maximum of picture bytes sent to the terminal a minute; nil for no limit.
  package func pictureBytesPerMinute(isRemote isFar: Bool) -> Int? {
    switch self {
    case .auto: isFar ? Self.remoteBytesPerMinute : nil
    case .unlimited: nil
    case .perMinute(let count): count
    }
  }
}

/// A namespace for finding the valid name that a misspelled name stands for.
package enum NearestNameSearch {
  /// Returns the valid name nearest to a typed one: at most two edits away (one edit for short
  /// names), or beginning with the typed text; nil if there is none.
  package static func nearestName(for typed: String, among names: [String]) -> String? {
    let limit = typed.count < 4 ? 1 : 2
    // Typed text is untrusted: a long one must not take quadratic time.
    guard typed.count <= 40 else { return nil }
    return
      names
      .map { (name: $0, slips: editDistance(from: Array(typed), to: Array($0))) }
      .filter { $0.slips <= limit || ($0.name.hasPrefix(typed) && typed.count >= 3) }
      .min { $0.slips < $1.slips }?.name
  }

  /// Returns the number of letters to insert, delete or replace to turn a typed word into a name.
  private static func editDistance(from typed: [Character], to name: [Character]) -> Int {
    var row = Array(0...name.count)
    for (line, letter) in typed.enumerated() {
      var diagonal = row[0]
      row[0] = line + 1
      for (column, other) in name.enumerated() {
        let above = row[column + 1]
        row[column + 1] = min(above + 1, row[column] + 1, diagonal + (letter == other ? 0 : 1))
        diagonal = above
      }
    }
    return row[name.count]
  }
}

/// A namespace for durations as text in the settings: "350ms", "5s", "2m", "off".
package enum DurationSettingFormat {
  /// The text with examples of durations for error messages about settings.
  static let examples = "off, 350ms, 90s, 5m, 1h, …"

  private static let units: [(name: String, milliseconds: Int64)] = [
    ("ms", 1), ("s", 1_000), ("m", 60_000), ("h", 3_600_000),
  ]

  /// Parses a duration of up to a week; "off" and "0" are zero; nil for an invalid text.
  package static func parsedDuration(from text: String) -> Duration? {
    if text == "off" || text == "0" { return .zero }
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let name = text.dropFirst(digits.count)
    guard let number = Int64(digits), let unit = units.first(where: { $0.name == name }),
      number <= 604_800_000 / unit.milliseconds
    else { return nil }
    return .milliseconds(number * unit.milliseconds)
  }

  static func durationText(for duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let milliseconds = seconds * 1_000 + attoseconds / 1_000_000_000_000_000
    guard milliseconds != 0 else { return "off" }
    for unit in units.reversed() where milliseconds % unit.milliseconds == 0 {
      return "\(milliseconds / unit.milliseconds)\(unit.name)"
    }
    return "\(milliseconds)ms"
  }
}
