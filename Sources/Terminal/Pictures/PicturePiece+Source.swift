struct PixelRect: Hashable, Sendable {
  let x: Int
  let y: Int
  let width: Int
  let height: Int
}

extension PicturePiece {
  /// The pixels of the picture that the piece shows.
  var source: PixelRect {
    let columns = Self.pixels(part.columns, of: picture.image.size.width, in: picture.cells.columns)
    let rows = Self.pixels(part.rows, of: picture.image.size.height, in: picture.cells.rows)
    return PixelRect(
      x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
  }

  private static func pixels(_ cells: Range<Int>, of pixels: Int, in count: Int) -> Range<Int> {
    let first = min(cells.lowerBound * pixels / count, pixels - 1)
    return first..<max(first + 1, min(pixels, cells.upperBound * pixels / count))
  }
}
