import FeedDomain
import PhotoDisplay
import Preferences
import Terminal

/// A scrolling list whose items are laid out when they become visible. Its scroll position is the
/// selected item and the row on which it begins, so that changes around the selection do not move
/// it.
struct ListPane<Item: Identifiable & Equatable, Action> {
  /// A set of the inputs of the layout of a list's items besides the items themselves; if one of
  /// them changes, the layout cache is emptied.
  struct ListLayoutInputs: Equatable {
    var theme: Theme
    /// The time of drawing in steps of ten seconds, for layouts of list items that show relative
    /// times; else 0.
    var ageStep: Int64 = 0
    /// The cell size and limits for pictures in a list; nil to draw none.
    var pictures: PhotoBoxLayout?
    /// The layout of a list's items, such as full text or one line for each; items of one line
    /// have no blank rows between them.
    var layout = TimelineLayout.list
    /// The search words that are highlighted in a list's items.
    var highlightedPhrases: [SearchPhrase] = []
  }

  private(set) var items: [Item] = []
  /// The index of the selected item of a list; 0 in an empty list.
  var selection = 0
  /// The row of the list pane on which the selected item begins; negative if its start is scrolled
  /// off.
  var row = 0
  /// The number of blank rows between list items, except in the layout with one line per item.
  private let space: Int
  var footer: [Line] = []

  /// True if the next items added to the list below the selected one are scrolled into view.
  var revealsNewItemsBelow = false
  var direction = ScrollDirectionDetector()
  /// The selected item and its row after the list pane was last resized, and the row that the item
  /// had before (`chosenRow`), to which it returns when the pane grows again; nil before the first.
  private var selectionBeforeResize: (id: Item.ID, row: Int, chosenRow: Int)?
  /// The size of the list pane in cells.
  private(set) var room = CellSize(rows: 24, columns: 80)
  private var layoutInputs: ListLayoutInputs?
  private var layouts = ItemLayoutCache<Item, Action>()
  /// The number of list items when the next page was last requested; nil if it may be requested
  /// again.
  private var loadMoreCount: Int?

  init(gap: Int = 0) { space = gap }

  var gap: Int { layoutInputs?.layout == .lines ? 0 : space }

  var selected: Item? { items.indices.contains(selection) ? items[selection] : nil }

  /// The width of a list item in columns: the pane without the selection bar and two blanks.
  var columns: Int { max(1, room.columns - 3) }

  /// Sets the size of a list pane and the function that lays out items. Cached layouts for another
  /// width or other inputs are dropped.
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func setSizeAndLayoutFunction(
    _ room: CellSize, look: ListLayoutInputs, lay: @escaping (Item, Int) -> LaidOutLines<Action>
  ) {
    let before = self.room
    let isFirst = self.layoutInputs == nil
    let isRearranged = self.layoutInputs?.layout != look.layout
    self.room = CellSize(rows: max(1, room.rows), columns: max(1, room.columns))
    let isAnother = look != self.layoutInputs || before.columns != self.room.columns
    layouts.setLayoutFunction(lay, in: self.room, columns: columns, keepingCache: !isAnother)
    self.layoutInputs = look
    if isFirst {
      // Before the first layout the heights of items are unknown: a scroll position set until then
      // is kept.
      scrollToSelection(partly: true)
    } else if before != self.room || isRearranged {
      adaptScrollPositionToSize()
    }
  }

  mutating func laidOutItem(_ index: Int) -> LaidOutLines<Action> {
    layouts.laidOutItem(of: items[index])
  }

  /// Returns the height of a list item in rows, without the gap below.
  mutating func itemHeight(_ index: Int) -> Int { max(1, laidOutItem(index).lines.count) }

  /// The width in columns of list items laid out for screen readers, so that nothing is cut.
  private static var spokenColumns: Int { 400 }

