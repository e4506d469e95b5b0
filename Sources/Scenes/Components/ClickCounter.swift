package import FeedDomain
package import Terminal

/// Recognises double clicks.
package struct ClickCounter {
  /// The longest pause between two clicks of a double click.
  package static let patience = Duration.milliseconds(400)

  private var last: (position: CellPosition, at: Timestamp, count: Int)?

  package init() {}

  /// Returns how many times in a row the same cell was clicked; 1 for events other than clicks.
  package mutating func count(_ event: MouseEvent, now: Timestamp) -> Int {
    guard case .press(1) = event.action else { return 1 }
    var count = 1
    if let last, last.position == event.position, now.since(last.at) < Self.patience {
      count = last.count + 1
    }
    last = (event.position, now, count)
    return count
  }
}

extension MouseEvent {
  /// Returns the event with its position relative to rect's top left cell.
  package func moved(into rect: CellRect) -> MouseEvent {
    MouseEvent(
      action,
      at: CellPosition(
        row: position.row - rect.origin.row, column: position.column - rect.origin.column),
      modifiers)
  }
}
