import Terminal

/// What holds for every row of cells: a wide character is followed by its other half, and a half
/// never stands alone.
enum CellsRule {
  static func check(_ cells: [Cell]) throws(Finding) {
    var isHalf = false
    for (index, cell) in cells.enumerated() {
      try expect((cell.width == 0) == isHalf, "half a wide character in cell \(index)")
      try expect(cell.width <= 2, "a cell of \(cell.width) columns")
      isHalf = cell.width == 2
    }
    try expect(!isHalf, "the last cell is half a wide character")
  }
}
