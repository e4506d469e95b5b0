/// A canvas of chafa's, for pictures of one size.
struct SymbolCanvas: ~Copyable {
  /// `CHAFA_PIXEL_RGB8`.
  private static let threeBytes: Int32 = 8
  /// `CHAFA_SYMBOL_TAG_SPACE` and `_BLOCK`: halves, quarters and eighths, which every font has.
  private static let symbols: Int32 = 1 << 0 | 1 << 3

  /// `CHAFA_COLOR_SPACE_DIN99D`: takes the colour of the palette that looks nearest. Measured in
  /// red, green and blue, dark colours would all become greys, since there are more of those.
  private static let asSeen: Int32 = 1

  private let functions: ChafaLibrary.Functions
  private let cells: CellSize
  private let depth: ColourDepth
  private let canvas: OpaquePointer

  init?(_ functions: ChafaLibrary.Functions, cells: CellSize, cell: PixelSize, depth: ColourDepth) {
    guard let configuration = functions.makeConfiguration() else { return nil }
    defer { functions.releaseConfiguration(configuration) }
    let map = functions.makeSymbols()
    defer { functions.releaseSymbols(map) }
    functions.addSymbols(map, Self.symbols)
    functions.setGeometry(configuration, Int32(cells.columns), Int32(cells.rows))
    functions.setCellGeometry(configuration, Int32(cell.width), Int32(cell.height))
    functions.setMode(configuration, Self.mode(depth))
    if depth == .palette256 { functions.setColourSpace(configuration, Self.asSeen) }
    functions.setWork(configuration, 0.5)
    functions.setSymbols(configuration, map)
    guard let canvas = functions.makeCanvas(configuration) else { return nil }
    (self.functions, self.cells, self.depth, self.canvas) = (functions, cells, depth, canvas)
  }

  deinit { functions.releaseCanvas(canvas) }

  /// The cells of a picture, row by row.
  func glyphs(of image: PixelImage) -> [PictureGlyph] {
    let rows = PaddedRows(image)
    rows.bytes.withUnsafeBufferPointer {
      functions.draw(
        canvas, Self.threeBytes, $0.baseAddress, Int32(image.size.width),
        Int32(image.size.height), Int32(rows.stride))
    }
    var glyphs: [PictureGlyph] = []
    glyphs.reserveCapacity(cells.rows * cells.columns)
    for row in 0..<Int32(cells.rows) {
      for column in 0..<Int32(cells.columns) { glyphs.append(glyph(row, column)) }
    }
    return glyphs
  }

  private func glyph(_ row: Int32, _ column: Int32) -> PictureGlyph {
    var foreground: Int32 = -1
    var background: Int32 = -1
    functions.colours(canvas, column, row, &foreground, &background)
    let character = Unicode.Scalar(functions.character(canvas, column, row))
    return PictureGlyph(
      // Only what was asked for: a block or a blank.
      character: character.flatMap { (0x2580...0x259f).contains($0.value) ? $0 : nil } ?? " ",
      foreground: colour(foreground), background: colour(background))
  }

  /// A packed colour, or a place in the palette; outside the palette it is the terminal's own.
  private func colour(_ number: Int32) -> PictureColour {
    guard number >= 0 else { return .standard }
    switch depth {
    case .none: return .standard
    case .ansi16, .palette256:
      return UInt8(exactly: number).map { .palette($0) } ?? .standard
    case .direct:
      return .rgb(
        UInt8(truncatingIfNeeded: number >> 16), UInt8(truncatingIfNeeded: number >> 8),
        UInt8(truncatingIfNeeded: number))
    }
  }

  /// `ChafaCanvasMode`. The palette's first sixteen are left out of 256: people change them.
  private static func mode(_ depth: ColourDepth) -> Int32 {
    switch depth {
    case .direct: 0
    case .palette256: 2
    case .ansi16: 3
    case .none: 5
    }
  }
}

/// Pixels whose rows begin at multiples of four bytes; otherwise chafa 1.12 slants the picture.
private struct PaddedRows {
  let bytes: [UInt8]
  let stride: Int

  init(_ image: PixelImage) {
    let length = 3 * image.size.width
    stride = (length + 3) / 4 * 4
    guard stride > length else {
      bytes = image.pixels
      return
    }
    var padded: [UInt8] = []
    padded.reserveCapacity(stride * image.size.height)
    for start in Swift.stride(from: 0, to: image.pixels.count, by: length) {
      padded += image.pixels[start..<(start + length)]
      padded.append(contentsOf: repeatElement(0, count: stride - length))
    }
    bytes = padded
  }
}
