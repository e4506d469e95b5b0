package import FeedDomain
package import Terminal

/// An element on the screen that can be clicked, such as a link, a photo or a tab.
package struct ClickTarget: Equatable {
  /// The position of the click target's first cell, at which a click on the target is simulated.
  package var position: CellPosition
  /// True if the click target is in the selected row of a list.
  package var isSelected: Bool
  /// True if a click on the target opens a scene or web page; false if the click acts on the
  /// selected post, such as a like.
  package let opensContent: Bool

  func movedTarget(down rows: Int, right columns: Int = 0) -> ClickTarget {
    var moved = self
    moved.position.row += rows
    moved.position.column += columns
    return moved
  }

  /// Returns the click target with its position converted from the canvas to the area of `rect`,
  /// whose top left cell becomes the origin.
  package func relativeTarget(to rect: CellRect) -> ClickTarget {
    movedTarget(down: -rect.origin.row, right: -rect.origin.column)
  }

  /// Returns the click target with its position converted from the area of `rect`, whose top left
  /// cell is the origin, to the canvas.
  package func absoluteTarget(in rect: CellRect) -> ClickTarget {
    movedTarget(down: rect.origin.row, right: rect.origin.column)
  }

  /// Returns the click targets of an area; the closure `target` returns the target at a cell. A
  /// target of several rows is returned once, at its first cell; `gap` is the number of rows
  /// without the target that may lie between its rows.
  static func clickTargetsByScanningCells<Target: Equatable>(
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

/// A counter of clicks on the same cell, which recognizes double clicks.
package struct ClickCounter {
  package static let maximumClickInterval = Duration.milliseconds(400)

  private var lastClick: (position: CellPosition, at: Timestamp, count: Int)?

  package init() {}

  /// Counts a mouse event, and returns the number of clicks on one cell in quick succession: 2 for
  /// a double click, 1 for events other than clicks.
  package mutating func countClick(_ event: MouseEvent, now: Timestamp) -> Int {
    guard case .press(1) = event.action else { return 1 }
    var count = 1
    if let lastClick, lastClick.position == event.position,
      now.elapsedTime(since: lastClick.at) < Self.maximumClickInterval
    {
      count = lastClick.count + 1
    }
    lastClick = (event.position, now, count)
    return count
  }
}

extension MouseEvent {
  /// Returns true if the mouse event is a press of a button outside a rectangle, such as that of an
  /// overlay's list.
  func isButtonPress(outside rect: CellRect) -> Bool {
    if case .press = action { !rect.contains(position) } else { false }
  }

  /// Returns the mouse event with its position converted from the canvas to the area of `rect`,
  /// whose top left cell becomes the origin.
  package func relativeEvent(to rect: CellRect) -> MouseEvent {
    MouseEvent(
      action,
      at: CellPosition(
        row: position.row - rect.origin.row, column: position.column - rect.origin.column),
      modifiers)
  }
}

extension CellRect {
  /// Returns this rectangle with its position converted from the canvas to the area of `rect`,
  /// whose top left cell becomes the origin.
  func relativeRect(to rect: CellRect) -> CellRect {
    CellRect(
      row: origin.row - rect.origin.row, column: origin.column - rect.origin.column,
      rows: size.rows, columns: size.columns)
  }

  /// Returns this rectangle with its position converted from the area of `rect`, whose top left
  /// cell is the origin, to the canvas.
  func absoluteRect(in rect: CellRect) -> CellRect {
    CellRect(
      row: origin.row + rect.origin.row, column: origin.column + rect.origin.column,
      rows: size.rows, columns: size.columns)
  }
}
