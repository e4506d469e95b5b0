package import Terminal

/// A clickable element on the screen, such as a link, a photo or a tab.
package struct ClickTarget: Equatable {
  /// The element's first cell, at which a click is simulated.
  package var place: CellPosition
  /// Whether the element is inside the selected row.
  package var isSelected: Bool
  /// Whether the click opens something. False for a click that acts on the selected post, such as a
  /// like.
  package let opensContent: Bool
}

extension ClickTarget {
  func moved(down rows: Int, right columns: Int = 0) -> ClickTarget {
    var moved = self
    moved.place.row += rows
    moved.place.column += columns
    return moved
  }

  /// Returns the target with its position relative to rect's top left cell.
  package func moved(into rect: CellRect) -> ClickTarget {
    moved(down: -rect.origin.row, right: -rect.origin.column)
  }

  /// Returns the target with its position relative to the canvas; the inverse of moved(into:).
  package func moved(outOf rect: CellRect) -> ClickTarget {
    moved(down: rect.origin.row, right: rect.origin.column)
  }

  /// Collects the click targets of an area by asking each cell for its target.
  ///
  /// A target of several rows, such as a wrapped link or a picture, is returned once, at its first
  /// cell; between is the number of foreign rows allowed within.
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
