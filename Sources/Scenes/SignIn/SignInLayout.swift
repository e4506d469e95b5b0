import FeedDomain
import Preferences
import Terminal

/// A layout of the sign-in form: from the form with a large logo in much space down to the bare
/// fields in little space.
struct SignInLayout: Equatable {
  enum SignInLayoutRow: Equatable {
    case logo(Int)
    case title
    case blank
    case sentence(Int)
    case service
    case method
    case field(SignInField)
    case tip(Int)
    case status(Int)
    case keys
  }

  /// A summary of the sign-in form's contents for its layout: the fields, and the numbers of lines
  /// of the texts.
  struct SignInFormLayoutInputs {
    /// The number of lines of the introduction in the sign-in form.
    let sentence: Int
    let tip: Int
    let status: Int
    let fields: [SignInField]
    /// The field of the sign-in form below which the error is shown; nil for an error below all
    /// fields.
    var failedField: SignInField?
    /// True if the sign-in form has a row for the sign-in method, since the service offers several.
    var hasMethodRow = false
    let isPlain: Bool
  }

  let rows: [SignInLayoutRow]
  let rect: CellRect
  let isFramed: Bool
  /// True if labels stand left of the sign-in form's fields; false if they are drawn inside the
  /// empty fields.
  let hasLabels: Bool

  /// Creates the layout of the sign-in form with the most rows that fit into a rectangle.
  init(in room: CellRect, _ content: SignInFormLayoutInputs) {
    let sentences = (0..<content.sentence).map { SignInLayoutRow.sentence($0) }
    let place: [SignInLayoutRow] = [.service] + (content.hasMethodRow ? [.method] : [])
    let head: [SignInLayoutRow] =
      content.isPlain ? [.title] : ProgramLogo.rows.map { .logo($0) }
    let rich =
      head + [.blank] + sentences + [.blank] + place + [.blank]
      + content.fieldAndTipRows(apart: true, gap: true) + [.keys]
    let choices: [[SignInLayoutRow]] = [
      rich,
      [.title] + sentences + [.blank] + place + content.fieldAndTipRows(apart: false, gap: true)
        + [.keys],
      sentences + place + content.fieldAndTipRows(apart: false) + [.keys],
      place + content.fieldAndTipRows(apart: false) + [.keys],
      content.fieldAndTipRows(apart: false),
      content.fields.map { .field($0) },
    ]
    let isWide = room.size.columns >= 30
    let height = room.size.rows
    let rows =
      (isWide ? choices : choices.map { $0.filter { $0 != .keys } })
      .first { $0.count <= height } ?? content.fields.map { .field($0) }
    let columns = Self.formRowWidth(in: room)
    self.rows = rows
    hasLabels = isWide
    isFramed =
      !content.isPlain && rows == rich && height >= rows.count + 4 && room.size.columns >= 60
    rect = CellRect(
      row: room.origin.row + max(0, height - rows.count) / 2,
      column: room.origin.column + max(0, room.size.columns - columns) / 2,
      rows: rows.count, columns: columns)
  }

  /// Returns the width of the sign-in form's rows in columns.
  static func formRowWidth(in room: CellRect) -> Int {
    let columns = room.size.columns
    return columns < 30 ? columns : min(46, columns - 2)
  }
}

extension SignInLayout.SignInFormLayoutInputs {
  /// Returns the rows of the sign-in form with its fields, tip and status. With `apart`, blank rows
  /// separate the fields; with `gap`, they surround the tip. Rows with the status replace blank
  /// rows if possible, so that nothing moves when they appear.
  fileprivate func fieldAndTipRows(apart: Bool, gap: Bool = false) -> [SignInLayout.SignInLayoutRow]
  {
    let told = (0..<status).map { SignInLayout.SignInLayoutRow.status($0) }
    let inside = fields.last == failedField ? nil : failedField
    var rows: [SignInLayout.SignInLayoutRow] = []
    var spare = gap ? 2 : 0
    for field in fields {
      rows.append(.field(field))
      if field == inside, !told.isEmpty {
        rows += told
        spare -= apart ? status - 1 : status
      } else if apart, field != fields.last {
        rows.append(.blank)
      }
    }
    if inside == nil, !told.isEmpty {
      rows += told
      spare -= status
    } else if spare > 0 {
      rows.append(.blank)
      spare -= 1
    }
    let tips = gap ? tip : max(0, max(1, tip) - status)
    rows += (0..<tips).map { .tip($0) }
    return rows + Array(repeating: .blank, count: max(0, spare))
  }
}

/// A namespace for the logo of the sign-in form: a bird and the program's name, drawn with
/// characters.
enum ProgramLogo {
  /// A drawing of the logo in the sign-in form for one kind of terminal, as lines of text.
  private struct ProgramLogoDrawing {
    /// The lines of the sign-in form's logo with the bird.
    let bird: [SafeText]
    /// The column of the sign-in form's logo at which the bird's beak begins, in another colour.
    let beak: Int
    /// The lines of the sign-in form's logo with the program's name, right of the bird.
    let name: [SafeText]
  }

  private static let blocks = ProgramLogoDrawing(
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

  private static let letters = ProgramLogoDrawing(
    bird: [
      #"        .-."#,
      #"__    _/ o |>"#,
      #"\ \__/    /"#,
      #" \ \_)   /"#,
      #"  `-.__.'"#,
    ], beak: 12, name: ["", "T w e e t i e"])

  private static let nameColumn = 17

  /// The indices of the lines of the logo in the sign-in form.
  static var rows: Range<Int> { blocks.bird.indices }

  /// Returns a line of the sign-in form's logo, in ASCII characters if the terminal shows no
  /// others.
  static func logoLine(_ row: Int, _ theme: Theme, isASCII: Bool) -> Line {
    let drawing = isASCII ? letters : blocks
    let bird = drawing.bird[row].string
    var line = Line(
      SafeText(sanitizing: String(bird.prefix(drawing.beak))), theme.style(.selection))
    line.append(
      SafeText(sanitizing: String(bird.dropFirst(drawing.beak))), theme.style(.warning))
    guard drawing.name.indices.contains(row - 1) else { return line }
    line.appendBlanks(nameColumn - line.columns)
    line.append(drawing.name[row - 1], theme.style(.strong))
    return line
  }
}
