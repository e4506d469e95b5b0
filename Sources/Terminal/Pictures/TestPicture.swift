/// A namespace for the test picture, which shows whether pictures are complete, in place,
/// undistorted and in the right colours.
public enum TestPicture {
  private static let cells = CellSize(rows: 8, columns: 36)

  /// Returns the bytes that draw the test picture at the cursor, which is below the picture
  /// afterwards; empty if no pictures are shown.
  @MainActor
  public static func testPictureBytes(_ detection: PictureDetection, depth: ColourDepth)
    -> [UInt8]
  {
    guard let picture = testPicture(cell: detection.cell) else { return [] }
    let part = CellRect(origin: CellPosition(row: 0, column: 0), size: cells)
    let ability = detection.ability
    switch ability.method {
    case .none: return []
    case .symbols:
      let glyphs = SymbolEncoder.pictureGlyphs(
        of: picture, depth: ability.pictureColourDepth(besides: depth), cell: ability.cell,
        with: ChafaLibrary())
      return textPictureBytes(of: picture, .symbols(glyphs))
    case .kittyPlaceholders:
      let numbers =
        detection.isInTmux
        ? KittyImageIDRange.small : .threeByteImageIDs(process: Int32.random(in: 1...9999))
      guard let number = numbers.lowestFreeImageID(except: []) else { return [] }
      let place = KittyCommand.placeholderCommand(for: picture, number)
      return kittyUploadBytes(picture, number, place, throughTmux: detection.isInTmux)
        + textPictureBytes(of: picture, .placeholders(number))
    case .kitty:
      let numbers = KittyImageIDRange.threeByteImageIDs(process: Int32.random(in: 1...9999))
      guard let number = numbers.lowestFreeImageID(except: []) else { return [] }
      let keys = "a=p,i=\(number.value),c=\(cells.columns),r=\(cells.rows),C=1,q=2"
      return bytesDrawingInReservedRows(
        kittyUploadBytes(picture, number, KittyCommand(keys: keys), throughTmux: false))
    case .sixel:
      let format = SixelFormat(cell: detection.cell)
      var bytes: [UInt8] = []
      format.appendEncodedPixels(
        part, of: format.encodedPicture(of: picture), picture, endsScreen: false, to: &bytes)
      return bytesDrawingInReservedRows(bytes)
    case .iterm:
      var bytes: [UInt8] = []
      ITermImageFormat().appendEncodedPixels(
        part, of: picture.image, picture, endsScreen: false, to: &bytes)
      return bytesDrawingInReservedRows(bytes)
    }
  }

  private static func textPictureBytes(of picture: Picture, _ content: PictureCellContent)
    -> [UInt8]
  {
    var slots = NcursesPictureCellNumbers()
    guard let slot = slots.ncursesCellNumberRun(picture, content, at: nil) else { return [] }
    var bytes: [UInt8] = []
    for row in 0..<cells.rows {
      var colours: CurrentCellColours?
      for column in 0..<cells.columns {
        slot.appendPictureCellOutput(
          slot.ncursesCellNumber(row: row, column: column), colours: &colours, to: &bytes)
      }
      bytes += CurrentCellColours.end + [0x0a]
    }
    return bytes
  }

  /// Returns the bytes that make room for the test picture, draw it, and move the cursor below. The
  /// room is one row higher than the picture, since the terminal scrolls when a picture reaches the
  /// last row.
  private static func bytesDrawingInReservedRows(_ drawing: [UInt8]) -> [UInt8] {
    let room = [UInt8](repeating: 0x0a, count: cells.rows + 1)
    return room + "\u{1b}[\(cells.rows + 1)A\u{1b}7".utf8 + drawing
      + "\u{1b}8\u{1b}[\(cells.rows)B".utf8
  }

  private static func kittyUploadBytes(
    _ picture: Picture, _ number: KittyImageID, _ place: KittyCommand, throughTmux: Bool
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    var upload = KittyImageUpload(picture: picture, number: number)
    while !upload.isComplete {
      upload.takeNextUploadCommand(room: .max / 8).appendSequence(
        throughTmux: throughTmux, to: &bytes)
    }
    place.appendSequence(throughTmux: throughTmux, to: &bytes)
    return bytes
  }

  /// Returns the test picture: a frame, a circle, the pure colours and a ramp of greys; nil if it
  /// cannot be created.
  private static func testPicture(cell: PixelSize) -> Picture? {
    let size = PixelSize(width: cells.columns * cell.width, height: cells.rows * cell.height)
    var pixels: [UInt8] = []
    pixels.reserveCapacity(3 * size.width * size.height)
    for y in 0..<size.height { for x in 0..<size.width { pixels += testPictureColour(x, y, size) } }
    return PixelImage(size: size, pixels: pixels).map { Picture($0, cells: cells) }
  }

  private static func testPictureColour(_ x: Int, _ y: Int, _ size: PixelSize) -> [UInt8] {
    let edge = min(x, y, size.width - 1 - x, size.height - 1 - y)
    if edge < 2 { return [255, 255, 255] }
    let (across, down) = (2 * x - size.width, 2 * y - size.height)
    let radius = size.height * 3 / 4
    let distance = across * across + down * down - radius * radius
    if abs(distance) < 6 * radius { return [255, 255, 255] }
    if y > size.height * 3 / 4 {
      let grey = UInt8(255 * x / size.width)
      return [grey, grey, grey]
    }
    let colours: [[UInt8]] = [
      [220, 40, 40], [220, 180, 40], [60, 180, 60], [40, 180, 200], [60, 80, 220], [190, 60, 190],
    ]
    let bar = colours[colours.count * x / size.width]
    return distance < 0 ? bar : bar.map { $0 / 2 }
  }
}
