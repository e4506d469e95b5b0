import Terminal

/// The short way the photos of a carousel go when it turns: a few steps, quick at first.
struct CarouselGlide: Equatable {
  /// How long each step is on the screen.
  static let pause = Duration.milliseconds(40)
  /// How far they have come at each step, in hundredths.
  private static let path = [40, 72, 92]

  /// By how many places the ring turns; positive brings what is on the right to the middle.
  let turn: Int
  private var step = 0

  /// The beginning of a turn.
  init(turn: Int) { self.turn = turn }

  /// The step after this one; nil where that is the end.
  var next: CarouselGlide? {
    guard step + 1 < Self.path.count else { return nil }
    var next = self
    next.step += 1
    return next
  }

  /// Where a box is on its way. One that comes from beyond the edges, or goes there, travels as far
  /// as the middle of the room does.
  func box(from old: CellRect?, to new: CellRect?, room: CellRect) -> CellRect? {
    let shift = turn * room.size.columns / 2
    guard let start = old ?? new?.moved(columns: shift),
      let end = new ?? old?.moved(columns: -shift)
    else { return nil }
    return CellRect(
      row: between(start.origin.row, end.origin.row),
      column: between(start.origin.column, end.origin.column),
      rows: between(start.size.rows, end.size.rows),
      columns: between(start.size.columns, end.size.columns))
  }

  private func between(_ start: Int, _ end: Int) -> Int {
    start + (end - start) * Self.path[step] / 100
  }
}

extension CellRect {
  fileprivate func moved(columns: Int) -> CellRect {
    CellRect(
      row: origin.row, column: origin.column + columns, rows: size.rows, columns: size.columns)
  }
}