  /// Returns the text lines of the list item at an index for screen readers, as laid out by the
  /// last `setSizeAndLayoutFunction`.
  func screenReaderLines(_ index: Int) -> [SafeText] {
    guard items.indices.contains(index) else { return [] }
    return layouts.laidOutItem(of: items[index], columns: Self.spokenColumns).lines.spoken
  }

  // MARK: - Items

  /// Replaces the items of a list, keeping the selected item where it is on the screen. If the
  /// selected item is gone, or is the placeholder `replaced`, the item after its predecessor is
  /// selected; with `fromBelow`, the item before its successor.
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func replaceItems(_ newItems: [Item], replaced: Item.ID? = nil, fromBelow: Bool = false)
  {
    let old = items
    items = newItems
    layouts.removeStaleLayouts(keeping: newItems)
    guard old.indices.contains(selection) else { return selectItem(clamping: 0, row: 0) }
    var indices: [Item.ID: Int] = [:]
    indices.reserveCapacity(newItems.count)
    for (index, item) in newItems.enumerated() { indices[item.id] = index }
    if old[selection].id != replaced, let index = indices[old[selection].id] {
      selection = index
      return scrollAwayBlankRowsAbove()
    }
    let above = old[..<selection].reversed().lazy.compactMap { indices[$0.id] }.first
    let below = old[(selection + 1)...].lazy.compactMap { indices[$0.id] }.first
    if fromBelow, let below {
      selection = max(0, below - 1)
      // A placeholder is one row high.
      row += 1 - itemHeight(selection)
      scrollAwayBlankRowsAbove()
    } else {
      selectItem(clamping: above.map { $0 + 1 } ?? below ?? 0, row: row)
    }
  }

  /// Replaces the items of a list; unchanged items keep their layouts. Returns false if nothing
  /// changed.
  @discardableResult
  mutating func replaceItemsIfChanged(_ newItems: [Item]) -> Bool {
    guard newItems != items else { return false }
    guard hasSameIDs(as: newItems) else {
      let before = items.count
      replaceItems(newItems)
      if revealsNewItemsBelow, layoutInputs != nil { scrollToShowItemsBelow(items.count - before) }
      revealsNewItemsBelow = false
      return true
    }
    for (index, item) in newItems.enumerated() where item != items[index] {
      layouts.removeLayout(of: item.id)
    }
    items = newItems
    if layoutInputs != nil { scrollAwayBlankRowsAbove() }
    return true
  }

  /// Scrolls a list towards its end as far as needed to show a number of items below the selected
  /// one, which stays visible itself.
  private mutating func scrollToShowItemsBelow(_ count: Int) {
    guard count > 0, selection + 1 < items.count else { return }
    let shown = selection...min(selection + count, items.count - 1)
    let height = shown.reduce(-gap) { $0 + itemHeight($1) + gap }
    row = max(min(row, room.rows - height), 0)
  }

  /// Returns true if a list's items have the ids of `newItems`, in the same order. A plain loop is
  /// faster before the first frame than lazy collections.
  func hasSameIDs(as newItems: [Item]) -> Bool {
    guard newItems.count == items.count else { return false }
    for (index, item) in newItems.enumerated() where item.id != items[index].id { return false }
    return true
  }

  /// Replaces the item of a list that has the id of `item`, if there is one.
  mutating func replaceItem(_ item: Item) {
    guard let index = items.firstIndex(where: { $0.id == item.id }) else { return }
    items[index] = item
    layouts.removeLayout(of: item.id)
  }

  /// Selects a list item and scrolls it to a row of the pane; returns false if it does not exist.
  @discardableResult
  mutating func selectItem(_ id: Item.ID, onRow row: Int) -> Bool {
    guard let index = items.firstIndex(where: { $0.id == id }) else { return false }
    selection = index
    self.row = row
    if layoutInputs != nil { scrollToSelection(partly: true) }
    return true
  }

  private mutating func selectItem(clamping index: Int, row: Int) {
    selection = min(max(0, index), max(0, items.count - 1))
    self.row = row
    scrollAwayBlankRowsAbove()
  }

  // MARK: - Loading more

