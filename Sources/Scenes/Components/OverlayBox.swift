import Preferences
import Terminal

/// Room for something that lies over a scene: framed in the middle, or all there is on small
/// screens.
struct OverlayBox {
  /// Where its contents go.
  let inner: CellRect
  private let outer: CellRect
  private let isFramed: Bool

  /// A box for so many rows and columns, or as many as there are.
  init(in rect: CellRect, rows: Int, columns: Int, options: DisplayOptions) {
    // A frame takes four rows: what would not even fit without it does without it.
    let isRoomy = rect.size.rows >= min(rows, 14)
    isFramed = !options.isPlain && rect.size.columns >= 40 && isRoomy
    guard isFramed else {
      inner = rect
      outer = rect
      return
    }
    let width = max(1, min(columns, rect.size.columns - 6))
    let height = max(1, min(rows, rect.size.rows - 4))
    inner = CellRect(
      row: rect.origin.row + 2 + max(0, (rect.size.rows - 4 - height) / 3),
      column: rect.origin.column + (rect.size.columns - width) / 2, rows: height, columns: width)
    outer = CellRect(
      row: inner.origin.row - 2, column: inner.origin.column - 3, rows: height + 4,
      columns: width + 6)
  }

  /// Where a list goes, so many rows below its top and above what keys do.
  func list(below rows: Int) -> CellRect {
    CellRect(
      row: inner.origin.row + rows, column: inner.origin.column,
      rows: max(0, inner.size.rows - rows - (hasHints ? 2 : 0)), columns: inner.size.columns)
  }

  /// Whether there is room for what keys do.
  private var hasHints: Bool { inner.size.rows >= 6 }

  /// Writes what keys do here into its last row, if there is room.
  func write(_ hints: [Hint], on canvas: inout Canvas, _ theme: Theme) {
    guard hasHints else { return }
    canvas.write(
      HintLine.line(hints, columns: inner.size.columns, theme: theme),
      at: CellPosition(row: inner.rows.upperBound - 1, column: inner.origin.column), within: inner)
  }

  /// Covers what is behind it, and draws the frame.
  func clear(on canvas: inout Canvas, _ theme: Theme) {
    canvas.fill(outer, theme.style(.text))
    if isFramed { Frame.draw(around: inner, on: &canvas, theme.style(.rule)) }
  }
}
