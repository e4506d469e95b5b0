package import Terminal

/// Something on the screen that leads somewhere when it is clicked.
package struct ClickTarget: Equatable {
  /// Its first cell, where a click means it.
  package var place: CellPosition
  /// Whether it stands in what is selected.
  package var isSelected: Bool
  /// Whether it opens something, rather than doing what a key does with the selected post.
  package let opensContent: Bool
}

extension ClickTarget {
  /// The same, so many cells further.
  func moved(down rows: Int, right columns: Int = 0) -> ClickTarget {
    var moved = self
    moved.place.row += rows
    moved.place.column += columns
    return moved
  }

  /// The same, counted from the rectangle's top left cell.
  package func moved(into rect: CellRect) -> ClickTarget {
    moved(down: -rect.origin.row, right: -rect.origin.column)
  }

  /// The same, counted from where the rectangle is counted from, in which it was counted.
  package func moved(outOf rect: CellRect) -> ClickTarget {
    moved(down: rect.origin.row, right: rect.origin.column)
  }

  /// Finds what there is to click in so much room, by asking what a click on each cell leads to.
  ///
  /// What takes several rows, as a link that is broken or a picture, is one spot, at its first cell;
  /// so is what has rows of others between its own, up to so many.
  static func all<Target: Equatable>(
    in room: CellSize, between gap: Int = 0, target: (CellPosition) -> Target?,
    make: (Target, CellPosition) -> ClickTarget
  ) -> [ClickTarget] {
    var found: [(target: Target, row: Int, spot: ClickTarget)] = []
    for row in 0..<max(0, room.rows) {
      var before: Target?
      for column in 0..<max(0, room.columns) {
        let place = CellPosition(row: row, column: column)
        let here = target(place)
        defer { before = here }
        guard let here, here != before else { continue }
        if let known = found.lastIndex(where: { row - $0.row <= gap + 1 && $0.target == here }) {
          found[known].row = row
        } else {
          found.append((here, row, make(here, place)))
        }
      }
    }
    return found.map(\.spot)
  }
}
