import FeedDomain
import PhotoDisplay
import Preferences
import Terminal

/// A scrolling list whose items are laid out when they become visible.
///
/// The scroll position is the selected item and the row on which it begins, so that changes around
/// the selection do not move it.
struct ListPane<Item: Identifiable & Equatable, Action> {
  /// The inputs of a layout besides the item: a change empties the cache.
  struct Look: Equatable {
    var theme: Theme
    /// The time in seconds, for layouts that show relative times.
    var second: Int64 = 0
    /// The room for pictures; nil for none.
    var pictures: PictureRoom?
    /// The spacing; lines have no blank rows between them.
    var arrangement = Arrangement.list
    /// The search words to highlight.
    var sought: [SearchPhrase] = []
  }

  private(set) var items: [Item] = []
  /// The index of the selected item; 0 in an empty list.
  var selection = 0
  /// The row of the pane on which the selected item begins. Negative if its start is scrolled off.
  var row = 0
  /// The blank rows between items in the list arrangement.
  private let space: Int
  /// The lines below the last item.
  var footer: [Line] = []

  var heading = Heading()
  /// The selection after a resize, and the row the user had it on before, restored when the pane
  /// grows again.
  private var displaced: (id: Item.ID, row: Int, chosenRow: Int)?
  /// The size of the pane.
  private(set) var room = CellSize(rows: 24, columns: 80)
  private var look: Look?
  private var layouts = ItemLayouts<Item, Action>()
  /// The item count at which shouldLoadMore last returned true.
  private var metEndAt: Int?

  init(gap: Int = 0) { space = gap }

  var gap: Int { look?.arrangement == .lines ? 0 : space }

  var selected: Item? { items.indices.contains(selection) ? items[selection] : nil }

  /// The width of an item: the pane without the selection bar, the blank beside it, and a blank on
  /// the right.
  var columns: Int { max(1, room.columns - 3) }

  /// Sets the size and the layout function. Cached layouts of another width or look are dropped.
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func fit(_ room: CellSize, look: Look, lay: @escaping (Item, Int) -> Block<Action>) {
    let before = self.room
    let isFirst = self.look == nil
    let isRearranged = self.look?.arrangement != look.arrangement
    self.room = CellSize(rows: max(1, room.rows), columns: max(1, room.columns))
    let isAnother = look != self.look || before.columns != self.room.columns
    layouts.use(lay, columns: columns, keeping: !isAnother)
    self.look = look
    if isFirst {
      // Only now is it known how high things are: a place that was set before is kept as it is.
      showSelection(partly: true)
    } else if before != self.room || isRearranged {
      followRoom()
    }
  }

  mutating func block(_ index: Int) -> Block<Action> { layouts.block(of: items[index]) }

  /// Returns the height of an item without the gap below.
  mutating func height(_ index: Int) -> Int { max(1, block(index).lines.count) }
}

// MARK: - What is in it

extension ListPane {
  /// Replaces the items, keeping the selected item where it is on the screen.
  ///
  /// If the selected item is gone, or is the placeholder replaced, the item after its predecessor
  /// is selected; with fromBelow, the item before its successor.
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func show(_ newItems: [Item], replaced: Item.ID? = nil, fromBelow: Bool = false) {
    let old = items
    items = newItems
    layouts.keep(only: newItems)
    guard old.indices.contains(selection) else { return settle(at: 0, row: 0) }
    var indices: [Item.ID: Int] = [:]
    indices.reserveCapacity(newItems.count)
    for (index, item) in newItems.enumerated() { indices[item.id] = index }
    if old[selection].id != replaced, let index = indices[old[selection].id] {
      selection = index
      return clampTop()
    }
    let above = old[..<selection].reversed().lazy.compactMap { indices[$0.id] }.first
    let below = old[(selection + 1)...].lazy.compactMap { indices[$0.id] }.first
    if fromBelow, let below {
      let oldHeight = 1
      selection = max(0, below - 1)
      row += oldHeight - height(selection)
      clampTop()
    } else {
      settle(at: above.map { $0 + 1 } ?? below ?? 0, row: row)
    }
  }

  /// Replaces the item with the same id.
  mutating func replace(_ item: Item) {
    guard let index = items.firstIndex(where: { $0.id == item.id }) else { return }
    items[index] = item
    layouts.forget(item.id)
  }

  /// Selects an item and puts it on a row. Returns false if the item does not exist.
  @discardableResult mutating func place(_ id: Item.ID, row: Int) -> Bool {
    guard let index = items.firstIndex(where: { $0.id == id }) else { return false }
    selection = index
    self.row = row
    if look != nil { showSelection(partly: true) }
    return true
  }

  private mutating func settle(at index: Int, row: Int) {
    selection = min(max(0, index), max(0, items.count - 1))
    self.row = row
    clampTop()
  }
}

// MARK: - Its end

extension ListPane {
  /// Whether the selection is near the end of the list, so that the next page should be fetched.
  /// True once for each length of the list.
  mutating func shouldLoadMore() -> Bool {
    guard selection + 10 >= items.count, metEndAt != items.count else { return false }
    metEndAt = items.count
    return true
  }

  /// Lets shouldLoadMore return true again for the current length.
  mutating func resetLoadMore() { metEndAt = nil }
}

// MARK: - Staying within bounds

extension ListPane {
  /// Returns the number of rows above the selected item, counted up to limit.
  mutating func rowsAbove(limit: Int) -> Int {
    var rows = 0
    var index = selection
    while index > 0, rows < limit {
      index -= 1
      rows += height(index) + gap
    }
    return rows
  }

  /// Returns the number of rows from the selected item to the end, counted up to limit.
  mutating func rowsFromSelection(limit: Int) -> Int {
    guard !items.isEmpty else { return 0 }
    var rows = 0
    var index = selection
    while index < items.count, rows < limit {
      rows += height(index) + (index + 1 < items.count ? gap : 0)
      index += 1
    }
    return rows < limit && !footer.isEmpty ? rows + gap + footer.count : rows
  }

  /// Removes blank rows above the first item.
  mutating func clampTop() {
    guard !items.isEmpty else {
      row = 0
      return
    }
    if row > 0 { row = min(row, rowsAbove(limit: row)) }
  }

  /// Scrolls up so that the items above the selection are visible, keeping the selected item
  /// visible in full.
  mutating func showAbove() {
    guard look != nil, !items.isEmpty else { return }
    row = max(row, min(rowsAbove(limit: room.rows), room.rows - height(selection)))
  }

  /// Removes unnecessary blank rows below the last item. Has no effect before the first layout.
  mutating func fillRoom() {
    guard look != nil, !items.isEmpty else { return }
    let end = row + rowsFromSelection(limit: room.rows - row)
    if end < room.rows { row += room.rows - end }
    clampTop()
  }

  /// Adapts the scroll position to a resized pane. After growing back the selection returns to its
  /// earlier row.
  private mutating func followRoom() {
    let chosenRow =
      if let displaced, displaced.id == selected?.id, displaced.row == row {
        displaced.chosenRow
      } else {
        row
      }
    row = chosenRow
    showSelection()
    fillRoom()
    displaced = selected.map { ($0.id, row, chosenRow) }
  }

  /// Scrolls as little as needed to show the selected item in full or, with partly, any part of it.
  mutating func showSelection(partly: Bool = false) {
    guard !items.isEmpty else { return }
    let height = height(selection)
    if partly {
      row = min(max(row, 1 - height), room.rows - 1)
    } else if height >= room.rows {
      row = min(max(row, room.rows - height), 0)
    } else {
      row = min(max(row, 0), room.rows - height)
    }
    clampTop()
  }
}
