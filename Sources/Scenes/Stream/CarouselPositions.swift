import FeedDomain
import Terminal

/// Where the photos of a carousel stand: the middle one large, its neighbours smaller the further
/// away they are, all on one line through their middles.
struct CarouselPositions {
  /// How many neighbours are shown at most on either side.
  static let reach = 2
  /// How large each is, in hundredths of the middle one, from the middle outwards.
  private static let scales = [100, 60, 36]
  private static let gap = 2

  /// The room for the photos, without the words below them.
  let room: CellRect

  /// The boxes from the left, by their number of steps from the middle; those that would not be
  /// seen are left out. `shape` gives the box of an element within a size.
  func boxes(shape: (_ steps: Int, _ room: CellSize) -> CellSize?) -> [Int: CellRect] {
    guard room.size.rows > 0, room.size.columns > 0, let middle = shape(0, size(at: 0)) else {
      return [:]
    }
    var boxes = [
      0: box(middle, left: room.origin.column + (room.size.columns - middle.columns) / 2)
    ]
    for side in [-1, 1] {
      var edge = boxes[0].map { side < 0 ? $0.columns.lowerBound : $0.columns.upperBound } ?? 0
      for distance in 1...Self.reach {
        guard let size = shape(side * distance, size(at: distance)) else { break }
        let left = side < 0 ? edge - Self.gap - size.columns : edge + Self.gap
        let next = box(size, left: left)
        guard next.columns.overlaps(room.columns) else { break }
        boxes[side * distance] = next
        edge = side < 0 ? left : left + size.columns
      }
    }
    return boxes
  }

  /// The room for one so many steps from the middle.
  private func size(at distance: Int) -> CellSize {
    let scale = Self.scales[min(distance, Self.scales.count - 1)]
    // The middle leaves room for what is beside it.
    let widest = max(1, room.size.columns * (room.size.columns < 30 ? 80 : 64) / 100)
    return CellSize(
      rows: max(1, room.size.rows * scale / 100), columns: max(1, widest * scale / 100))
  }

  private func box(_ size: CellSize, left: Int) -> CellRect {
    CellRect(
      row: room.origin.row + (room.size.rows - size.rows) / 2, column: left, rows: size.rows,
      columns: size.columns)
  }
}
