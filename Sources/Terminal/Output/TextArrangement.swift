/// How a terminal is kept from arranging text by itself where there are pictures.
///
/// mlterm writes a row with Arabic or Hebrew in it from right to left, and joins letters of Indic
/// scripts into fewer columns. What stands beside them moves with them: a picture would be torn, and
/// a count would stand twice.
struct TextArrangement {
  /// Whether the terminal arranges text, and can be told not to.
  let isArranged: Bool
  private(set) var isOff = false

  /// What the terminal of that environment does.
  init(environment: [String: String]) {
    let term = environment["TERM"] ?? ""
    // A multiplexer that runs there has a name of its own, and shows no pictures there.
    isArranged =
      term.hasPrefix("mlterm") || (environment["MLTERM"] != nil && term.hasPrefix("xterm"))
  }

  /// Tells the terminal to leave text as it is, or no longer; nothing where it knows.
  mutating func turn(off: Bool) -> [UInt8] {
    guard isArranged, off != isOff else { return [] }
    isOff = off
    return Array("\u{1b}]5379;use_ctl=\(!off)\u{7}".utf8)
  }
}
