import PhotoDisplay
import Terminal

/// A layout of a photo wall: each photo goes into the shortest column, in the order of the stream;
/// later photos are placed below or above, so that none moves. Row 0 is where the layout began;
/// rows above are negative.
struct PhotoWallColumnLayout<ID: Hashable> {
  /// An element of a photo wall to be laid out: a photo or a full-width line, with its height in
  /// rows.
  struct UnplacedWallElement: Equatable {
    let id: ID
    let rows: Int
    /// True if the element of the photo wall is a full-width line.
    var isBand = false
  }

  /// A position of a photo or full-width line on a photo wall.
  struct WallElementPosition: Equatable {
    /// The index of a photo's column on the photo wall; nil if the element spans all columns.
    let column: Int?
    let rows: Range<Int>
  }

  let columns: Int
  /// The photos and lines of the photo wall in the order of the stream.
  private(set) var elements: [UnplacedWallElement] = []
  /// The positions of the photos and lines on the photo wall, in the order of `elements`.
  private(set) var frames: [WallElementPosition] = []
  private var indices: [ID: Int] = [:]

  init(columns: Int) { self.columns = max(1, columns) }

  /// The number of the topmost row of a photo wall's layout; 0 for an empty wall.
  var top: Int { frames.lazy.map(\.rows.lowerBound).min() ?? 0 }
  /// The number of the row below a photo wall's last row; 0 for an empty wall.
  var bottom: Int { frames.lazy.map(\.rows.upperBound).max() ?? 0 }

  /// Returns the index of the photo or line with an id on the photo wall; nil if there is none.
  func elementIndex(of id: ID) -> Int? { indices[id] }

