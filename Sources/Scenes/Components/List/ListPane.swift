import FeedDomain
import PhotoDisplay
import Preferences
import Terminal

/// A list that scrolls, of items that are laid out when they come into view.
///
/// The place is the selected item and the row on which it begins: whatever comes or goes around
/// it, it stays where it is.
struct ListPane<Item: Identifiable & Equatable, Action> {
  /// What a layout depends on, besides the item.
  struct Look: Equatable {
    /// How things look.
    var theme: Theme
    /// When it was made, to the second, where words depend on the time.
    var second: Int64 = 0
    /// How much room pictures have; nil for none.
    var pictures: PictureRoom?
    /// How close they stand; those in a line each have no blank ones between them.
    var arrangement = Arrangement.list
    /// Words that stand out.
    var sought: [SoughtWords] = []
  }

  /// The items, from the top.
  private(set) var items: [Item] = []
  /// Which item is selected; 0 where there is none.
  var selection = 0
  /// The row on which the selected item begins, counted from the pane's top; may be negative.
  var row = 0
  /// Blank rows between items that are more than a line each.
  private let space: Int
  /// What stands below the last item.
  var footer: [Line] = []

  /// Which way the reader goes, from frame to frame with pictures.
  var heading = Heading()
  /// Where the selection went when the room changed, and the row the reader had it on.
  private var displaced: (id: Item.ID, row: Int, chosenRow: Int)?
  /// How large the pane is.
  private(set) var room = CellSize(rows: 24, columns: 80)
  private var look: Look?
  private var layouts = ItemLayouts<Item, Action>()
  /// How many items there were when the reader was last found near their end.
  private var metEndAt: Int?

  /// An empty list with so many blank rows between items.
  init(gap: Int = 0) { space = gap }

  /// Blank rows between items.
  var gap: Int { look?.arrangement == .lines ? 0 : space }

  /// The selected item.
  var selected: Item? { items.indices.contains(selection) ? items[selection] : nil }

  /// How many columns an item has: the bar and a blank stand left of it, a blank right of it.
  var columns: Int { max(1, room.columns - 3) }

  /// Fits the list into the room; layouts made for another width or look are thrown away.
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

  /// The layout of an item.
  mutating func block(_ index: Int) -> Block<Action> { layouts.block(of: items[index]) }

  /// How many rows an item takes, without the gap below it.
  mutating func height(_ index: Int) -> Int { max(1, block(index).lines.count) }
}

// MARK: - What is in it

extension ListPane {
  /// Puts other items in; the reader stays with the selected one, or with what takes its place.
  ///
  /// Where the selected item is gone, or is `replaced` by what was put around it, the selection goes
  /// to what follows the item before it, or, coming `fromBelow`, to what precedes the item after it.
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

  /// Puts another item in the place of the one with its id.
  mutating func replace(_ item: Item) {
    guard let index = items.firstIndex(where: { $0.id == item.id }) else { return }
    items[index] = item
    layouts.forget(item.id)
  }

  /// Selects an item and puts it on a row; false where there is no such item.
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
  /// Whether the reader comes near the end, so that more is fetched before it is missed; true once
  /// for each end.
  mutating func shouldLoadMore() -> Bool {
    guard selection + 10 >= items.count, metEndAt != items.count else { return false }
    metEndAt = items.count
    return true
  }

  /// Has the end met again, where it was.
  mutating func resetLoadMore() { metEndAt = nil }
}

// MARK: - Staying within bounds

extension ListPane {
  /// How many rows stand above the selected item, counted no further than the limit.
  mutating func rowsAbove(limit: Int) -> Int {
    var rows = 0
    var index = selection
    while index > 0, rows < limit {
      index -= 1
      rows += height(index) + gap
    }
    return rows
  }

  /// How many rows there are from the selected item on, counted no further than the limit.
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

  /// Nothing blank above the first item.
  mutating func clampTop() {
    guard !items.isEmpty else {
      row = 0
      return
    }
    if row > 0 { row = min(row, rowsAbove(limit: row)) }
  }

  /// Shows what stands above the selected item, as far as that stays whole.
  mutating func showAbove() {
    guard look != nil, !items.isEmpty else { return }
    row = max(row, min(rowsAbove(limit: room.rows), room.rows - height(selection)))
  }

  /// No more blank below the last item than there has to be, once it is known how high things are.
  mutating func fillRoom() {
    guard look != nil, !items.isEmpty else { return }
    let end = row + rowsFromSelection(limit: room.rows - row)
    if end < room.rows { row += room.rows - end }
    clampTop()
  }

  /// Keeps the place when the room changes: a smaller one moves it no further than it must, and a
  /// larger one puts it back where the reader had it.
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

  /// Moves the list as little as it takes to see the selected item: whole, or any of it.
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
