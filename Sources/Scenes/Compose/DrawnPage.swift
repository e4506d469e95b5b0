import Terminal

/// Where the parts of the page were drawn: for the mouse, which counts from the scene's own corner,
/// and for keys that move by rows.
struct DrawnPage {
  /// The scene's corner on the screen.
  var corner = CellPosition(row: 0, column: 0)
  /// The parts.
  var parts = ComposePage(CellRect(row: 0, column: 0, rows: 1, columns: 80))
  /// Where the words before the text are typed.
  var warning: CellRect?
  /// Which row of the text was drawn first.
  var scroll = 0
  /// How many of the hints had room.
  var hints = 0
}