  /// Lays out the photos and lines of the photo wall. Unchanged ones around the element with the id
  /// `anchor` keep their positions.
  mutating func layOutElements(_ new: [UnplacedWallElement], around anchor: ID?) {
    guard new != elements else { return }
    let kept = unchangedElementRanges(in: new, around: anchor)
    var placed = Array(frames[kept.old])
    appendWallElements(new[kept.new.upperBound...], onto: &placed)
    prependWallElements(new[..<kept.new.lowerBound], onto: &placed)
    elements = new
    frames = placed
    indices = Dictionary(
      new.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the longest run of unchanged photos and lines of the photo wall around the element
  /// with the id `anchor`, as ranges of indices before and after the change.
  private func unchangedElementRanges(in new: [UnplacedWallElement], around anchor: ID?) -> (
    old: Range<Int>, new: Range<Int>
  ) {
    guard let anchor, let old = indices[anchor],
      let now = new.firstIndex(where: { $0.id == anchor }), new[now] == elements[old]
    else { return (0..<0, 0..<0) }
    var before = 0
    while old - before > 0, now - before > 0, elements[old - before - 1] == new[now - before - 1] {
      before += 1
    }
    var after = 1
    while old + after < elements.count, now + after < new.count,
      elements[old + after] == new[now + after]
    {
      after += 1
    }
    return ((old - before)..<(old + after), (now - before)..<(now + after))
  }

  private func appendWallElements(
    _ new: ArraySlice<UnplacedWallElement>, onto frames: inout [WallElementPosition]
  ) {
    let start = frames.map(\.rows.lowerBound).min() ?? 0
    var ends = Array(repeating: start, count: columns)
    for frame in frames {
      for column in columnRange(of: frame) {
        ends[column] = max(ends[column], frame.rows.upperBound)
      }
    }
    for piece in new {
      let column = piece.isBand ? nil : ends.indices.min { ends[$0] < ends[$1] }
      let first = column.map { ends[$0] } ?? ends.max() ?? start
      let frame = WallElementPosition(column: column, rows: first..<(first + piece.rows))
      for column in columnRange(of: frame) { ends[column] = frame.rows.upperBound }
      frames.append(frame)
    }
  }

  private func prependWallElements(
    _ new: ArraySlice<UnplacedWallElement>, onto frames: inout [WallElementPosition]
  ) {
    guard !new.isEmpty else { return }
    let start = frames.map(\.rows.lowerBound).min() ?? 0
    var ends = Array(repeating: Int.max, count: columns)
    for frame in frames {
      for column in columnRange(of: frame) {
        ends[column] = min(ends[column], frame.rows.lowerBound)
      }
    }
    ends = ends.map { $0 == .max ? start : $0 }
    var placed: [WallElementPosition] = []
    for piece in new.reversed() {
      // The last photo goes to the right, so that a row of photos reads from left to right.
      let column = piece.isBand ? nil : ends.indices.reversed().max { ends[$0] < ends[$1] }
      let last = column.map { ends[$0] } ?? ends.min() ?? start
      let frame = WallElementPosition(column: column, rows: (last - piece.rows)..<last)
      for column in columnRange(of: frame) { ends[column] = frame.rows.lowerBound }
      placed.append(frame)
    }
    frames.insert(contentsOf: placed.reversed(), at: 0)
  }

  private func columnRange(of frame: WallElementPosition) -> Range<Int> {
    frame.column.map { $0..<($0 + 1) } ?? 0..<columns
  }

  /// Returns the index of the visually nearest photo on the photo wall in a direction; nil if there
  /// is none.
  func neighbourIndex(
    of index: Int, _ direction: PhotoWallDirection, aim: RepeatedWallMovementTarget
  )
    -> Int?
  {
    let (frame, rows, column) = (frames[index], frames[index].rows, aim.column)
    switch direction {
    case .down:
      return nearestMatchingElementIndex(
        to: column, where: { $0.rows.lowerBound >= rows.upperBound }
      ) {
        $0.rows.lowerBound
      }
        ?? nearestMatchingElementIndex(to: column, where: { $0.rows.upperBound > rows.upperBound })
      {
        -$0.rows.upperBound
      }
    case .up:
      return nearestMatchingElementIndex(
        to: column, where: { $0.rows.upperBound <= rows.lowerBound }
      ) {
        -$0.rows.upperBound
      }
        ?? nearestMatchingElementIndex(to: column, where: { $0.rows.lowerBound < rows.lowerBound })
      {
        $0.rows.lowerBound
      }
    case .left: return neighbourIndex(beside: frame, step: -1, row: aim.row)
    case .right: return neighbourIndex(beside: frame, step: 1, row: aim.row)
    }
  }

  /// Returns the middle of a photo on the photo wall as the target of the next movements; for a
  /// full-width line, with the column of the target `before`.
  func movementTarget(at index: Int, from before: RepeatedWallMovementTarget? = nil)
    -> RepeatedWallMovementTarget
  {
    let rows = frames[index].rows
    return RepeatedWallMovementTarget(
      column: frames[index].column ?? before?.column ?? 0,
      row: (rows.lowerBound + rows.upperBound) / 2)
  }

  /// Returns the index of the nearest matching photo in a column of the photo wall or, if that has
  /// none, in another column; nil if there is none.
  private func nearestMatchingElementIndex(
    to column: Int, where isInQuestion: (WallElementPosition) -> Bool,
    by distance: (WallElementPosition) -> Int
  ) -> Int? {
    let found = frames.indices.filter { isInQuestion(frames[$0]) }
    let inColumn = found.filter { (frames[$0].column ?? column) == column }
    if let nearest = inColumn.min(by: { distance(frames[$0]) < distance(frames[$1]) }) {
      return nearest
    }
    return found.min { left, right in
      let (a, b) = (frames[left], frames[right])
      let (near, far) = (abs((a.column ?? column) - column), abs((b.column ?? column) - column))
      return near == far ? distance(a) < distance(b) : near < far
    }
  }

  /// Returns the index of the photo that is nearest to a row in the next column of the photo wall
  /// with photos, in one direction; nil if there is none.
  private func neighbourIndex(beside frame: WallElementPosition, step: Int, row: Int) -> Int? {
    guard var column = frame.column else { return nil }
    column += step
    while (0..<columns).contains(column) {
      let there = frames.indices.filter { frames[$0].column == column }
      if let nearest = there.min(by: { rowDistance($0, row) < rowDistance($1, row) }) {
        return nearest
      }
      column += step
    }
    return nil
  }

  private func rowDistance(_ index: Int, _ row: Int) -> Int {
    let rows = frames[index].rows
    return rows.contains(row) ? 0 : min(abs(rows.lowerBound - row), abs(rows.upperBound - 1 - row))
  }
}

enum PhotoWallDirection: CaseIterable {
  case up, down, left, right
}

/// A target point of repeated movements on a photo wall, so that moving back, or past a wide line,
/// returns to the same column.
struct RepeatedWallMovementTarget: Equatable {
  var column: Int
  var row: Int
}

/// A grid of columns for a photo wall: as many as fit with photos of a useful size.
struct PhotoWallColumnGrid: Equatable {
  /// The preferred width of a photo on the photo wall, in cells.
  private static let preferredPhotoColumns = 25
  /// The preferred width of a photo on the photo wall in block characters, which show little of a
  /// smaller one.
  private static let preferredBlockColumns = 36
  /// The minimum width of the screen, in cells, at which two narrow columns of photos are better
  /// than one.
  private static let roomForTwo = 34

  /// The number of photos from which a photo wall has the usual number of columns, instead of fewer
  /// with enlarged photos.
  static let fewPhotos = 24

  /// The number of columns of a photo wall.
  let count: Int
  /// The width of a photo wall's column in cells. One blank separates columns and borders the wall.
  let width: Int
  /// The number of blank cells left of a photo wall's first column.
  private let margin: Int

  init(room: Int, drawsBlocks: Bool = false) {
    let preferred = drawsBlocks ? Self.preferredBlockColumns : Self.preferredPhotoColumns
    let fitting = max(1, room - 1) / (preferred + 1)
    self.init(room: room, count: max(room >= Self.roomForTwo ? 2 : 1, fitting))
  }

  /// Creates the columns of a photo wall for an area of the screen; fewer columns if the usual
  /// number of visible photos would exceed `most`.
  init(room: CellSize, most: Int?, drawsBlocks: Bool = false) {
    var grid = PhotoWallColumnGrid(room: room.columns, drawsBlocks: drawsBlocks)
    while let most, grid.count > 1, grid.estimatedVisiblePhotoCount(in: room.rows) > most {
      grid = PhotoWallColumnGrid(room: room.columns, count: grid.count - 1)
    }
    self = grid
  }

  /// Returns the grid with the fewest columns, at most those of this grid, in which a few photos
  /// are all visible; a lone photo gets a column of its own shape. `heights` returns the photos'
  /// heights for a grid.
  func gridForFewPhotos(
    in room: CellSize, photos: [PhotoShape], heights: (PhotoWallColumnGrid) -> [Int]
  )
    -> PhotoWallColumnGrid
  {
    if photos.count == 1 {
      let widest = PhotoWallColumnGrid(room: room.columns, count: 1).width
      let columns = photos[0].columnCount(forRows: Self.maximumLonePhotoRows(in: room.rows))
      return PhotoWallColumnGrid(
        room: room.columns, count: 1, width: min(widest, max(width, columns)))
    }
    guard photos.count > 1 else { return self }
    for count in 2..<max(2, min(self.count, photos.count + 1)) {
      let grid = PhotoWallColumnGrid(room: room.columns, count: count)
      var layout = PhotoWallColumnLayout<Int>(columns: count)
      layout.layOutElements(
        heights(grid).enumerated().map { .init(id: $0, rows: $1) }, around: nil)
      if layout.bottom <= room.rows { return grid }
    }
    return self
  }

  /// Returns the maximum height of a lone photo on the photo wall, in rows.
  static func maximumLonePhotoRows(in rows: Int) -> Int { max(1, rows * 3 / 4) }

  private init(room: Int, count: Int, width: Int? = nil) {
    let inside = max(1, room - 1)
    self.count = count
    self.width = width ?? max(1, inside / count - 1)
    let width = self.width
    margin = max(0, (inside - count * (width + 1)) / 2)
  }

  /// Returns the number of photos on the wall that would be visible, at least in part, if all
  /// photos had the shape 3:2.
  private func estimatedVisiblePhotoCount(in rows: Int) -> Int {
    count * (rows / (width / 3 + 1) + 1)
  }

  /// Creates a grid of a single column for the photo wall, for photos shown as words.
  init(single room: Int) {
    count = 1
    width = max(1, room - 3)
    margin = 1
  }

  /// Returns the screen column at which a column of the photo wall begins.
  func columnStart(of column: Int) -> Int { 1 + margin + column * (width + 1) }

  /// Returns the index of the photo wall's column at a screen column; a blank belongs to the column
  /// on its left.
  func columnIndex(at place: Int) -> Int {
    min(max(0, (place - 1 - margin) / (width + 1)), count - 1)
  }

  /// The range of screen columns of a photo wall, from its first to its last column.
  var span: Range<Int> { columnStart(of: 0)..<(columnStart(of: count - 1) + width) }
}
