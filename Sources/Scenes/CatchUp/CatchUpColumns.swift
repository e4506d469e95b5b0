import FeedDomain
import Preferences
import Terminal

/// The columns in which one catches up: one, or on wide screens several side by side.
@MainActor struct CatchUpColumns {
  /// From this width columns stand side by side, each of them at least so wide.
  private static let wide = 160
  private static let columnWidth = 50
  /// So many lines most rows take.
  private static let linesOfRow = 5

  var panes = [ListPane<CatchUpRow, PostClick>()]
  /// The one that the keys are about.
  private(set) var current = 0
  /// The first that is on the screen, and how many are.
  private var first = 0
  private var count = 1
  private var size = CellSize(rows: 24, columns: 80)
  /// Whether what is shown next begins at the top.
  private var isNew = true

  /// How many rows fit in a column, about, where there may be several; nil where there is but one.
  private(set) var capacity: Int?

  /// Begins with the first column anew.
  mutating func forget() { isNew = true }

  /// Divides a room of that size; true where the rows go into other columns by that.
  mutating func divide(_ room: CellSize) -> Bool {
    size = room
    let isWide = room.columns >= Self.wide
    count = isWide ? room.columns / Self.columnWidth : 1
    follow()
    let before = capacity
    capacity = isWide ? max(2, room.rows / Self.linesOfRow) : nil
    return capacity != before
  }

  /// The columns on the screen, each with the columns of cells that it takes.
  var places: [(index: Int, cells: Range<Int>)] {
    let shown = min(count, panes.count - first)
    guard panes.count > 1 else { return [(0, 0..<size.columns)] }
    let width = size.columns / count
    return (0..<shown).map { (first + $0, ($0 * width)..<(($0 + 1) * width)) }
  }

  /// How many columns stand beyond either edge of the screen.
  var beyond: (left: Int, right: Int) {
    (first, max(0, panes.count - first - min(count, panes.count - first)))
  }

  /// Puts rows in; the reader stays with the selected one.
  mutating func show(_ columns: [[CatchUpRow]]) {
    let selected = isNew ? nil : panes[current].selected?.id
    let row = panes[current].row
    if isNew || columns.count != panes.count {
      panes = columns.map { _ in ListPane() }
      (current, first) = (0, 0)
    }
    isNew = false
    for (index, rows) in columns.enumerated() { panes[index].show(rows) }
    if let selected,
      let index = columns.firstIndex(where: { $0.contains { $0.id == selected } })
    {
      current = index
      panes[current].place(selected, row: row)
    }
    for index in panes.indices { panes[index].leaveHeading() }
    follow()
  }
}

extension CatchUpColumns {
  /// Moves as a command says; false for a command that moves nothing.
  mutating func move(_ command: Command) -> Bool {
    switch command {
    case .nextStream: turnToNext()
    case .previousStream: turnToPrevious()
    case .left where panes.count > 1: current = max(0, current - 1)
    case .right where panes.count > 1: current = min(panes.count - 1, current + 1)
    default:
      guard panes[current].move(command) else { return false }
      panes[current].leaveHeading(isUpwards: command == .up)
    }
    follow()
    return true
  }

  /// Makes the column there the one that the keys are about; returns the place within it.
  mutating func enter(at position: CellPosition) -> CellPosition {
    guard let place = places.first(where: { $0.cells.contains(position.column) }) else {
      return position
    }
    current = place.index
    return CellPosition(row: position.row, column: position.column - place.cells.lowerBound)
  }

  /// To what comes after the selected group: its first row on top.
  private mutating func turnToNext() {
    let (items, start) = (panes[current].items, panes[current].selection)
    if let next = items.indices.dropFirst(start).first(where: {
      items[$0].section != items[start].section
    }) {
      panes[current].begin(at: next)
    } else if current + 1 < panes.count {
      current += 1
      panes[current].begin(at: 0)
    }
  }

  private mutating func turnToPrevious() {
    let (items, start) = (panes[current].items, panes[current].selection)
    guard items.indices.contains(start) else { return }
    let before = items[..<start].last { $0.section != items[start].section }?.section
    if let before, let first = items.firstIndex(where: { $0.section == before }) {
      panes[current].begin(at: first)
    } else if current > 0 {
      current -= 1
    }
  }

  /// Keeps the current column on the screen.
  private mutating func follow() {
    first = min(max(first, current - count + 1), current)
    first = max(0, min(first, panes.count - count))
  }
}

extension ListPane where Item == CatchUpRow {
  /// Puts the first row of a group on top, with what names it above.
  fileprivate mutating func begin(at index: Int) {
    guard items.indices.contains(index) else { return }
    place(items[index].id, row: 0)
    leaveHeading()
  }

  /// Goes on to what is below a heading, which only names that; upwards at the top there is nothing
  /// else.
  fileprivate mutating func leaveHeading(isUpwards: Bool = false) {
    guard selected?.isHeading == true else { return }
    if isUpwards, selection > 0 { selectPrevious() } else { selectNext() }
    if selected?.isHeading == true, items.count > 1 { selectNext() }
  }
}