  /// Returns true if the next page of the list should be fetched, since the selection is near the
  /// end, and records that; true only once for each number of items.
  mutating func recordNextPageRequestIfNeeded() -> Bool {
    guard selection + 10 >= items.count, loadMoreCount != items.count else { return false }
    loadMoreCount = items.count
    return true
  }

  /// Allows the list to request its next page again, although the number of its items is the same.
  mutating func allowNextPageRequest() { loadMoreCount = nil }

  // MARK: - Scroll position

  /// Returns the number of rows on the screen from the start of the list to the selected item; the
  /// count ends with the item that reaches `limit`.
  mutating func screenRowCountAboveSelection(limit: Int) -> Int {
    var rows = 0
    var index = selection
    while index > 0, rows < limit {
      index -= 1
      rows += itemHeight(index) + gap
    }
    return rows
  }

  /// Returns the number of rows on the screen from the selected item to the end of the list; the
  /// count ends with the item that reaches `limit`.
  mutating func screenRowCountToEnd(limit: Int) -> Int {
    guard !items.isEmpty else { return 0 }
    var rows = 0
    var index = selection
    while index < items.count, rows < limit {
      rows += itemHeight(index) + (index + 1 < items.count ? gap : 0)
      index += 1
    }
    return rows < limit && !footer.isEmpty ? rows + gap + footer.count : rows
  }

  /// Scrolls a list so that no blank rows are above its first item.
  mutating func scrollAwayBlankRowsAbove() {
    guard !items.isEmpty else {
      row = 0
      return
    }
    if row > 0 { row = min(row, screenRowCountAboveSelection(limit: row)) }
  }

  /// Scrolls a list up to show the items above the selection, as far as the selected item stays
  /// visible.
  mutating func scrollUpKeepingSelectionVisible() {
    guard layoutInputs != nil, !items.isEmpty else { return }
    row = max(
      row,
      min(screenRowCountAboveSelection(limit: room.rows), room.rows - min(itemHeight(selection), 3))
    )
  }

  /// Scrolls a list so that no unnecessary blank rows are below its last item. Does nothing before
  /// the first layout.
  mutating func scrollAwayBlankRowsBelow() {
    guard layoutInputs != nil, !items.isEmpty else { return }
    let end = row + screenRowCountToEnd(limit: room.rows - row)
    if end < room.rows { row += room.rows - end }
    scrollAwayBlankRowsAbove()
  }

  /// Adapts the scroll position to a resized list pane. After the pane has grown back, the
  /// selection returns to its earlier row.
  private mutating func adaptScrollPositionToSize() {
    let chosenRow =
      if let selectionBeforeResize, selectionBeforeResize.id == selected?.id,
        selectionBeforeResize.row == row
      {
        selectionBeforeResize.chosenRow
      } else {
        row
      }
    row = chosenRow
    scrollToSelection()
    scrollAwayBlankRowsBelow()
    selectionBeforeResize = selected.map { ($0.id, row, chosenRow) }
  }

  /// Scrolls a list as little as needed to show the selected item in full or, if `partly` is true,
  /// any lines of it.
  mutating func scrollToSelection(partly: Bool = false) {
    guard !items.isEmpty else { return }
    let height = itemHeight(selection)
    if partly {
      row = min(max(row, 1 - height), room.rows - 1)
    } else if height >= room.rows {
      row = min(max(row, room.rows - height), 0)
    } else {
      row = min(max(row, 0), room.rows - height)
    }
    scrollAwayBlankRowsAbove()
  }

  /// Performs a command that moves a list's selection or scrolls; returns false for other commands.
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func handleSelectionMovingCommand(_ command: Command) -> Bool {
    let half = max(1, room.rows / 2)
    // Two rows stay visible, so that reading can continue from them.
    let page = max(1, room.rows - 2)
    switch command {
    case .down: selectNextItem()
    case .up: selectPreviousItem()
    case .halfPageDown: scrollWithSelection(by: half)
    case .halfPageUp: scrollWithSelection(by: -half)
    case .pageDown: scrollWithSelection(by: page)
    case .pageUp: scrollWithSelection(by: -page)
    case .lineDown: scrollRows(by: 1)
    case .lineUp: scrollRows(by: -1)
    case .top: selectFirstItem()
    case .bottom: selectLastItem()
    default: return false
    }
    return true
  }

