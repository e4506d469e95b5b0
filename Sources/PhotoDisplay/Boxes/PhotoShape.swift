package import FeedDomain
package import Terminal

/// The shape of a photo in cells, which are higher than wide.
package struct PhotoShape {
  /// Its size in pixels; one that nobody told is taken for the commonest.
  private let size: (width: Int, height: Int)
  private let cell: PixelSize

  /// The shape of a photo on a terminal with such cells.
  package init(_ photo: PhotoSize, cell: PixelSize) {
    let isKnown = photo.width > 0 && photo.height > 0
    // Beyond this a size is no photo's, and products of it would not fit.
    let largest = 1 << 24
    size = isKnown ? (min(photo.width, largest), min(photo.height, largest)) : (3, 2)
    self.cell = PixelSize(width: max(1, cell.width), height: max(1, cell.height))
  }

  /// How many rows it takes where it is so wide; at least one.
  package func rows(columns: Int) -> Int {
    let (pixels, unit) = (columns * cell.width * size.height, size.width * cell.height)
    return max(1, (pixels + unit / 2) / unit)
  }

  /// How many columns it takes where it is so high; at least one.
  package func columns(rows: Int) -> Int {
    let (pixels, unit) = (rows * cell.height * size.width, size.height * cell.width)
    return max(1, (pixels + unit / 2) / unit)
  }

  /// The largest box of its shape within the room.
  package func box(within room: CellSize) -> CellSize {
    let rows = max(1, room.rows)
    let columns = columns(rows: rows)
    guard columns > room.columns else { return CellSize(rows: rows, columns: columns) }
    let width = max(1, room.columns)
    return CellSize(rows: min(rows, self.rows(columns: width)), columns: width)
  }
}
