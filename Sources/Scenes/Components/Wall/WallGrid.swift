import Terminal

/// The columns of a photo wall: as many as fit with photos of a useful size.
struct WallGrid: Hashable {
  /// The preferred width of a photo.
  private static let comfortable = 25
  /// The width of the room from which two narrow columns are better than one.
  private static let roomForTwo = 34

  /// The number of columns.
  let count: Int
  /// The width of a column. One blank separates columns and borders the wall.
  let width: Int
  /// The unused columns left of the first.
  private let margin: Int

  init(room: Int) {
    let fitting = max(1, room - 1) / (Self.comfortable + 1)
    self.init(room: room, count: max(room >= Self.roomForTwo ? 2 : 1, fitting))
  }

  /// A grid for a room, with fewer columns if the usual number of visible photos would exceed most.
  init(room: CellSize, most: Int?) {
    var grid = WallGrid(room: room.columns)
    while let most, grid.count > 1, grid.usualCount(in: room.rows) > most {
      grid = WallGrid(room: room.columns, count: grid.count - 1)
    }
    self = grid
  }

  private init(room: Int, count: Int) {
    let inside = max(1, room - 1)
    self.count = count
    width = max(1, inside / count - 1)
    margin = max(0, (inside - count * (width + 1)) / 2)
  }

  /// Returns the number of visible photos in the 3:2 format, partly visible ones included.
  private func usualCount(in rows: Int) -> Int { count * (rows / (width / 3 + 1) + 1) }

  /// A single column for photos shown as words.
  init(single room: Int) {
    count = 1
    width = max(1, room - 3)
    margin = 1
  }

  /// Returns the first cell of a column.
  func left(of column: Int) -> Int { 1 + margin + column * (width + 1) }

  /// Returns the column at a cell; a blank belongs to the column on its left.
  func column(at place: Int) -> Int {
    min(max(0, (place - 1 - margin) / (width + 1)), count - 1)
  }

  /// The cells from the first to the last column.
  var span: Range<Int> { left(of: 0)..<(left(of: count - 1) + width) }
}
