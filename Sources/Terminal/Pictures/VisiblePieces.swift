/// Gathers the cells in which pictures are seen into as few rectangles as a look from the top gives.
struct VisiblePieces {
  private struct Run: Hashable {
    let number: Int
    let columns: Range<Int>
  }

  private var row = -1
  private var current: (number: Int, columns: Range<Int>)?
  private var above: [Run: Int] = [:]
  private var here: [Run: Int] = [:]
  private var found: [(run: Run, rows: Range<Int>)] = []

  /// Takes a cell; cells come row by row, from left to right.
  mutating func add(_ number: Int, row: Int, column: Int) {
    if row != self.row {
      endRow()
      if row != self.row + 1 { above = [:] }
      self.row = row
    }
    if let current, current.number == number, current.columns.upperBound == column {
      self.current = (number, current.columns.lowerBound..<(column + 1))
    } else {
      endRun()
      current = (number, column..<(column + 1))
    }
  }

  /// The rectangles, by their rows.
  mutating func pieces(of placements: [Canvas.Placement]) -> [PicturePiece] {
    endRow()
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

  private mutating func endRow() {
    endRun()
    above = here
    here = [:]
  }

  private mutating func endRun() {
    guard let current else { return }
    let run = Run(number: current.number, columns: current.columns)
    if let index = above[run] {
      found[index].rows = found[index].rows.lowerBound..<(row + 1)
      here[run] = index
    } else {
      here[run] = found.count
      found.append((run, row..<(row + 1)))
    }
    self.current = nil
  }
}
