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
  package let rows: Int

  /// The room in a pane of that size; nil where photos are told in words.
  @MainActor package init?(_ shelf: any PictureShelf, pane: CellSize, _ options: DisplayOptions) {
    guard shelf.isOn, !options.isPlain else { return nil }
    self.init(cell: shelf.cell, pane: pane)
  }

  /// The room in a pane of that size; nil where it is too small for a picture.
  package init?(cell: PixelSize, pane: CellSize) {
    guard cell.width > 0, cell.height > 0 else { return nil }
    // A little more than half: what was written about a photo is to be seen with it.
    let rows = min(20, pane.rows * 55 / 100)
    guard rows >= 3 else { return nil }
    (self.cell, self.rows) = (cell, rows)
  }

  /// The box of a photo that stands alone.
  package func box(for size: PhotoSize, columns: Int) -> CellSize {
    let shape = shape(of: size, within: 0.4...4)
    let widest = min(columns, max(40, columns / 2))
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

  /// The square box of somebody's picture, with words beside it; nil where these would have too
  /// little room.
  package func box(besideWordsIn columns: Int) -> CellSize? {
    let rows = min(8, self.rows / 2)
    let wide = Int(
      (Double(rows) * shape(of: PhotoSize(width: 1, height: 1), within: 1...1)).rounded())
    guard rows >= 4, wide >= 4, columns - wide >= 40 else { return nil }
    return CellSize(rows: rows, columns: wide)
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
