package import FeedDomain
package import Preferences
package import Terminal

/// How much room photos have in a list of posts: what their boxes depend on besides themselves.
///
/// A box is known before a byte of its photo is, so that no text ever moves for a picture.
package struct PictureRoom: Equatable, Sendable {
  /// How large a cell is.
  package let cell: PixelSize
  /// How many rows a box may have.
  package private(set) var rows: Int
  /// Whether a photo that stands alone is as wide as the words.
  package private(set) var isWide = false
  /// Whether people's pictures stand beside what they wrote.
  package private(set) var hasPeople = false

  /// A pane so wide has room for people beside their posts.
  private static let columnsForPeople = 41

  /// The room in a pane of that size; nil where photos are told in words.
  @MainActor package init?(_ shelf: any PictureShelf, pane: CellSize, _ options: DisplayOptions) {
    guard shelf.isOn, !options.isPlain else { return nil }
    self.init(cell: shelf.cell, pane: pane)
    hasPeople =
      options.showsPeople && !shelf.isThrifty && pane.columns >= Self.columnsForPeople
  }

  /// The room in a pane of that size; nil where it is too small for a picture.
  package init?(cell: PixelSize, pane: CellSize) {
    guard cell.width > 0, cell.height > 0 else { return nil }
    // A little more than half: what was written about a photo is to be seen with it.
    let rows = min(20, pane.rows * 55 / 100)
    guard rows >= 3 else { return nil }
    (self.cell, self.rows) = (cell, rows)
  }

  /// The same without people beside their posts: where they are named above.
  package var withoutPeople: PictureRoom {
    var room = self
    room.hasPeople = false
    return room
  }

  /// The same, in which a photo that stands alone is as wide as the words, and as high as so many
  /// rows of them leave it.
  package func widened(in pane: CellSize, beside words: Int = 6) -> PictureRoom {
    var room = self
    room.isWide = true
    room.rows = max(rows, min(40, pane.rows - words))
    return room
  }

  /// The box of a photo that stands alone.
  package func box(for size: PhotoSize, columns: Int) -> CellSize {
    let shape = shape(of: size, within: 0.4...4)
    let widest = isWide ? columns : min(columns, max(40, columns / 2))
    let rows = (Double(widest) / shape).rounded()
    guard rows > Double(self.rows) else {
      return CellSize(rows: max(2, Int(rows)), columns: widest)
    }
    let columns = (Double(self.rows) * shape).rounded()
    return CellSize(rows: self.rows, columns: min(widest, max(4, Int(columns))))
  }

  /// The boxes of photos that stand side by side, all of the same height; nil where they would be
  /// too small to show anything.
  package func boxes(for sizes: [PhotoSize], columns: Int) -> [CellSize]? {
    let shapes = sizes.map { shape(of: $0, within: 0.5...2) }
    let free = columns - (sizes.count - 1) * Self.gutter
    let rows = min(self.rows, Int(Double(free) / shapes.reduce(0, +)))
    guard sizes.count > 1, rows >= 4 else { return nil }
    var left = free
    return shapes.map { shape in
      let columns = min(left, max(3, Int((Double(rows) * shape).rounded())))
      left -= columns
      return CellSize(rows: rows, columns: columns)
    }
  }

  /// The square box of somebody's picture, with words beside it: a small one where these have little
  /// room, and nil where they would have none.
  package func box(besideWordsIn columns: Int) -> CellSize? {
    let large = square(rows: min(8, rows / 2))
    if large.rows >= 4, columns - large.columns >= 40 { return large }
    let small = square(rows: 3)
    return rows >= 3 && columns - small.columns >= 20 ? small : nil
  }

  private func square(rows: Int) -> CellSize {
    let shape = shape(of: PhotoSize(width: 1, height: 1), within: 1...1)
    return CellSize(rows: rows, columns: max(2, Int((Double(rows) * shape).rounded())))
  }

  /// The square box of whoever wrote a post; nil where people are not shown.
  package var person: CellSize? {
    guard hasPeople else { return nil }
    return square(rows: 2)
  }

  /// The columns between two photos.
  package static let gutter = 1

  /// How many columns a row of the box takes, from the photo's shape and the cell's.
  private func shape(of size: PhotoSize, within limits: ClosedRange<Double>) -> Double {
    let isKnown = size.width > 0 && size.height > 0
    let ratio = isKnown ? Double(size.width) / Double(size.height) : 4 / 3
    let inLimits = min(limits.upperBound, max(limits.lowerBound, ratio))
    return inLimits * Double(cell.height) / Double(cell.width)
  }
}
