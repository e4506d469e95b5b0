import Preferences
import Terminal

/// The program's mark: a bird on its twig, and beside it the name.
enum SignInMark {
  /// How it is drawn.
  private struct Drawing {
    /// The bird, which faces the name.
    let bird: [SafeText]
    /// The column in which its beak begins.
    let beak: Int
    /// The name, beside the rows from the second on.
    let name: [SafeText]
  }

  private static let blocks = Drawing(
    bird: [
      "        ▗▄▖",
      "▗▖   ▄▄▟█▙█▙▖",
      " ▜████████▛▀",
      "  ▙▛▀▀▜███",
      "   ▀▀██▛▀",
    ], beak: 11,
    name: [
      "╶┬╴╷ ╷┌─╴┌─╴╶┬╴╷┌─╴",
      " │ │╷│├╴ ├╴  │ │├╴",
      " ╵ └┴┘└─╴└─╴ ╵ ╵└─╴",
    ])

  private static let letters = Drawing(
    bird: [
      #"        .-."#,
      #"__    _/ o |>"#,
      #"\ \__/    /"#,
      #" \ \_)   /"#,
      #"  `-.__.'"#,
    ], beak: 12, name: ["", "T w e e t i e"])

  private static let columnOfName = 17

  /// Its rows.
  static var rows: Range<Int> { blocks.bird.indices }

  /// One of its rows; of letters where the terminal has no others.
  static func line(_ row: Int, _ theme: Theme, isASCII: Bool) -> Line {
    let drawing = isASCII ? letters : blocks
    let bird = drawing.bird[row].string
    var line = Line(
      SafeText(sanitizing: String(bird.prefix(drawing.beak))), theme.style(.selection))
    line.append(
      SafeText(sanitizing: String(bird.dropFirst(drawing.beak))), theme.style(.warning))
    guard drawing.name.indices.contains(row - 1) else { return line }
    line.pad(columnOfName - line.columns)
    line.append(drawing.name[row - 1], theme.style(.strong))
    return line
  }
}
