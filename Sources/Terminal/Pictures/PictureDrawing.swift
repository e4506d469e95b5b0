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
