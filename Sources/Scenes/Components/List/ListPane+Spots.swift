import Terminal

extension ListPane where Action: Equatable {
  /// What a click on a cell leads to; the same thing in another item is another.
  private enum Target: Equatable {
    /// An address.
    case link(Hyperlink, in: Int)
    /// Something done with the item.
    case action(Action, in: Int)
    /// What opening the item does.
    case item(Int)

    var index: Int {
      switch self {
      case .link(_, let index), .action(_, let index), .item(let index): index
      }
    }
  }

  /// What can be clicked in it, from the top, and of each whether it `isOpened`.
  ///
  /// An item that `opens` itself has a spot where it begins, unless something else stands there.
  mutating func spots(_ isOpened: (Action) -> Bool, opens: (Item) -> Bool) -> [Spot] {
    // A copy that is asked, row by row: finding an item again for each of its cells would be slow.
    var pane = self
    var row: (number: Int, index: Int, line: Int, block: Block<Action>)?
    defer { self = pane }
    return Spot.all(in: room) { place -> Target? in
      if row?.number != place.row {
        row = pane.item(at: place.row).map { ($0.index, $0.line) }
          .map { (place.row, $0, $1, pane.block($0)) }
      }
      guard let row else { return nil }
      let column = place.column - 2
      if let link = row.block.link(line: row.line, column: column) {
        return .link(link, in: row.index)
      }
      if let action = row.block.action(line: row.line, column: column) {
        return .action(action, in: row.index)
      }
      let isBeginning = column == 0 && (row.line == 0 || place.row == 0)
      return isBeginning && opens(pane.items[row.index]) ? .item(row.index) : nil
    } spot: { target, place in
      let isOpened = if case .action(let action, _) = target { isOpened(action) } else { true }
      return Spot(
        place: place, isSelected: target.index == pane.selection, isOpened: isOpened)
    }
  }
}
