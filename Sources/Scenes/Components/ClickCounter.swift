package import FeedDomain
package import Terminal

/// Tells a double click from two clicks.
package struct ClickCounter {
  /// As long as desktops allow.
  package static let patience = Duration.milliseconds(400)

  private var last: (position: CellPosition, at: Timestamp, count: Int)?

  package init() {}

  /// How many clicks in a row this press is; 1 for everything else.
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
  /// The same event, counted from the rectangle's top left cell.
  package func moved(into rect: CellRect) -> MouseEvent {
    MouseEvent(
      action,
      at: CellPosition(
        row: position.row - rect.origin.row, column: position.column - rect.origin.column),
      modifiers)
  }
}