  /// Selects the next list item. An item taller than the pane is scrolled to its end first.
  mutating func selectNextItem() {
    guard !items.isEmpty else { return }
    let height = itemHeight(selection)
    if height > room.rows, row + height > room.rows {
      row -= min(row + height - room.rows, max(1, room.rows - 2))
      return
    }
    guard selection + 1 < items.count else { return scrollRows(by: 1) }
    selection += 1
    row += height + gap
    let end = row + itemHeight(selection)
    // With the last item the footer is shown, too, which tells the end of the list or the progress
    // of a fetch.
    let below = selection + 1 == items.count && !footer.isEmpty ? gap + footer.count : 0
    if end + below > room.rows { row = max(0, room.rows - (end - row) - below) }
  }

  /// Selects the previous list item. An item taller than the pane is scrolled to its start first.
  mutating func selectPreviousItem() {
    guard !items.isEmpty else { return }
    if itemHeight(selection) > room.rows, row < 0 {
      row += min(-row, max(1, room.rows - 2))
      return
    }
    guard selection > 0 else { return scrollRows(by: -1) }
    selection -= 1
    let height = itemHeight(selection)
    row -= height + gap
    if row < 0 { row = min(0, room.rows - height) }
    scrollAwayBlankRowsAbove()
  }

  mutating func selectFirstItem() {
    selection = 0
    row = 0
  }

  mutating func selectLastItem() {
    guard !items.isEmpty else { return }
    selection = items.count - 1
    let below = footer.isEmpty ? 0 : gap + footer.count
    row = room.rows - below - itemHeight(selection)
    scrollAwayBlankRowsAbove()
  }

  /// Scrolls a list down by a number of rows, or up if negative, not beyond its ends; the selection
  /// stays on its item until the item leaves the pane.
  mutating func scrollRows(by rows: Int) {
    guard !items.isEmpty else { return }
    if rows > 0 {
      let end = row + screenRowCountToEnd(limit: room.rows - row + rows)
      row -= min(rows, max(0, end - room.rows))
    } else {
      row += min(-rows, max(0, screenRowCountAboveSelection(limit: max(0, row - rows)) - row))
    }
    selectNearestVisibleItem()
  }

  /// Scrolls a list by a number of rows, and moves the selection with it, so that the selection
  /// stays on the same row of the screen.
  mutating func scrollWithSelection(by rows: Int) {
    guard !items.isEmpty else { return }
    let (selectionBefore, rowBefore) = (selection, row)
    let target = min(max(0, row), room.rows - 1)
    scrollRows(by: rows)
    let isUnmoved = selectionBefore == selection && rowBefore == row
    if isUnmoved {
      // The list is at its end: only the selection can still move.
      rows > 0 ? selectBottomVisibleItem() : selectTopVisibleItem()
    } else {
      selectItem(onRow: target)
    }
  }

  mutating func selectItem(onRow target: Int) {
    guard let place = itemPosition(onRow: target) else { return }
    selection = place.index
    row = target - place.line
    selectNearestVisibleItem()
  }

  /// Returns the index of the list item on a row of the pane, and the number of its line there; nil
  /// if the row shows no item. A gap belongs to the item above.
  mutating func itemPosition(onRow target: Int) -> (index: Int, line: Int)? {
    guard !items.isEmpty else { return nil }
    var index = selection
    var start = row
    while start > target, index > 0 {
      index -= 1
      start -= itemHeight(index) + gap
    }
    guard start <= target else { return nil }
    while target >= start + itemHeight(index) + gap {
      start += itemHeight(index) + gap
      index += 1
      guard index < items.count else { return nil }
    }
    return (index, target - start)
  }

