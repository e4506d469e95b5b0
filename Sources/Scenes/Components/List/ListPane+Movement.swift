import Preferences
import Terminal

extension ListPane {
  /// Moves the selection or scrolls. Returns false for other commands.
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func move(_ command: Command) -> Bool {
    let half = max(1, room.rows / 2)
    // Two rows of what was seen stay, to read on from.
    let page = max(1, room.rows - 2)
    switch command {
    case .down: selectNext()
    case .up: selectPrevious()
    case .halfPageDown: self.page(by: half)
    case .halfPageUp: self.page(by: -half)
    case .pageDown: self.page(by: page)
    case .pageUp: self.page(by: -page)
    case .lineDown: scroll(by: 1)
    case .lineUp: scroll(by: -1)
    case .top: selectFirst()
    case .bottom: selectLast()
    default: return false
    }
    return true
  }

  /// Selects the next item. An item taller than the pane is scrolled to its end first.
  mutating func selectNext() {
    guard !items.isEmpty else { return }
    let height = height(selection)
    if height > room.rows, row + height > room.rows {
      row -= min(row + height - room.rows, max(1, room.rows - 2))
      return
    }
    guard selection + 1 < items.count else { return scroll(by: 1) }
    selection += 1
    row += height + gap
    let end = row + self.height(selection)
    // The last item shows what is below it too: the end, or that more is on its way.
    let below = selection + 1 == items.count && !footer.isEmpty ? gap + footer.count : 0
    if end + below > room.rows { row = max(0, room.rows - (end - row) - below) }
  }

  /// Selects the previous item. An item taller than the pane is scrolled to its start first.
  mutating func selectPrevious() {
    guard !items.isEmpty else { return }
    if height(selection) > room.rows, row < 0 {
      row += min(-row, max(1, room.rows - 2))
      return
    }
    guard selection > 0 else { return scroll(by: -1) }
    selection -= 1
    let height = height(selection)
    row -= height + gap
    if row < 0 { row = min(0, room.rows - height) }
    clampTop()
  }

  mutating func selectFirst() {
    selection = 0
    row = 0
  }

  mutating func selectLast() {
    guard !items.isEmpty else { return }
    selection = items.count - 1
    row = room.rows
    let below = footer.isEmpty ? 0 : gap + footer.count
    row = room.rows - below - height(selection)
    clampTop()
  }

  /// Scrolls down by a number of rows, or up if negative, not beyond the ends.
  ///
  /// The selection stays on its item until the item leaves the pane.
  mutating func scroll(by rows: Int) {
    guard !items.isEmpty else { return }
    if rows > 0 {
      let end = row + rowsFromSelection(limit: room.rows - row + rows)
      row -= min(rows, max(0, end - room.rows))
    } else {
      row += min(-rows, max(0, rowsAbove(limit: max(0, row - rows)) - row))
    }
    selectSeen()
  }

  /// Scrolls by a number of rows, and moves the selection with it, so that the selection stays on
  /// the same row of the screen.
  mutating func page(by rows: Int) {
    guard !items.isEmpty else { return }
    let (selectionBefore, rowBefore) = (selection, row)
    let target = min(max(0, row), room.rows - 1)
    scroll(by: rows)
    let isUnmoved = selectionBefore == selection && rowBefore == row
    if isUnmoved {
      // There is nothing further to see; only the selection can still go on.
      rows > 0 ? selectAtBottom() : selectAtTop()
    } else {
      select(at: target)
    }
  }

  /// Selects the item on a row of the pane, if any.
  mutating func select(at target: Int) {
    guard let place = item(at: target) else { return }
    selection = place.index
    row = target - place.line
    selectSeen()
  }
}

extension ListPane {
  /// Returns the item on a row of the pane, and the number of its line there. A gap belongs to the
  /// item above.
  mutating func item(at target: Int) -> (index: Int, line: Int)? {
    guard !items.isEmpty else { return nil }
    var index = selection
    var start = row
    while start > target, index > 0 {
      index -= 1
      start -= height(index) + gap
    }
    guard start <= target else { return nil }
    while target >= start + height(index) + gap {
      start += height(index) + gap
      index += 1
      guard index < items.count else { return nil }
    }
    return (index, target - start)
  }

  /// Returns the indices of the visible items.
  mutating func seen() -> Range<Int> {
    guard !items.isEmpty else { return 0..<0 }
    var first = selection
    var start = row
    while start > 0, first > 0 {
      first -= 1
      start -= height(first) + gap
    }
    // Of an item whose gap alone is left, nothing is seen.
    while start + height(first) <= 0, first + 1 < items.count {
      start += height(first) + gap
      first += 1
    }
    var end = first
    while end < items.count, start < room.rows {
      start += height(end) + gap
      end += 1
    }
    return first..<max(first + 1, end)
  }

  private mutating func selectSeen() {
    while row + height(selection) <= 0, selection + 1 < items.count {
      row += height(selection) + gap
      selection += 1
    }
    while row >= room.rows, selection > 0 {
      selection -= 1
      row -= height(selection) + gap
    }
    // Where the room is so small that only a gap was seen.
    showSelection(partly: true)
  }

  private mutating func selectAtBottom() {
    while selection + 1 < items.count {
      let next = row + height(selection) + gap
      guard next < room.rows else { return }
      selection += 1
      row = next
    }
  }

  private mutating func selectAtTop() {
    while selection > 0, row > 0 {
      selection -= 1
      row -= height(selection) + gap
    }
  }
}

// MARK: - What can be clicked

extension ListPane where Action: Equatable {
  /// The content at a cell of the pane. Equal content in another item is a different target.
  private enum Target: Equatable {
    case link(Hyperlink, in: Int)
    case action(Action, in: Int)
    /// The item itself, where it can be opened.
    case item(Int)

    var index: Int {
      switch self {
      case .link(_, let index), .action(_, let index), .item(let index): index
      }
    }
  }

  /// Returns the pane's click targets from the top.
  ///
  /// An item for which opens is true has a target of its own on its first cell, unless another
  /// target is there.
  mutating func clickTargets(_ opensContent: (Action) -> Bool, opens: (Item) -> Bool)
    -> [ClickTarget]
  {
    // A copy that is asked, row by row: finding an item again for each of its cells would be slow.
    var pane = self
    var row: (number: Int, index: Int, line: Int, block: Block<Action>)?
    defer { self = pane }
    return ClickTarget.all(in: room) { place -> Target? in
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
    } make: { target, place in
      let opensContent =
        if case .action(let action, _) = target { opensContent(action) } else { true }
      return ClickTarget(
        place: place, isSelected: target.index == pane.selection, opensContent: opensContent)
    }
  }
}
