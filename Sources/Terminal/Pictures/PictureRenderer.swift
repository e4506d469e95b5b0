/// A visible part of a picture, a rectangle of cells, with its position on the screen.
struct PicturePiece: Equatable, Sendable {
  let picture: Picture
  let part: CellRect
  /// The screen position of the top left cell of the picture's visible part.
  let position: CellPosition

  /// The screen position of the whole picture's top left cell, which can be off the screen.
  var origin: CellPosition {
    CellPosition(row: position.row - part.origin.row, column: position.column - part.origin.column)
  }

  var source: PixelRect {
    let columns = Self.pixelRange(
      ofCells: part.columns, of: picture.image.size.width, in: picture.cells.columns)
    let rows = Self.pixelRange(
      ofCells: part.rows, of: picture.image.size.height, in: picture.cells.rows)
    return PixelRect(
      x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
  }

  /// Returns the pixels that some of `count` cells cover on a picture's side; never empty.
  static func pixelRange(
    ofCells cells: Range<Int>, of pixels: Int, in count: Int
  ) -> Range<Int> {
    let first = min(cells.lowerBound * pixels / count, pixels - 1)
    return first..<max(first + 1, min(pixels, cells.upperBound * pixels / count))
  }
}

/// A record of the visible pictures of a screen frame, and of changes since the previous frame.
struct ScreenFramePictures {
  var pieces: [PicturePiece] = []
  /// The picture cells of a screen frame that were overwritten with text, and so lost their pixels.
  var written: [OverwrittenPictureCell] = []
  var rowCount = 0
  /// The frame to show of each animated picture, keyed by the still picture.
  var frames: [Picture: Picture] = [:]
  var animations: Set<Animation> = []
  /// True if the frame scrolled screen rows or painted the whole screen, so that the pixels of
  /// pictures may have moved.
  var hasMoved = false

  var rowsWithPieces: Set<Int> {
    pieces.reduce(into: []) { rows, piece in
      rows.formUnion(piece.position.row..<(piece.position.row + piece.part.size.rows))
    }
  }

  struct OverwrittenPictureCell: Equatable {
    let picture: Picture
    let origin: CellPosition
    let row: Int
  }
}

/// A protocol of renderers of pictures, each for one way of showing pictures in a terminal. A
/// frame's text comes first; pixels over its cells follow, as far as the connection takes them
/// without delaying a key's echo.
@MainActor
protocol PictureRenderer: AnyObject {
  /// The closure that a picture renderer calls when the content of picture cells has changed
  /// between two frames.
  var onChange: () -> Void { get set }
  var hasPending: Bool { get }
  /// Returns the content to draw now in a picture's cells; begins to encode the picture if needed.
  func cellContentToDrawNow(of picture: Picture) -> PictureCellContent
  /// Returns true if a picture can be shown at once in place of another, and begins to encode the
  /// picture if necessary.
  func isReadyElseBeginEncoding(_ picture: Picture) -> Bool
  var playsAnimations: Bool { get }
  /// Returns the picture in whose place the terminal plays an animation by itself; nil until the
  /// terminal has all frames.
  func pictureAnimatedByTerminal(for animation: Animation) -> Picture?
  /// Returns the bytes of pictures to send after a frame's text, up to a limit in bytes; the rest
  /// stays pending.
  func drawPictures(_ frame: ScreenFramePictures, limit: Int) -> [UInt8]
  /// Appends the next pending bytes of pictures, up to a limit; returns true if they change the
  /// content of cells.
  func appendBytesReportingCellChange(limit: Int, to output: inout [UInt8]) -> Bool
  func handleTerminalReply(_ reply: TerminalReply)
  /// Forgets all pictures that were sent to the terminal; returns the bytes that remove them from
  /// the terminal.
  func removeAllPictures() -> [UInt8]
}

extension PictureRenderer {
  var playsAnimations: Bool { false }
  func pictureAnimatedByTerminal(for animation: Animation) -> Picture? { nil }
  var hasPending: Bool { false }
  func drawPictures(_ frame: ScreenFramePictures, limit: Int) -> [UInt8] { [] }
  func appendBytesReportingCellChange(limit: Int, to output: inout [UInt8]) -> Bool { false }
  func handleTerminalReply(_ reply: TerminalReply) {}
  func removeAllPictures() -> [UInt8] { [] }
}

/// A character with its colours, in a picture made of text.
struct PictureGlyph: Equatable, Sendable {
  let character: Unicode.Scalar
  let foreground: PictureColour
  let background: PictureColour
}

enum PictureCellContent: Sendable {
  /// A content of a picture's cells: a single colour, which is also the ground below pixels.
  case flat(PictureColour)
  /// A content of a picture's cells: block characters, row by row.
  case symbols([PictureGlyph])
  case placeholders(KittyImageID)