  mutating func visibleItemIndices() -> Range<Int> {
    guard !items.isEmpty else { return 0..<0 }
    var first = selection
    var start = row
    while start > 0, first > 0 {
      first -= 1
      start -= itemHeight(first) + gap
    }
    // An item of which only the gap below would be on the screen does not count as visible.
    while start + itemHeight(first) <= 0, first + 1 < items.count {
      start += itemHeight(first) + gap
      first += 1
    }
    var end = first
    while end < items.count, start < room.rows {
      start += itemHeight(end) + gap
      end += 1
    }
    return first..<max(first + 1, end)
  }

  /// Moves the selection of a list to the nearest item in view, if the selected item was scrolled
  /// out of the pane.
  private mutating func selectNearestVisibleItem() {
    while row + itemHeight(selection) <= 0, selection + 1 < items.count {
      row += itemHeight(selection) + gap
      selection += 1
    }
    while row >= room.rows, selection > 0 {
      selection -= 1
      row -= itemHeight(selection) + gap
    }
    // In a very low pane only a gap may be visible: then the selection is scrolled into view.
    scrollToSelection(partly: true)
  }

  /// Selects the last item of a list that begins in the pane.
  private mutating func selectBottomVisibleItem() {
    while selection + 1 < items.count {
      let next = row + itemHeight(selection) + gap
      guard next < room.rows else { return }
      selection += 1
      row = next
    }
  }

  /// Selects the first item of a list that is in view, also in part.
  private mutating func selectTopVisibleItem() {
    while selection > 0, row > 0 {
      selection -= 1
      row -= itemHeight(selection) + gap
    }
  }

  /// A look of the selected list item: a symbol beside its lines, and a style of the author's name.
  struct SelectedItemAppearance {
    /// The symbol left of each line of the selected list item.
    let leftSymbol: Line
    /// The text style that is replaced in the first line of the selected list item, and its
    /// replacement; nil if no style is replaced.
    let emphasis: (from: Style, to: Style)?

    /// Creates the usual appearance of the selected list item: a bar, and the author's name in a
    /// stronger style; a thin bar alone if the list is without keyboard focus.
    init(_ theme: Theme, _ options: DisplayOptions, hasKeys: Bool = true) {
      guard hasKeys else {
        leftSymbol = Line(options.isPlain ? ">" : "▏", theme.style(.faint))
        emphasis = nil
        return
      }
      leftSymbol = Line(options.isPlain ? ">" : "▌", theme.style(.selection))
      let (from, to) = (theme.style(.author), theme.style(.currentAuthor))
      emphasis = from == to ? nil : (from, to)
    }
  }

  /// Draws the visible list items. If `mark` is nil the selection is not shown, and if `boxes` is
  /// nil no pictures are drawn.
  @_semantics("optimize.sil.specialize.generic.never")
  @MainActor mutating func drawItems(
    on canvas: inout Canvas, in rect: CellRect, mark: SelectedItemAppearance?,
    pictures boxes: PictureBoxPainter? = nil
  ) {
    guard !items.isEmpty else { return }
    var index = selection
    var top = row
    while top > 0, index > 0 {
      index -= 1
      top -= itemHeight(index) + gap
    }
    let first = index
    var pictured: [VisibleItemWithPictures] = []
    while index < items.count, top < rect.size.rows {
      let block = laidOutItem(index)
      let mark = index == selection ? mark : nil
      let own = block.lines.count - block.trailing
      if mark != nil {
        canvas.point = CellPosition(
          row: rect.origin.row + max(0, top), column: rect.origin.column + 2)
      }
      drawItemLines(block.lines, at: top, on: &canvas, in: rect, mark: mark, marked: own)
      if mark == nil {
        eraseSelectionOnlyRanges(block.selectedOnly, at: top, on: &canvas, in: rect)
      }
      if !block.pictures.isEmpty {
        pictured.append(VisibleItemWithPictures(index: index, top: top))
      }
      top += max(1, block.lines.count) + (index + 1 < items.count || !footer.isEmpty ? gap : 0)
      index += 1
    }
    if let boxes { drawPictures(pictured, seen: first..<index, with: boxes, on: &canvas, in: rect) }
    if index == items.count { drawItemLines(footer, at: top, on: &canvas, in: rect, mark: nil) }
    boxes?.drawPicturesInText(on: &canvas, within: rect)
  }

