import PhotoDisplay
import Preferences
import Terminal

/// An area of an overlay on the screen: a framed box in the middle, or all of a small screen.
struct OverlayBox {
  /// The rectangle of an overlay's content, inside the frame.
  let content: CellRect
  private let frame: CellRect
  private let isFramed: Bool

  /// Creates the area of an overlay with a number of rows of content. If `isList` is true, the
  /// frame is left out on a low screen where not all rows would fit inside it.
  init(
    in rect: CellRect, rows: Int, columns: Int, options: DisplayOptions, isList: Bool = false
  ) {
    // A frame takes four rows: contents that need these rows get no frame.
    let isRoomy = rect.size.rows >= min(isList ? rows + 4 : rows, 14)
    isFramed = !options.isPlain && rect.size.columns >= 40 && isRoomy
    guard isFramed else {
      content = rect
      frame = rect
      return
    }
    let width = max(1, min(columns, rect.size.columns - 6))
    let height = max(1, min(rows, rect.size.rows - 4))
    content = CellRect(
      row: rect.origin.row + 2 + max(0, (rect.size.rows - 4 - height) / 3),
      column: rect.origin.column + (rect.size.columns - width) / 2, rows: height, columns: width)
    frame = content.framed
  }

  /// Returns the rectangle for a list in an overlay, which begins a number of rows below the top
  /// and ends above the key hints.
  func listArea(below rows: Int) -> CellRect {
    content.droppingRows(rows, fromEnd: hasHints ? 2 : 0)
  }

  /// Writes a title into the first row of an overlay, and returns the rectangle below the title and
  /// a blank row; an overlay of few rows without a frame has no title.
  func writeTitle(_ title: SafeText, on canvas: inout Canvas, _ theme: Theme) -> CellRect {
    guard isFramed || content.size.rows >= 8 else { return content }
    canvas.writeLine(
      Line(title, theme.style(.strong)).truncatedLine(columns: content.size.columns),
      at: content.origin,
      within: content)
    return content.droppingRows(Self.titleRows)
  }

  /// The number of rows that the title of an overlay takes, with the blank row below.
  static let titleRows = 2

  /// True if the overlay has room for a row of key hints.
  private var hasHints: Bool { content.size.rows >= 6 }

  /// Writes key hints into the last row of an overlay, if they fit.
  func writeHints(_ hints: [KeyHint], on canvas: inout Canvas, _ theme: Theme) {
    writeLastRow(
      KeyHintLine.keyHintLine(hints, columns: content.size.columns, theme: theme), on: &canvas)
  }

  /// Writes a line into the last row of an overlay, if there is room for key hints.
  func writeLastRow(_ line: Line, on canvas: inout Canvas) {
    guard hasHints else { return }
    canvas.writeLine(line, onRow: content.rows.upperBound - 1, of: content)
  }

  /// Clears the area of an overlay and draws its frame.
  func clearOverlayAndDrawFrame(on canvas: inout Canvas, _ theme: Theme) {
    canvas.fillRect(frame, theme.style(.text))
    if isFramed { content.drawFrame(on: &canvas, theme.style(.rule)) }
    canvas.point = content.origin
  }
}

/// A namespace for the line of key hints that a text-editing scene or overlay draws itself.
enum KeyHintLine {
  /// Returns a line with the first key hints that fit a width.
  static func keyHintLine(_ hints: [KeyHint], columns: Int, theme: Theme) -> Line {
    let look = KeyHint.KeyHintStyle(
      key: theme.style(.strong), gap: .plain, label: theme.style(.faint))
    var line = Line()
    for hint in hints.prefix(fittingHintCount(of: hints, columns: columns)) {
      if line.columns > 0 { line.appendBlanks(3) }
      line.append(hint.keyHintLine(look))
    }
    return line
  }

  static func fittingHintCount(of hints: [KeyHint], columns: Int) -> Int {
    var end = 0
    for (count, hint) in hints.enumerated() {
      end += hint.columns
      guard end <= columns else { return count }
      end += 3
    }
    return hints.count
  }
}

extension Canvas {
  /// Draws a line of text at the left edge of a rectangle, on a row of the canvas.
  mutating func writeLine(_ line: Line, onRow row: Int, of rect: CellRect) {
    writeLine(line, at: CellPosition(row: row, column: rect.origin.column), within: rect)
  }
}

extension CellRect {
  /// Returns the rectangle without a number of rows at its beginning and at its end.
  func droppingRows(_ first: Int, fromEnd last: Int = 0) -> CellRect {
    CellRect(
      row: origin.row + first, column: origin.column, rows: max(0, size.rows - first - last),
      columns: size.columns)
  }

  /// The rectangle around this one that also has room for a frame, and for a padding of two columns
  /// and one row inside the frame.
  var framed: CellRect {
    CellRect(
      row: origin.row - 2, column: origin.column - 3, rows: size.rows + 4,
      columns: size.columns + 6)
  }

  /// Draws a frame with round corners around this rectangle, with a padding in between.
  func drawFrame(on canvas: inout Canvas, _ style: Style) {
    PhotoBoxBorder(style: style, isRound: true).drawPhotoBorder(
      on: &canvas, in: framed, within: framed)
  }
}
