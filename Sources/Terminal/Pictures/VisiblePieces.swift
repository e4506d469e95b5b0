/// Gathers the cells in which pictures are seen into rectangles, as few as one pass from the top
/// finds.
struct VisiblePieces {
  private struct Run: Hashable {
    let number: Int
    let columns: Range<Int>
  }

  private var row = -1
  private var above: [Run: Int] = [:]
  private var here: [Run: Int] = [:]
  private var found: [(run: Run, rows: Range<Int>)] = []

  /// Adds neighbouring cells of one picture; they come row by row, from left to right.
  mutating func add(_ number: Int, row: Int, columns: Range<Int>) {
    if row != self.row {
      above = row == self.row + 1 ? here : [:]
      here = [:]
      self.row = row
    }
    let run = Run(number: number, columns: columns)
    if let index = above[run] {
      found[index].rows = found[index].rows.lowerBound..<(row + 1)
      here[run] = index
    } else {
      here[run] = found.count
      found.append((run, row..<(row + 1)))
    }
  }

  /// The rectangles, by their rows.
  func pieces(of placements: [Canvas.Placement]) -> [PicturePiece] {
    return found.map { run, rows in
      let placement = placements[run.number]
      let position = CellPosition(row: rows.lowerBound, column: run.columns.lowerBound)
      return PicturePiece(
        picture: placement.picture,
        part: CellRect(
          row: position.row - placement.origin.row,
          column: position.column - placement.origin.column,
          rows: rows.count, columns: run.columns.count),
        position: position)
    }
  }
}
