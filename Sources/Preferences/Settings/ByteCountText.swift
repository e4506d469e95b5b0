/// Numbers of bytes as they are written in the settings: "500kB", "200 MB", "off".
enum ByteCountText {
  private static let units: [(name: String, bytes: Int)] = [
    ("B", 1), ("kB", 1_000), ("MB", 1_000_000), ("GB", 1_000_000_000),
  ]

  /// Reads a number of up to a thousand gigabytes; "off" and "0" are none.
  static func count(from text: String) -> Int? {
    if text == "off" || text == "0" { return 0 }
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let name = text.dropFirst(digits.count).drop { $0 == " " }
    guard let number = Int(digits), let unit = units.first(where: { $0.name == name }),
      number <= 1_000_000_000_000 / unit.bytes
    else { return nil }
    return number * unit.bytes
  }

  /// The shortest way to write a number.
  static func text(for count: Int) -> String {
    guard count != 0 else { return "off" }
    // The first unit divides every number.
    let unit = units.last { count % $0.bytes == 0 } ?? units[0]
    return "\(count / unit.bytes)\(unit.name)"
  }
}
