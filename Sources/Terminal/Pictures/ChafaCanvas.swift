/// A canvas of the library chafa, which converts pictures of one size to block characters.
struct ChafaCanvas: ~Copyable {
  /// The value of chafa's `CHAFA_PIXEL_RGB8`: a pixel is three bytes.
  private static let threeBytes: Int32 = 8
  /// The value of chafa's `CHAFA_SYMBOL_TAG_SPACE` and `_BLOCK`: halves, quarters and eighths of a
  /// cell, which every font has.
  private static let symbols: Int32 = 1 << 0 | 1 << 3

  /// The value of chafa's `CHAFA_COLOR_SPACE_DIN99D`: colours of a picture become the palette
  /// colours that look most similar. Distances in RGB would turn all dark colours into greys.
  private static let perceptualColours: Int32 = 1
  /// The value of chafa's `CHAFA_DITHER_MODE_ORDERED`: dithering in a fixed pattern, which does not
  /// change when a picture scrolls.
  private static let orderedDithering: Int32 = 1
  /// The value of chafa's `CHAFA_DITHER_MODE_DIFFUSION`: dithering that passes errors on to the
  /// next pixels, which keeps edges that a pattern would hide.
  private static let errorDiffusion: Int32 = 2
  /// The strength of dithering with sixteen colours; chafa's own, 1, leaves some greys flat.
  private static let strongDithering: Float = 2

  private let functions: ChafaLibrary.ChafaFunctions
  private let cells: CellSize
  private let depth: ColourDepth
  private let canvas: OpaquePointer

  init?(
    _ functions: ChafaLibrary.ChafaFunctions, cells: CellSize, cell: PixelSize, depth: ColourDepth
  ) {
    guard let configuration = functions.makeConfiguration() else { return nil }
    defer { functions.releaseConfiguration(configuration) }
    let map = functions.makeSymbols()
    defer { functions.releaseSymbols(map) }
    functions.addSymbols(map, Self.symbols)
    functions.setGeometry(configuration, Int32(cells.columns), Int32(cells.rows))
    functions.setCellGeometry(configuration, Int32(cell.width), Int32(cell.height))
    functions.setMode(configuration, Self.chafaCanvasMode(depth))
    if depth == .palette256 || depth == .ansi16 {
      functions.setColourSpace(configuration, Self.perceptualColours)
    }
    // With so few colours, a picture without dithering would be black blocks.
    if depth == .ansi16 {
      functions.setDithering(configuration, Self.orderedDithering)
      functions.setDitheringStrength(configuration, Self.strongDithering)
    }
    if depth == .none {
      functions.setDithering(configuration, Self.errorDiffusion)
      // The image already ranges from black to white; chafa would make its light parts white.
      functions.setPreprocessing(configuration, 0)
    }
    // The most similar of all characters, not of some: a picture is made once.
    functions.setWork(configuration, 1)
    functions.setSymbols(configuration, map)
    guard let canvas = functions.makeCanvas(configuration) else { return nil }
    (self.functions, self.cells, self.depth, self.canvas) = (functions, cells, depth, canvas)
  }

  deinit { functions.releaseCanvas(canvas) }

  /// Returns an image as block characters, row by row.
  func symbolGlyphs(of image: PixelImage) -> [PictureGlyph] {
    let rows = FourByteAlignedPixelRows(image)
    rows.bytes.withUnsafeBufferPointer {
      functions.draw(
        canvas, Self.threeBytes, $0.baseAddress, Int32(image.size.width),
        Int32(image.size.height), Int32(rows.stride))
    }
    var glyphs: [PictureGlyph] = []
    glyphs.reserveCapacity(cells.rows * cells.columns)
    for row in 0..<Int32(cells.rows) {
      for column in 0..<Int32(cells.columns) { glyphs.append(symbolGlyph(row, column)) }
    }
    return glyphs
  }

  private func symbolGlyph(_ row: Int32, _ column: Int32) -> PictureGlyph {
    var foreground: Int32 = -1
    var background: Int32 = -1
    functions.colours(canvas, column, row, &foreground, &background)
    let character = Unicode.Scalar(functions.character(canvas, column, row))
    let glyph = PictureGlyph(
      // Any character other than a block becomes a blank.
      character: character.flatMap { (0x2580...0x259f).contains($0.value) ? $0 : nil } ?? " ",
      foreground: symbolColour(foreground), background: symbolColour(background))
    return depth == .none ? glyph : glyph.withSmallerForeground
  }

  /// Returns the picture colour for a colour number of chafa, which is packed or a palette index;
  /// other numbers are the terminal's default colour.
  private func symbolColour(_ number: Int32) -> PictureColour {
    guard number >= 0 else { return .standard }
    switch depth {
    case .none: return .standard
    case .ansi16, .palette256: return UInt8(exactly: number).map { .palette($0) } ?? .standard
    case .direct:
      return .rgb(
        UInt8(truncatingIfNeeded: number >> 16), UInt8(truncatingIfNeeded: number >> 8),
        UInt8(truncatingIfNeeded: number))
    }
  }

