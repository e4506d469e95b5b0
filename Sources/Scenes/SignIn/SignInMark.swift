import Preferences
import Terminal

/// The logo of the sign-in scene: a bird and the program's name.
enum SignInMark {
  /// A drawing of the logo.
  private struct Drawing {
    /// The bird, facing the name.
    let bird: [SafeText]
    /// The column of the beak, which has another colour.
    let beak: Int
    /// The name, beside the second and later rows of the bird.
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

  /// The row numbers of the logo.
  static var rows: Range<Int> { blocks.bird.indices }

  /// Returns a row of the logo, in letters if the terminal shows ASCII only.
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
