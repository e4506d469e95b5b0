import Terminal

/// The columns of a wall: as many as the room has for photos that are still worth looking at.
struct WallGrid: Hashable {
  /// How wide a photo is where there is room to choose.
  private static let comfortable = 25
  /// From here on two narrow columns show more than one wide one.
  private static let roomForTwo = 34

  /// How many columns there are.
  let count: Int
  /// How wide each is; one blank stands between them, and one on either side.
  let width: Int
  /// What is left over, in front of the first.
  private let margin: Int

  /// The columns for a room so wide.
  init(room: Int) {
    let fitting = max(1, room - 1) / (Self.comfortable + 1)
    self.init(room: room, count: max(room >= Self.roomForTwo ? 2 : 1, fitting))
  }

  /// The columns for a room so large, of which there are fewer where otherwise more photos of the
  /// usual shape would be seen than may be.
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

  /// How many photos are seen where each is half again as wide as high, and the last ones in part.
  private func usualCount(in rows: Int) -> Int { count * (rows / (width / 3 + 1) + 1) }

  /// One column as wide as the room, for words.
  init(single room: Int) {
    count = 1
    width = max(1, room - 3)
    margin = 1
  }

  /// Where a column's left edge is.
  func left(of column: Int) -> Int { 1 + margin + column * (width + 1) }

  /// The column at that place of the room; a blank belongs to the column on its left.
  func column(at place: Int) -> Int {
    min(max(0, (place - 1 - margin) / (width + 1)), count - 1)
  }

  /// From the left edge of the first column to the right edge of the last.
  var span: Range<Int> { left(of: 0)..<(left(of: count - 1) + width) }
}
