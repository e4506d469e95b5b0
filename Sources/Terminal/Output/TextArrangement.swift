/// Keeps a terminal from rearranging text where there are pictures.
///
/// mlterm writes a row with Arabic or Hebrew in it from right to left, and joins letters of Indic
/// scripts into fewer columns. What stands beside them moves too: a picture would be torn, and a
/// count would appear twice.
struct TextArrangement {
  /// Whether the terminal rearranges text, and can be told not to.
  let isArranged: Bool
  private(set) var isOff = false

  /// What the terminal of that environment does.
  init(environment: [String: String]) {
    let term = environment["TERM"] ?? ""
    // A multiplexer that runs there has a name of its own, and shows no pictures there.
    isArranged =
      term.hasPrefix("mlterm") || (environment["MLTERM"] != nil && term.hasPrefix("xterm"))
  }

  /// What tells the terminal to leave text alone, or not to; nothing where it has been told
  /// already.
  mutating func turn(off: Bool) -> [UInt8] {
    guard isArranged, off != isOff else { return [] }
    isOff = off
    return Array("\u{1b}]5379;use_ctl=\(!off)\u{7}".utf8)
  }
}
