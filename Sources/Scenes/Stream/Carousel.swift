import FeedDomain
import Terminal

/// A carousel that is looked at; at rest it is always one photo that is in the middle.
struct Carousel {
  /// A turn that is under way.
  struct Animation: Equatable {
    /// What was in the middle.
    let from: Int
    /// How far it has come.
    var glide: CarouselGlide
  }

  /// The turn that is under way; nil at rest.
  private(set) var motion: Animation?

  /// Begins a turn that brings what stands so many places to the right to the middle.
  mutating func turn(by steps: Int, from index: Int) {
    motion = Animation(from: index, glide: CarouselGlide(turn: steps))
  }

  /// Goes on a step, or comes to rest.
  mutating func goOn() {
    motion = motion.flatMap { motion in
      motion.glide.next.map { Animation(from: motion.from, glide: $0) }
    }
  }

  /// Comes to rest at once: what is in the ring has changed.
  mutating func rest() { motion = nil }
}

/// The short way the photos of a carousel go when it turns: a few steps, quick at first.
struct CarouselGlide: Equatable {
  /// How long each step is on the screen.
  static let pause = Duration.milliseconds(40)
  /// How far they have come at each step, in hundredths.
  private static let path = [40, 72, 92]

  /// By how many places the ring turns; positive brings what is on the right to the middle.
  let turn: Int
  private var step = 0

  /// The beginning of a turn.
  init(turn: Int) { self.turn = turn }

  /// The step after this one; nil where that is the end.
  var next: CarouselGlide? {
    guard step + 1 < Self.path.count else { return nil }
    var next = self
    next.step += 1
    return next
  }

  /// Where a box is on its way. One that comes from beyond the edges, or goes there, travels as far
  /// as the middle of the room does.
  func box(from old: CellRect?, to new: CellRect?, room: CellRect) -> CellRect? {
    let shift = turn * room.size.columns / 2
    guard let start = old ?? new?.moved(columns: shift),
      let end = new ?? old?.moved(columns: -shift)
    else { return nil }
    return CellRect(
      row: between(start.origin.row, end.origin.row),
      column: between(start.origin.column, end.origin.column),
      rows: between(start.size.rows, end.size.rows),
      columns: between(start.size.columns, end.size.columns))
  }

  private func between(_ start: Int, _ end: Int) -> Int {
    start + (end - start) * Self.path[step] / 100
  }
}

extension CellRect {
  fileprivate func moved(columns: Int) -> CellRect {
    CellRect(
      row: origin.row, column: origin.column + columns, rows: size.rows, columns: size.columns)
  }
}

/// What stands around the middle of a carousel: all that is here, in a ring.
///
/// It is full from the beginning: what is fetched later comes in between the last and the first.
struct CarouselRing {
  /// How many elements are here.
  let count: Int

  /// What stands so many places to the right of an element, or to the left of it for negative ones;
  /// nil where that would show something twice.
  func element(_ steps: Int, from index: Int) -> Int? {
    guard count > 0, steps >= -((count - 1) / 2), steps <= count / 2 else { return nil }
    return (index + steps + count) % count
  }

  /// Where a step leads; nil where there is nothing else.
  func step(_ step: Int, from index: Int) -> Int? {
    count > 1 ? (index + step + count) % count : nil
  }
}

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
