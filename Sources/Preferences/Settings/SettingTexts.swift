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

  static func text(for count: Int) -> String {
    guard count != 0 else { return "off" }
    // The first unit divides every number.
    let unit = units.last { count % $0.bytes == 0 } ?? units[0]
    return "\(count / unit.bytes)\(unit.name)"
  }
}

/// How many bytes of pictures the line to the terminal is given.
package enum PictureBudget: Equatable, Sendable {
  /// Two megabytes a minute over ssh, and no limit at the same desk.
  case auto
  case unlimited
  case perMinute(Int)

  /// What a line gets that leads to another machine.
  private static let forFarAway = 2_000_000

  init?(_ text: String) {
    switch text {
    case "auto": self = .auto
    case "off": self = .unlimited
    default:
      guard let count = ByteCountText.count(from: text), count > 0 else { return nil }
      self = .perMinute(count)
    }
  }

  package var text: String {
    switch self {
    case .auto: "auto"
    case .unlimited: "off"
    case .perMinute(let count): ByteCountText.text(for: count)
    }
  }

  /// How many bytes a minute that is; nil for any number.
  package func bytesPerMinute(isFar: Bool) -> Int? {
    switch self {
    case .auto: isFar ? Self.forFarAway : nil
    case .unlimited: nil
    case .perMinute(let count): count
    }
  }
}

/// Finds what somebody meant who mistyped a name.
package enum NearestName {
  /// The name that is at most two slips away (one for short names); nil where none is.
  package static func to(_ typed: String, among names: [String]) -> String? {
    let limit = typed.count < 4 ? 1 : 2
    // What is typed comes from outside: do not spend quadratic time on a long text.
    guard typed.count <= 40 else { return nil }
    return
      names
      .map { (name: $0, slips: slips(from: Array(typed), to: Array($0))) }
      .filter { $0.slips <= limit || ($0.name.hasPrefix(typed) && typed.count >= 3) }
      .min { $0.slips < $1.slips }?.name
  }

  /// How many letters must be put in, left out or exchanged.
  private static func slips(from typed: [Character], to name: [Character]) -> Int {
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