  private func drawItemLines(
    _ lines: [Line], at top: Int, on canvas: inout Canvas, in rect: CellRect,
    mark: SelectedItemAppearance?,
    marked: Int = 0
  ) {
    let first = max(0, -top)
    let end = min(lines.count, rect.size.rows - top)
    guard first < end else { return }
    for number in first..<end {
      let row = rect.origin.row + top + number
      var line = lines[number]
      if let mark, number < marked {
        canvas.writeLine(mark.leftSymbol, onRow: row, of: rect)
        // Only in the first line does this style mark the author's name.
        if number == 0, let emphasis = mark.emphasis {
          line = line.restyled { $0 == emphasis.from ? emphasis.to : $0 }
        }
      }
      canvas.writeLine(
        line, at: CellPosition(row: row, column: rect.origin.column + 2), within: rect)
    }
  }

  /// Erases the ranges of a list item that are drawn only while it is selected.
  private func eraseSelectionOnlyRanges(
    _ parts: [(line: Int, columns: Range<Int>)], at top: Int, on canvas: inout Canvas,
    in rect: CellRect
  ) {
    for (line, columns) in parts {
      var blanks = Line()
      blanks.appendBlanks(columns.count)
      canvas.writeLine(
        blanks,
        at: CellPosition(
          row: rect.origin.row + top + line, column: rect.origin.column + 2 + columns.lowerBound),
        within: rect)
    }
  }

  /// Returns the index of the list item at a cell of the pane, with the click action and link
  /// there; nil below the last item.
  @_semantics("optimize.sil.specialize.generic.never")
  mutating func itemAndAction(at position: CellPosition) -> (
    index: Int, action: Action?, link: SafeWebLink?
  )? {
    // A click beside the pane, as on a title above it, has a row that an unseen item would have.
    guard position.row >= 0, position.row < room.rows,
      let place = itemPosition(onRow: position.row)
    else { return nil }
    let block = laidOutItem(place.index)
    guard place.line < max(1, block.lines.count) else { return nil }
    let column = position.column - 2
    let isBlank =
      place.index != selection
      && block.selectedOnly.contains { $0.line == place.line && $0.columns.contains(column) }
    return (
      place.index, isBlank ? nil : block.clickAction(atLine: place.line, column: column),
      block.link(atLine: place.line, column: column)
    )
  }
}

// MARK: - Click targets

extension ListPane where Action: Equatable {
  /// A click target at a cell of a list pane; equal links in different items are different targets.
  private enum ListClickTarget: Equatable {
    case link(SafeWebLink, in: Int)
    case action(Action, in: Int)
    /// A click target of a list pane: the whole item at an index, which can be opened.
    case item(Int)

    var index: Int {
      switch self {
      case .link(_, let index), .action(_, let index), .item(let index): index
      }
    }
  }

