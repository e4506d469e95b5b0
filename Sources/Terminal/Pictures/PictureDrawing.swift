/// A visible part of a picture: a rectangle of its cells, and where it is on the screen.
struct PicturePiece: Hashable, Sendable {
  let picture: Picture
  /// Rows and columns within the picture.
  let part: CellRect
  /// Where the part's top left cell is.
  let position: CellPosition

  /// Where the picture's own top left cell is, or would be.
  var origin: CellPosition {
    CellPosition(
      row: position.row - part.origin.row, column: position.column - part.origin.column)
  }

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

/// What a frame did to pictures, besides what is in its text.
struct PictureFrame {
  /// What can be seen of pictures.
  var pieces: [PicturePiece] = []
  /// The picture cells that were written, and so lost what was drawn over them.
  var written: [WrittenCell] = []
  /// How many rows the screen has.
  var rowCount = 0
  /// What is seen of pictures that move, in the places of the still ones; where these are drawn over
  /// cells, the cells stay as they are.
  var frames: [Picture: Picture] = [:]
  /// What the terminal is to play by itself.
  var motions: Set<Motion> = []
  /// Whether what is drawn over cells may have moved, since the terminal has moved rows.
  var hasMoved = false

  /// The rows in which pictures are visible.
  var rowsWithPieces: Set<Int> {
    pieces.reduce(into: []) { rows, piece in
      rows.formUnion(piece.position.row..<(piece.position.row + piece.part.size.rows))
    }
  }

  struct WrittenCell: Hashable {
    let picture: Picture
    let origin: CellPosition
    /// The row within the picture.
    let row: Int
  }
}

/// How one protocol shows pictures.
///
/// The text of a frame comes first, picture cells included. What is drawn over them follows, as
/// much as the line takes without making a key wait.
@MainActor protocol PictureDrawing: AnyObject {
  /// Called when a face has changed between frames.
  var changed: () -> Void { get set }
  var hasMore: Bool { get }
  /// What the picture's cells show now; work on what is missing is begun.
  func face(of picture: Picture) -> PictureFace
  /// Whether the picture could be shown at once, in the place of another; work on what is missing is
  /// begun.
  func isReady(_ picture: Picture) -> Bool
  /// Whether the terminal plays what moves by itself.
  var playsMotions: Bool { get }
  /// The picture that the terminal plays; nil as long as it lacks any of its frames.
  func played(_ motion: Motion) -> Picture?
  /// What follows the text of a frame, about that many bytes at most; the rest waits.
  func finish(_ frame: PictureFrame, limit: Int) -> [UInt8]
  /// Appends the next waiting bytes, about that many; true when they change faces.
  func more(limit: Int, to output: inout [UInt8]) -> Bool
  /// Learns from an answer of the terminal.
  func learn(from reply: TerminalReply)
  /// Forgets what the terminal was sent, and returns what removes it there.
  func reset() -> [UInt8]
}

extension PictureDrawing {
  var playsMotions: Bool { false }
  func played(_ motion: Motion) -> Picture? { nil }
  var hasMore: Bool { false }
  func finish(_ frame: PictureFrame, limit: Int) -> [UInt8] { [] }
  func more(limit: Int, to output: inout [UInt8]) -> Bool { false }
  func learn(from reply: TerminalReply) {}
  func reset() -> [UInt8] { [] }
}

struct PixelRect: Hashable, Sendable {
  let x: Int
  let y: Int
  let width: Int
  let height: Int
}

/// What one cell of a picture is on the terminal: a character and its colours.
struct PictureGlyph: Hashable, Sendable {
  let character: Unicode.Scalar
  let foreground: PictureColour
  let background: PictureColour
}

/// What the cells of a picture show now.
enum PictureFace: Sendable {
  /// Nothing yet, or nothing of their own, where the picture is drawn over them.
  case flat(PictureColour)
  /// Block characters, row by row.
  case symbols([PictureGlyph])
  /// Placeholder characters for the image that the terminal has under that number.
  case placeholders(KittyNumber)

