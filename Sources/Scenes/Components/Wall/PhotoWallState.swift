import Preferences
import Terminal

/// A state of a photo wall: its layout, the selected photo and the scroll position. The scroll
/// position is the row of the selected photo, so that changes around the photo do not move it.
struct PhotoWallState<ID: Hashable> {
  private(set) var layout = PhotoWallColumnLayout<ID>(columns: 1)
  private(set) var selected: ID?
  /// The row of the screen area on which the photo wall's selected photo begins. Negative if its
  /// start is scrolled off.
  private(set) var row = 0
  /// The size of the photo wall's area on the screen, in cells.
  private(set) var room = CellSize(rows: 0, columns: 0)
  /// The number of lines below the last photo of a photo wall, such as those with the progress of
  /// loading.
  private var footer = 0
  private var movementTarget: RepeatedWallMovementTarget?
  /// True if the scroll position of the photo wall was set before the layout was known, so that the
  /// next layout has to clamp it.
  private var isPlaced = false

  /// The index of the selected photo on the photo wall; nil if no photo is selected or laid out.
  var index: Int? { selected.flatMap { layout.elementIndex(of: $0) } }

  /// The row of the photo wall's layout that is at the top of the wall's area on the screen.
  var top: Int { index.map { layout.frames[$0].rows.lowerBound - row } ?? layout.top }

  /// The indices of the photos and full-width lines that are visible on the photo wall, in the
  /// order of the stream.
  var visibleIndices: [Int] {
    let view = top..<(top + max(1, room.rows))
    return layout.frames.indices.filter { layout.frames[$0].rows.overlaps(view) }
  }

  /// Selects a photo of the photo wall and scrolls it to a row; discards the layout of the wall.
  mutating func selectPhoto(_ id: ID?, onRow row: Int) {
    layout = PhotoWallColumnLayout(columns: layout.columns)
    self.row = row
    selected = id
    movementTarget = nil
    isPlaced = true
  }

  /// Selects a photo of the photo wall without scrolling.
  mutating func selectPhoto(_ id: ID) {
    guard let index = layout.elementIndex(of: id) else { return selected = id }
    let top = top
    selected = id
    row = layout.frames[index].rows.lowerBound - top
    movementTarget = layout.movementTarget(at: index, from: movementTarget)
  }

  /// Updates the layout of the photo wall for new photos or another size.
  mutating func layOutWall(
    _ pieces: [PhotoWallColumnLayout<ID>.UnplacedWallElement], columns: Int, room: CellSize,
    footer: Int
  ) {
    let isResized = room != self.room || columns != layout.columns
    if isResized {
      layout = PhotoWallColumnLayout(columns: columns)
      movementTarget = nil
    }
    self.room = room
    self.footer = footer
    layout.layOutElements(pieces, around: selected)
    if index == nil { selected = pieces.first?.id }
    if isResized || isPlaced {
      scrollToSelection(partly: isPlaced)
    } else {
      scrollWallToRow(top: max(top, layout.top))
    }
    isPlaced = false
  }

  // MARK: - Movement

  /// Selects the neighbour of the selected photo in a direction. If there is none above or below,
  /// scrolls the photo wall to its end.
  mutating func selectNeighbouringPhoto(_ direction: PhotoWallDirection) {
    guard let index else { return }
    let aim = movementTarget ?? layout.movementTarget(at: index)
    guard let next = layout.neighbourIndex(of: index, direction, aim: aim) else {
      if direction == .down { scrollRows(by: footer + 1) }
      if direction == .up { scrollRows(by: -1) }
      return
    }
    selectPhoto(layout.elements[next].id)
    switch direction {
    case .up, .down: self.movementTarget?.column = layout.frames[next].column ?? aim.column
    case .left, .right: self.movementTarget?.row = aim.row
    }
    scrollToSelection()
  }

  mutating func selectPhotoAtEnd(_ direction: PhotoWallDirection) {
    let ends = direction == .up ? layout.elements.first : layout.elements.last
    guard let ends else { return }
    if direction == .up { selectPhoto(ends.id, onRow: 0) } else { selectPhoto(ends.id) }
    if direction == .down { scrollToSelection() }
  }

  /// Scrolls the photo wall by a number of rows, and moves the selection with it.
  mutating func scrollWithSelection(by rows: Int) {
    guard let index else { return }
    let aim = movementTarget ?? layout.movementTarget(at: index)
    let before = top
    scrollWallToRow(top: clampedTopRow(top + rows))
    let step = top - before
    let goal =
      step == 0
      ? RepeatedWallMovementTarget(column: aim.column, row: rows > 0 ? layout.bottom : layout.top)
      : RepeatedWallMovementTarget(column: aim.column, row: aim.row + step)
    guard let next = nearestPhotoIndex(to: goal, among: layout.frames.indices) else { return }
    selectPhoto(layout.elements[next].id)
    self.movementTarget = goal
    scrollToSelection()
  }