  /// Returns the click targets of a list pane from the top. The first cell of an item is a click
  /// target of its own if `opens` returns true for the item, unless another click target is there.
  mutating func clickTargets(_ opensContent: (Action) -> Bool, opens: (Item) -> Bool)
    -> [ClickTarget]
  {
    // A copy of the pane is searched row by row, since finding the item again for each cell would
    // be slow.
    var pane = self
    var row: (number: Int, index: Int, line: Int, block: LaidOutLines<Action>)?
    defer { self = pane }
    return ClickTarget.clickTargetsByScanningCells(in: room) { place -> ListClickTarget? in
      if row?.number != place.row {
        row = pane.itemPosition(onRow: place.row).map { ($0.index, $0.line) }
          .map { (place.row, $0, $1, pane.laidOutItem($0)) }
      }
      guard let row else { return nil }
      let column = place.column - 2
      if let link = row.block.link(atLine: row.line, column: column) {
        return .link(link, in: row.index)
      }
      if let action = row.block.clickAction(atLine: row.line, column: column) {
        return .action(action, in: row.index)
      }
      let isBeginning = column == 0 && (row.line == 0 || place.row == 0)
      return isBeginning && opens(pane.items[row.index]) ? .item(row.index) : nil
    } make: { target, place in
      let opensContent =
        if case .action(let action, _) = target { opensContent(action) } else { true }
      return ClickTarget(
        position: place, isSelected: target.index == pane.selection, opensContent: opensContent)
    }
  }
}

// MARK: - Pictures

@MainActor extension ListPane {
  /// A visible list item with pictures, and the row on which it begins.
  struct VisibleItemWithPictures {
    let index: Int
    let top: Int
  }

  /// The number of list items ahead of the visible ones whose pictures are prefetched.
  private static var lookAhead: Int { 3 }

  /// Draws the pictures of the visible list items: first those of the selected item, then those
  /// below it, then those above. Prefetches the pictures of the next items in the scroll direction.
  mutating func drawPictures(
    _ pictured: [VisibleItemWithPictures], seen: Range<Int>, with boxes: PictureBoxPainter,
    on canvas: inout Canvas,
    in rect: CellRect
  ) {
    guard boxes.pictures.isOn else { return }
    let below = pictured.firstIndex { $0.index >= selection } ?? pictured.count
    let requestOrder = pictured[below...] + pictured[..<below].reversed()
    var areAllDrawn = true
    for item in requestOrder {
      areAllDrawn = drawItemPictures(item, with: boxes, on: &canvas, in: rect) && areAllDrawn
    }
    // Portraits are requested after the photos, since authors are also named in words.
    for item in requestOrder { drawPortraits(of: item, with: boxes, on: &canvas, in: rect) }
    // Items outside of the screen are laid out only after all visible pictures are drawn.
    if areAllDrawn, direction.isKnown { prefetchPicturesAhead(around: seen, boxes.pictures) }
    direction.updateScrollDirection(selection: selection, row: row)
  }

  private mutating func drawItemPictures(
    _ item: VisibleItemWithPictures, with boxes: PictureBoxPainter, on canvas: inout Canvas,
    in rect: CellRect
  ) -> Bool {
    var areAllDrawn = true
    for area in laidOutItem(item.index).pictures where area.tile == nil {
      let box = area.placedPhotoBox(at: item.top, in: rect)
      let isDrawn = boxes.drawPhoto(
        area.photo, describedAs: area.words, cut: area.cropping,
        isSelected: item.index == selection, isCovered: area.isCovered, on: &canvas,
        in: box, within: rect)
      areAllDrawn = isDrawn && areAllDrawn
    }
    return areAllDrawn
  }

  private mutating func drawPortraits(
    of item: VisibleItemWithPictures, with boxes: PictureBoxPainter, on canvas: inout Canvas,
    in rect: CellRect
  ) {
    for area in laidOutItem(item.index).pictures {
      guard let tile = area.tile else { continue }
      boxes.drawPortrait(
        tile, of: area.photo, on: &canvas, in: area.placedPhotoBox(at: item.top, in: rect),
        within: rect
      )
    }
  }

  private mutating func prefetchPicturesAhead(
    around seen: Range<Int>, _ provider: any PictureProvider
  ) {
    // Begins with the outermost visible item, of which only a line may be visible.
    for step in -1..<Self.lookAhead {
      let index =
        direction.isUpwards ? seen.lowerBound - 1 - step : seen.upperBound + step
      guard items.indices.contains(index) else { return }
      for area in laidOutItem(index).pictures where !area.isCovered && area.tile == nil {
        provider.prefetchPhotos([area.photo], in: area.box.size, area.cropping)
      }
    }
  }
}

