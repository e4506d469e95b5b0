/// Pictures of upper half blocks, two colours a cell: what is shown where chafa is not installed.
struct HalfBlocks {
  private static let upperHalf: Unicode.Scalar = "\u{2580}"
  /// So many pixels a side of a half cell are looked at: more do not change what is seen.
  private static let samples = 8

  let cells: CellSize
  let depth: ColourDepth

  /// The cells of a picture, row by row.
  func glyphs(of image: PixelImage) -> [PictureGlyph] {
    guard cells.rows > 0, cells.columns > 0 else { return [] }
    let colours = image.pixels.withUnsafeBufferPointer { pixels in
      (0..<2 * cells.rows).map { half in
        let rows = span(half, of: 2 * cells.rows, in: image.size.height)
        return (0..<cells.columns).map { column in
          mean(
            of: pixels, rows, span(column, of: cells.columns, in: image.size.width),
            width: image.size.width)
        }
      }
    }
    return (0..<cells.rows).flatMap { row in
      (0..<cells.columns).map { column in
        glyph(colours[2 * row][column], colours[2 * row + 1][column], row, column)
      }
    }
  }
}

extension HalfBlocks {
  private typealias Pixel = SIMD3<Int>

  /// The pixels that belong to one of some equal parts: at least one.
  private func span(_ part: Int, of count: Int, in length: Int) -> Range<Int> {
    let start = min(part * length / count, length - 1)
    return start..<max(start + 1, min(length, (part + 1) * length / count))
  }

  private func mean(
    of pixels: UnsafeBufferPointer<UInt8>, _ rows: Range<Int>, _ columns: Range<Int>, width: Int
  ) -> Pixel {
    var sum = Pixel.zero
    var count = 0
    let down = max(1, rows.count / Self.samples)
    let across = max(1, columns.count / Self.samples)
    for y in stride(from: rows.lowerBound, to: rows.upperBound, by: down) {
      for x in stride(from: columns.lowerBound, to: columns.upperBound, by: across) {
        let at = 3 * (y * width + x)
        sum &+= Pixel(Int(pixels[at]), Int(pixels[at + 1]), Int(pixels[at + 2]))
        count += 1
      }
    }
    return sum / Pixel(repeating: count)
  }

  private func glyph(_ upper: Pixel, _ lower: Pixel, _ row: Int, _ column: Int) -> PictureGlyph {
    guard depth != .none else {
      return PictureGlyph(
        character: shape(
          isLit(upper, 2 * row, column), isLit(lower, 2 * row + 1, column)),
        foreground: .standard, background: .standard)
    }
    let (top, bottom) = (colour(upper), colour(lower))
    return PictureGlyph(
      character: top == bottom ? " " : Self.upperHalf, foreground: top, background: bottom)
  }

  private func colour(_ pixel: Pixel) -> PictureColour {
    let bytes = SIMD3<UInt8>(truncatingIfNeeded: pixel)
    return PictureColour(bytes.x, bytes.y, bytes.z, depth: depth)
  }

  /// Without colours there is light and dark: a pattern of thresholds makes greys of them.
  private func isLit(_ pixel: Pixel, _ row: Int, _ column: Int) -> Bool {
    let thresholds = [16, 144, 48, 176, 208, 80, 240, 112, 64, 192, 32, 160, 255, 128, 224, 96]
    let light = (299 * pixel.x + 587 * pixel.y + 114 * pixel.z) / 1000
    return light >= thresholds[row % 4 * 4 + column % 4]
  }

  private func shape(_ upper: Bool, _ lower: Bool) -> Unicode.Scalar {
    switch (upper, lower) {
    case (true, true): "\u{2588}"
    case (true, false): Self.upperHalf
    case (false, true): "\u{2584}"
    case (false, false): " "
    }
  }
}