  /// Scrolls the photo wall by a number of rows. The selection changes only when it leaves the
  /// screen.
  mutating func scrollRows(by rows: Int) {
    guard let index else { return }
    let aim = movementTarget ?? layout.movementTarget(at: index)
    scrollWallToRow(top: clampedTopRow(top + rows))
    let view = top..<(top + room.rows)
    guard !layout.frames[index].rows.overlaps(view) else { return }
    let edge = rows > 0 ? view.lowerBound : view.upperBound - 1
    let goal = RepeatedWallMovementTarget(column: aim.column, row: edge)
    if let next = nearestPhotoIndex(to: goal, among: visibleIndices) {
      selectPhoto(layout.elements[next].id)
    }
  }

  /// Returns the index of the photo at a cell of the photo wall, and the row within the photo; nil
  /// if there is none.
  func photoPosition(at position: CellPosition, grid: PhotoWallColumnGrid) -> (
    index: Int, row: Int
  )? {
    guard position.row >= 0, position.row < room.rows else { return nil }
    let row = top + position.row
    let column = grid.columnIndex(at: position.column)
    return layout.frames.indices.first {
      layout.frames[$0].rows.contains(row) && (layout.frames[$0].column ?? column) == column
    }.map { ($0, row - layout.frames[$0].rows.lowerBound) }
  }

  /// Scrolls the photo wall as little as needed to show the selected photo in full or, if `partly`
  /// is true, any rows of it.
  private mutating func scrollToSelection(partly: Bool = false) {
    guard let index else { return }
    let frame = layout.frames[index]
    let isLast = frame.rows.upperBound == layout.bottom
    let needed = frame.rows.count + (isLast ? footer : 0)
    if partly {
      row = min(max(row, 1 - frame.rows.count), max(0, room.rows - 1))
    } else if frame.rows.count >= room.rows {
      row = min(max(row, room.rows - frame.rows.count), 0)
    } else {
      row = max(0, min(row, room.rows - needed))
    }
    scrollWallToRow(top: clampedTopRow(top))
  }

  private func clampedTopRow(_ top: Int) -> Int {
    max(layout.top, min(top, layout.bottom + footer - room.rows))
  }

  private mutating func scrollWallToRow(top: Int) {
    guard let index else { return }
    row = layout.frames[index].rows.lowerBound - top
  }

  private func nearestPhotoIndex(
    to aim: RepeatedWallMovementTarget, among indices: some Collection<Int>
  )
    -> Int?
  {
    func distanceToMovementTarget(_ index: Int) -> Int {
      let frame = layout.frames[index]
      let across = abs((frame.column ?? aim.column) - aim.column)
      let rows = frame.rows
      let along =
        rows.contains(aim.row)
        ? 0 : min(abs(rows.lowerBound - aim.row), abs(rows.upperBound - 1 - aim.row))
      // Distance across columns counts far more than distance along the column.
      return along + across * 1_000
    }
    return indices.min { distanceToMovementTarget($0) < distanceToMovementTarget($1) }
  }

  /// Performs a command that moves the selection on the photo wall or scrolls. Returns false for
  /// other commands.
  mutating func handleSelectionMovingCommand(_ command: Command) -> Bool {
    switch command {
    case .down: selectNeighbouringPhoto(.down)
    case .up: selectNeighbouringPhoto(.up)
    case .left: selectNeighbouringPhoto(.left)
    case .right: selectNeighbouringPhoto(.right)
    case .halfPageDown: scrollWithSelection(by: max(1, room.rows / 2))
    case .halfPageUp: scrollWithSelection(by: -max(1, room.rows / 2))
    case .pageDown: scrollWithSelection(by: max(1, room.rows - 2))
    case .pageUp: scrollWithSelection(by: -max(1, room.rows - 2))
    case .lineDown: scrollRows(by: 1)
    case .lineUp: scrollRows(by: -1)
    case .top: selectPhotoAtEnd(.up)
    case .bottom: selectPhotoAtEnd(.down)
    default: return false
    }
    return true
  }
}

extension Command {
  /// Creates the command that a vi key h, j, k or l means on a photo wall, if the option for such
  /// keys is set; nil for other keys.
  init?(wallLetter key: Key, _ options: DisplayOptions) {
    guard options.movesByLetters, key.modifiers.isEmpty else { return nil }
    switch key.code {
    case .character("h"): self = .left
    case .character("j"): self = .down
    case .character("k"): self = .up
    case .character("l"): self = .right
    default: return nil
    }
  }
}