  /// Two faces of the same kind, of the same picture, are the same.
  var kind: Kind {
    switch self {
    case .flat: .flat
    case .symbols: .symbols
    case .placeholders(let number): .placeholders(number)
    }
  }

  enum Kind: Hashable {
    case flat, symbols
    case placeholders(KittyNumber)
  }
}

/// A colour that the terminal has, ready to be sent.
enum PictureColour: Hashable, Sendable {
  /// The terminal's own.
  case standard
  /// One of its palette.
  case palette(UInt8)
  case rgb(UInt8, UInt8, UInt8)

  /// The nearest colour that a terminal of that depth has.
  init(_ red: UInt8, _ green: UInt8, _ blue: UInt8, depth: ColourDepth) {
    self =
      switch depth {
      case .none: .standard
      case .ansi16: .palette(Palette.nearest16(red, green, blue))
      case .palette256: .palette(Palette.nearest256(red, green, blue))
      case .direct: .rgb(red, green, blue)
      }
  }

  /// Appends its parameters of "select graphic rendition".
  func append(asForeground isForeground: Bool, to output: inout [UInt8]) {
    let base = isForeground ? 38 : 48
    switch self {
    case .standard: output.append(decimal: base + 1)
    // Terminals with only sixteen colours know only the short form.
    case .palette(let number) where number < 8: output.append(decimal: base - 8 + Int(number))
    case .palette(let number) where number < 16: output.append(decimal: base + 44 + Int(number))
    case .palette(let number):
      output.append(decimal: base)
      output.append(contentsOf: ";5;".utf8)
      output.append(decimal: Int(number))
    case .rgb(let red, let green, let blue):
      output.append(decimal: base)
      output.append(contentsOf: ";2".utf8)
      for part in [red, green, blue] {
        output.append(0x3b)
        output.append(decimal: Int(part))
      }
    }
  }
}

extension [UInt8] {
  /// Appends the digits of a number that is not negative.
  mutating func append(decimal number: Int) {
    if number >= 10 { append(decimal: number / 10) }
    append(0x30 + UInt8(number % 10))
  }
}

/// Cells that belong to a picture hold a private character of plane 16, which `SafeText` cannot
/// contain.
///
/// On a canvas the number is that of the placement, so that whatever is written over the cell
/// covers the picture, and cells need not be larger. What is painted has the number of a stand-in
/// instead, one for each cell of each picture, from which the translation makes what the terminal
/// is sent.
extension Cell {
  /// How many numbers there are.
  static let pictureNumbers = 0xfffd
  /// The number of a blank that is written where a picture was.
  static let noPicture = 0xfffd
  /// The private character with number 0.
  static let firstPictureScalar: UInt32 = 0x10_0000

  /// The cell of a picture with that number; nil where there are no more numbers.
  static func picture(_ number: Int) -> Cell? {
    guard (0..<pictureNumbers).contains(number),
      let scalar = Unicode.Scalar(firstPictureScalar + UInt32(number))
    else { return nil }
    return Cell(glyph: Glyph(scalar: scalar), look: PackedStyle(.plain, columns: 1))
  }

  /// Its number, where it belongs to a picture.
  var pictureNumber: Int? {
    guard let scalar = glyph.scalar, scalar >= Self.firstPictureScalar else { return nil }
    return Int(scalar - Self.firstPictureScalar)
  }

  /// The end of the run of equal cells that begins there.
  static func endOfRun(in cells: [Cell], from start: Int) -> Int {
    var end = start + 1
    while end < cells.count, cells[end] == cells[start] { end += 1 }
    return end
  }

  /// Turns the columns into cells of a picture, numbered upwards; into blanks where there is no
  /// number.
  static func number(_ cells: inout [Cell], _ columns: Range<Int>, from first: Int?) {
    for column in columns {
      let number = first.map { $0 + column - columns.lowerBound }
      cells[column] = number.flatMap(Cell.picture) ?? .blank()
    }
  }
}
