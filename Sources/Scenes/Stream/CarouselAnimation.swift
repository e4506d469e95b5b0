import FeedDomain
import Terminal

/// An animation of a photo carousel: the running turn, which is advanced step by step, or none
/// while the carousel is at rest.
struct CarouselAnimation {
  /// A running turn of a carousel: the photo from which it started, and its current animation step.
  struct CarouselTurn: Equatable {
    /// The index of the photo that was in the middle before the carousel turned.
    let from: Int
    /// The current animation step of the carousel's turn.
    var currentStep: CarouselTurnStep
  }

  /// The running turn of a carousel; nil if the carousel is at rest.
  private(set) var motion: CarouselTurn?

  /// Starts turning a carousel by a number of photos; positive brings photos from the right.
  mutating func startCarouselTurn(by steps: Int, from index: Int) {
    motion = CarouselTurn(from: index, currentStep: CarouselTurnStep(turn: steps))
  }

  /// Advances the turn of a carousel by one animation step; after the last step the carousel is at
  /// rest.
  mutating func advanceCarouselTurn() {
    motion = motion.flatMap { motion in
      motion.currentStep.nextStep.map { CarouselTurn(from: motion.from, currentStep: $0) }
    }
  }

  /// Ends the turn of a carousel at once, because the photos in the ring have changed.
  mutating func endCarouselTurn() { motion = nil }
}

/// An animation step of a turning carousel, with the positions of its photos: there are three
/// steps, quick at first.
struct CarouselTurnStep: Equatable {
  /// The time for which each step of a turning carousel stays on the screen.
  static let pause = Duration.milliseconds(40)
  /// The shares of the whole distance, in percent, that the photos of a turning carousel have moved
  /// at its animation steps.
  private static let path = [40, 72, 92]

  /// The number of photos by which the carousel turns; positive brings photos from the right.
  let turn: Int
  private var step = 0

  /// Creates the first animation step of a turning carousel.
  init(turn: Int) { self.turn = turn }

  /// The next animation step of a turning carousel; nil after the last.
  var nextStep: CarouselTurnStep? {
    guard step + 1 < Self.path.count else { return nil }
    var next = self
    next.step += 1
    return next
  }

  /// Returns the rectangle of a moving photo between its old and its new rectangle in a turning
  /// carousel; nil if both are nil. A photo that enters or leaves the screen moves by half the
  /// carousel's width for each photo of the turn.
  func movingPhotoRect(from old: CellRect?, to new: CellRect?, room: CellRect) -> CellRect? {
    let shift = turn * room.size.columns / 2
    guard let start = old ?? new?.movedRect(columns: shift),
      let end = new ?? old?.movedRect(columns: -shift)
    else { return nil }
    return CellRect(
      row: interpolatedCoordinate(start.origin.row, end.origin.row),
      column: interpolatedCoordinate(start.origin.column, end.origin.column),
      rows: interpolatedCoordinate(start.size.rows, end.size.rows),
      columns: interpolatedCoordinate(start.size.columns, end.size.columns))
  }

  private func interpolatedCoordinate(_ start: Int, _ end: Int) -> Int {
    start + (end - start) * Self.path[step] / 100
  }
}

extension CellRect {
  fileprivate func movedRect(columns: Int) -> CellRect {
    CellRect(
      row: origin.row, column: origin.column + columns, rows: size.rows, columns: size.columns)
  }
}

/// A ring in which a carousel arranges the loaded photos and gaps of a stream. The ring is closed
/// from the beginning: elements fetched later come between the last and the first.
struct CarouselRing {
  let count: Int

  /// Returns the index of the element that is `steps` to the right of another in a carousel's ring,
  /// or to the left if negative; nil if the element would be shown twice at that distance.
  func neighbourIndexUnlessShownTwice(_ steps: Int, from index: Int) -> Int? {
    guard count > 0, steps >= -((count - 1) / 2), steps <= count / 2 else { return nil }
    return (index + steps + count) % count
  }

  /// Returns the index of the element that a number of steps leads to in a carousel's ring; nil if
  /// the ring has less than two elements.
  func ringIndexAfterSteps(_ step: Int, from index: Int) -> Int? {
    count > 1 ? (index + step + count) % count : nil
  }
}

/// A layout of the photos of a carousel in a rectangle: the middle photo large, its neighbours
/// smaller the further away they are, all centred on one horizontal line.
struct CarouselPhotoPositions {
  /// The maximum number of neighbours that a carousel shows on either side of the middle photo.
  static let maximumNeighbours = 2
  /// The sizes of a carousel's photos, from the middle outwards, in percent of the middle photo's.
  private static let scales = [100, 60, 36]
  private static let gap = 2

  /// The rectangle for the photos of a carousel, without the caption below.
  let room: CellRect

  /// Returns the boxes of a carousel's visible photos, by their number of steps from the middle.
  /// `shape` returns the size of an element within a maximum size; nil if there is none.
  func photoBoxesByStep(shape: (_ steps: Int, _ room: CellSize) -> CellSize?) -> [Int: CellRect] {
    guard room.size.rows > 0, room.size.columns > 0, let middle = shape(0, maximumPhotoSize(at: 0))
    else {
      return [:]
    }
    var boxes = [
      0: photoBox(middle, left: room.origin.column + (room.size.columns - middle.columns) / 2)
    ]
    for side in [-1, 1] {
      var edge = boxes[0].map { side < 0 ? $0.columns.lowerBound : $0.columns.upperBound } ?? 0
      for distance in 1...Self.maximumNeighbours {
        guard let size = shape(side * distance, maximumPhotoSize(at: distance)) else { break }
        let left = side < 0 ? edge - Self.gap - size.columns : edge + Self.gap
        let next = photoBox(size, left: left)
        guard next.columns.overlaps(room.columns) else { break }
        boxes[side * distance] = next
        edge = side < 0 ? left : left + size.columns
      }
    }
    return boxes
  }

  /// Returns the maximum size of a photo that is a number of steps from the middle of a carousel.
  private func maximumPhotoSize(at distance: Int) -> CellSize {
    let scale = Self.scales[min(distance, Self.scales.count - 1)]
    // The middle photo leaves room for its neighbours.
    let widest = max(1, room.size.columns * (room.size.columns < 30 ? 80 : 64) / 100)
    return CellSize(
      rows: max(1, room.size.rows * scale / 100), columns: max(1, widest * scale / 100))
  }

  private func photoBox(_ size: CellSize, left: Int) -> CellRect {
    CellRect(
      row: room.origin.row + (room.size.rows - size.rows) / 2, column: left, rows: size.rows,
      columns: size.columns)
  }
}
