/// Lengths of time as they are written in the settings: "350ms", "5s", "2m", "off".
package enum DurationText {
  /// What may be written, for people.
  static let examples = "off, 350ms, 90s, 5m, 1h, …"

  private static let units: [(name: String, milliseconds: Int64)] = [
    ("ms", 1), ("s", 1_000), ("m", 60_000), ("h", 3_600_000),
  ]

  /// Reads a length of up to a week; "off" and "0" are zero.
  package static func duration(from text: String) -> Duration? {
    if text == "off" || text == "0" { return .zero }
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let name = text.dropFirst(digits.count)
    guard let number = Int64(digits), let unit = units.first(where: { $0.name == name }),
      number <= 604_800_000 / unit.milliseconds
    else { return nil }
    return .milliseconds(number * unit.milliseconds)
  }

  /// The shortest way to write a length.
  static func text(for duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let milliseconds = seconds * 1_000 + attoseconds / 1_000_000_000_000_000
    guard milliseconds != 0 else { return "off" }
    for unit in units.reversed() where milliseconds % unit.milliseconds == 0 {
      return "\(milliseconds / unit.milliseconds)\(unit.name)"
    }
    return "\(milliseconds)ms"
  }
}