extension PlacedPhoto {
  /// Returns the box of a list item's picture on the canvas; the item begins on the pane's row
  /// `top`.
  fileprivate func placedPhotoBox(at top: Int, in pane: CellRect) -> CellRect {
    var box = box
    box.origin.row += pane.origin.row + top
    box.origin.column += pane.origin.column + 2
    return box
  }
}

/// A cache of the layouts of a list's items, which are made when an item becomes visible.
struct ItemLayoutCache<Item: Identifiable & Equatable, Action> {
  private typealias Layouts = [Item.ID: (item: Item, block: LaidOutLines<Action>)]

  private var layOutItem: (Item, Int) -> LaidOutLines<Action> = { _, _ in
    LaidOutLines(lines: [Line()])
  }
  private var columns = 80
  /// The maximum number of list item layouts in the cache `recentLayouts`. When it is reached,
  /// `recentLayouts` becomes `olderLayouts`, whose previous contents are dropped.
  private var maximumRecentLayouts = 32
  private var recentLayouts: Layouts = [:]
  /// The list item layouts that were in the cache `recentLayouts` before it was last emptied; a
  /// layout that is requested returns to `recentLayouts`.
  private var olderLayouts: Layouts = [:]

  /// Sets the function that lays out list items. Cached layouts are kept if `keepingCache` is true,
  /// as the width and the inputs of the layout are unchanged.
  mutating func setLayoutFunction(
    _ lay: @escaping (Item, Int) -> LaidOutLines<Action>, in room: CellSize, columns: Int,
    keepingCache: Bool
  ) {
    (self.layOutItem, self.columns) = (lay, columns)
    // There are never more visible items than rows.
    maximumRecentLayouts = max(32, room.rows)
    if !keepingCache { (recentLayouts, olderLayouts) = ([:], [:]) }
  }

  mutating func laidOutItem(of item: Item) -> LaidOutLines<Action> {
    // The cached item is not compared with `item`, since each visible layout is requested several
    // times for a key press.
    if let kept = recentLayouts[item.id] { return kept.block }
    let layout = olderLayouts[item.id] ?? (item, layOutItem(item, columns))
    if recentLayouts.count >= maximumRecentLayouts {
      (olderLayouts, recentLayouts) = (recentLayouts, [:])
    }
    recentLayouts[item.id] = layout
    return layout.block
  }

  /// Removes the cached layouts of list items that are gone or changed.
  mutating func removeStaleLayouts(keeping items: [Item]) {
    guard !recentLayouts.isEmpty else { return }
    let (before, olderBefore) = (recentLayouts, olderLayouts)
    (recentLayouts, olderLayouts) = ([:], [:])
    for item in items {
      if let own = before[item.id], own.item == item { recentLayouts[item.id] = own }
      if let own = olderBefore[item.id], own.item == item { olderLayouts[item.id] = own }
    }
  }

  mutating func removeLayout(of item: Item.ID) {
    (recentLayouts[item], olderLayouts[item]) = (nil, nil)
  }

  /// Returns a list item laid out for another width than the list's, without caching the layout.
  func laidOutItem(of item: Item, columns: Int) -> LaidOutLines<Action> {
    layOutItem(item, columns)
  }
}

/// A detector of a list's scroll direction, which decides the pictures to prefetch.
struct ScrollDirectionDetector {
  /// The selected item's index and its row in the last drawn frame of a list; nil before the first.
  private var lastSelection: (selection: Int, row: Int)?
  private(set) var isUpwards = false

  /// True if a frame of the list has been drawn, so that the scroll direction is known.
  var isKnown: Bool { lastSelection != nil }

  mutating func updateScrollDirection(selection: Int, row: Int) {
    if let lastSelection, lastSelection.selection != selection {
      isUpwards = selection < lastSelection.selection
    } else if let lastSelection, lastSelection.row != row {
      isUpwards = row > lastSelection.row
    }
    lastSelection = (selection, row)
  }
}