  /// The kind of content of a picture's cells; two contents of one picture and kind are equal.
  var kind: PictureCellContentKind {
    switch self {
    case .flat: .flat
    case .symbols: .symbols
    case .placeholders(let number): .placeholders(number)
    }
  }

  enum PictureCellContentKind: Hashable {
    case flat, symbols
    case placeholders(KittyImageID)
  }
}

enum PictureColour: Equatable, Sendable {
  case standard
  /// A colour of a picture's cell: one of the terminal's palette, by number.
  case palette(UInt8)
  case rgb(UInt8, UInt8, UInt8)

  init(_ red: UInt8, _ green: UInt8, _ blue: UInt8, depth: ColourDepth) {
    self =
      switch depth {
      case .none: .standard
      case .ansi16: .palette(PaletteColourMatcher.nearestOf16Colours(red, green, blue))
      case .palette256: .palette(PaletteColourMatcher.nearestCubeColourOrGrey(red, green, blue))
      case .direct: .rgb(red, green, blue)
      }
  }

  func appendColourParameters(asForeground isForeground: Bool, to output: inout [UInt8]) {
    let base = isForeground ? 38 : 48
    switch self {
    case .standard: output.appendDecimal(base + 1)
    // Terminals with only sixteen colours know only the short form.
    case .palette(let number) where number < 8: output.appendDecimal(base - 8 + Int(number))
    case .palette(let number) where number < 16: output.appendDecimal(base + 44 + Int(number))
    case .palette(let number):
      output.appendDecimal(base)
      output.append(contentsOf: ";5;".utf8)
      output.appendDecimal(Int(number))
    case .rgb(let red, let green, let blue):
      output.appendDecimal(base)
      output.append(contentsOf: ";2".utf8)
      for part in [red, green, blue] {
        output.append(0x3b)
        output.appendDecimal(Int(part))
      }
    }
  }
}

extension [UInt8] {
  mutating func appendDecimal(_ number: Int) {
    if number >= 10 { appendDecimal(number / 10) }
    append(0x30 + UInt8(number % 10))
  }
}

/// Cells of pictures: private characters of plane 16. On a canvas the character's number is the
/// placement's, so that writing over a cell covers the picture. When painted, the number is a
/// slot's, one for each cell of each picture, which the translation turns into bytes.
extension Cell {
  /// The number of private Unicode characters that stand for picture cells.
  static let pictureNumbers = 0xfffd
  /// The number that marks a blank cell from which a picture was removed.
  static let noPicture = 0xfffd
  /// The private Unicode character of the picture cell with number 0.
  static let firstPictureScalar: UInt32 = 0x10_0000

  static func cellWithPictureNumber(_ number: Int) -> Cell? {
    guard (0..<pictureNumbers).contains(number),
      let scalar = Unicode.Scalar(firstPictureScalar + UInt32(number))
    else { return nil }
    return Cell(
      glyph: PackedCharacter(scalar: scalar), packedStyle: PackedStyle(.plain, columns: 1))
  }

  /// The number of a picture cell, which refers to a placement on a canvas or to a run of cell
  /// numbers on the screen; nil for other cells.
  var pictureNumber: Int? {
    guard let scalar = glyph.scalar, scalar >= Self.firstPictureScalar else { return nil }
    return Int(scalar - Self.firstPictureScalar)
  }

  /// Returns the index behind the run of equal cells that begins at an index in a screen row.
  static func endOfEqualCells(in cells: [Cell], from start: Int) -> Int {
    var end = start + 1
    while end < cells.count, cells[end] == cells[start] { end += 1 }
    return end
  }

  /// Fills columns of a screen row with picture cells of successive numbers; with blanks if `first`
  /// is nil.
  static func fillCellsWithPictureNumbers(
    _ cells: inout [Cell], _ columns: Range<Int>, from first: Int?
  ) {
    for column in columns {
      let number = first.map { $0 + column - columns.lowerBound }
      cells[column] = number.flatMap(Cell.cellWithPictureNumber) ?? .blankCell()
    }
  }
}