  /// Returns chafa's `ChafaCanvasMode` for a colour depth. Of 256 colours the first sixteen are
  /// left out, because people change them.
  private static func chafaCanvasMode(_ depth: ColourDepth) -> Int32 {
    switch depth {
    case .direct: 0
    case .palette256: 2
    case .ansi16: 3
    case .none: 5
    }
  }
}

extension PictureGlyph {
  /// The block characters whose complement covers less of the edges of a cell, most of all of its
  /// upper edge.
  private static let complements: [Unicode.Scalar: Unicode.Scalar] = [
    "█": " ", "▀": "▄", "▐": "▌", "▉": "▕", "▙": "▝", "▛": "▗", "▜": "▖", "▟": "▘",
  ]

  /// The copy of a block character with the same look whose foreground covers less of the cell's
  /// edges. In most fonts the foreground ends a part of a pixel before the edge, where the
  /// background shows as a hairline.
  var withSmallerForeground: PictureGlyph {
    guard let complement = Self.complements[character] else { return self }
    return PictureGlyph(character: complement, foreground: background, background: foreground)
  }
}

/// A copy of an image's pixel rows, each padded to a multiple of four bytes; otherwise chafa 1.12
/// slants the picture.
private struct FourByteAlignedPixelRows {
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

/// A converter of pictures to upper half blocks with two colours, for a system without chafa.
struct HalfBlockConverter {
  private static let upperHalf: Unicode.Scalar = "\u{2580}"
  /// Maximum number of pixels on a side that are sampled for half a cell of a picture.
  private static let samples = 8

  let cells: CellSize
  let depth: ColourDepth

  func halfBlockGlyphs(of image: PixelImage) -> [PictureGlyph] {
    guard cells.rows > 0, cells.columns > 0 else { return [] }
    let colours = image.pixels.withUnsafeBufferPointer { pixels in
      (0..<2 * cells.rows).map { half in
        let rows = PicturePiece.pixelRange(
          ofCells: half..<half + 1, of: image.size.height, in: 2 * cells.rows)
        return (0..<cells.columns).map { column in
          let columns = PicturePiece.pixelRange(
            ofCells: column..<column + 1, of: image.size.width, in: cells.columns)
          return halfBlockMeanPixel(of: pixels, rows, columns, width: image.size.width)
        }
      }
    }
    return (0..<cells.rows).flatMap { row in
      (0..<cells.columns).map { column in
        halfBlockGlyph(colours[2 * row][column], colours[2 * row + 1][column], row, column)
      }
    }
  }

  private typealias Pixel = SIMD3<Int>

  private func halfBlockMeanPixel(
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

  private func halfBlockGlyph(_ upper: Pixel, _ lower: Pixel, _ row: Int, _ column: Int)
    -> PictureGlyph
  {
    guard depth != .none else {
      return PictureGlyph(
        character: halfBlockCharacter(
          isMonochromeHalfBlockLit(upper, 2 * row, column),
          isMonochromeHalfBlockLit(lower, 2 * row + 1, column)),
        foreground: .standard, background: .standard)
    }
    let top = halfBlockColour(of: upper, 2 * row, column)
    let bottom = halfBlockColour(of: lower, 2 * row + 1, column)
    return PictureGlyph(
      character: top == bottom ? " " : Self.upperHalf, foreground: top, background: bottom)
  }

  /// Returns the colour of half a cell of a picture; with sixteen colours, one of two by the
  /// dithering pattern.
  private func halfBlockColour(of pixel: Pixel, _ row: Int, _ column: Int) -> PictureColour {
    if depth == .ansi16 {
      return .palette(
        PaletteColourMatcher.ditheredOf16Colours(
          pixel, threshold: halfBlockDitheringThreshold(row, column)))
    }
    let bytes = SIMD3<UInt8>(truncatingIfNeeded: pixel)
    return PictureColour(bytes.x, bytes.y, bytes.z, depth: depth)
  }

  /// Returns true if half a cell of a picture is lit, on a terminal without colours: a pattern of
  /// thresholds makes greys.
  private func isMonochromeHalfBlockLit(_ pixel: Pixel, _ row: Int, _ column: Int) -> Bool {
    let light = (299 * pixel.x + 587 * pixel.y + 114 * pixel.z) / 1000
    return light >= halfBlockDitheringThreshold(row, column)
  }

  /// Returns the dithering threshold of half a cell: 16 to 255, in a pattern of four by four.
  private func halfBlockDitheringThreshold(_ row: Int, _ column: Int) -> Int {
    let thresholds = [16, 144, 48, 176, 208, 80, 240, 112, 64, 192, 32, 160, 255, 128, 224, 96]
    return thresholds[row % 4 * 4 + column % 4]
  }

  private func halfBlockCharacter(_ upper: Bool, _ lower: Bool) -> Unicode.Scalar {
    switch (upper, lower) {
    case (true, true): "\u{2588}"
    case (true, false): Self.upperHalf
    case (false, true): "\u{2584}"
    case (false, false): " "
    }
  }
}
