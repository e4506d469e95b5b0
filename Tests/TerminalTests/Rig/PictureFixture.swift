import Terminal
import TerminalRig

/// A screen with pictures, and a terminal that understands them.
@MainActor final class PictureFixture {
  let painted: PaintedTerminal
  let shown: PictureScreen
  private(set) var byteCount = 0

  /// A stage on which pictures are shown in one way, with a terminal that tells nothing of its
  /// cells.
  init(_ method: PictureProtocol, rows: Int = 14, columns: Int = 40) throws {
    painted = try PaintedTerminal(rows: rows, columns: columns) { $0.pictures = method }
    shown = PictureScreen(
      size: WindowSize(columns: columns, rows: rows), cell: (width: 10, height: 20))
  }

  /// Shows the canvas and waits for all that follows.
  func show(_ canvas: Canvas) async {
    painted.screen.showCanvas(canvas)
    await finishUpload()
  }

  /// Lets the terminal take and answer everything, and pictures be encoded, until nothing happens.
  func finishUpload() async {
    var quiet = 0
    while quiet < 3 { quiet = await takeTurn().isEmpty ? quiet + 1 : 0 }
  }

  /// Lets the terminal take and answer what there is now; returns it.
  @discardableResult func takeTurn() async -> [UInt8] {
    // What is encoded between other work is encoded now.
    for _ in 0..<10 { await Task.yield() }
    let bytes = painted.receive()
    shown.feed(bytes)
    byteCount += bytes.count
    let queries = String(decoding: bytes, as: UTF8.self).components(of: "\u{1b}[5n")
    for _ in 0..<queries { painted.screen.handleTerminalReply(.status(0)) }
    return bytes
  }

  func resize(rows: Int, columns: Int) {
    painted.resize(rows: rows, columns: columns)
    shown.resize(to: WindowSize(columns: columns, rows: rows))
  }

  /// Everything that can be seen.
  var sight: KnownPerson {
    let size = shown.text.size
    return KnownPerson(
      cells: (0..<size.rows).map { row in
        (0..<size.columns).map { KnownPerson.Cell(shown.text.cell(row: row, column: $0)) }
      },
      placements: shown.kitty.visible, overlay: shown.overlay)
  }

  struct KnownPerson: Equatable {
    let cells: [[Cell]]
    let placements: Set<KittyModel.Placement>
    let overlay: [[[Int]?]]

    /// The first row that looks otherwise; nil where none does.
    func difference(from other: KnownPerson) -> String? {
      guard self != other else { return nil }
      for row in cells.indices where cells[row] != other.cells[row] {
        let texts = [other, self].map { $0.cells[row].map(\.text).joined() }
        return "row \(row): \(texts[0]) became \(texts[1])"
      }
      return placements == other.placements ? "what is drawn over cells" : "placements"
    }

    struct Cell: Equatable {
      let text: String
      /// A blank has none that can be seen.
      let foreground: ScreenCell.Colour?
      /// The right half of a wide character has what its left half has.
      let background: ScreenCell.Colour?

      init(_ cell: ScreenCell) {
        text = cell.text
        // A placeholder's is the image's number, which is another one when it is sent again.
        let isPlaceholder = cell.text.unicodeScalars.first == "\u{10eeee}"
        foreground = [" ", ""].contains(cell.text) || isPlaceholder ? nil : cell.foreground
        background = cell.text.isEmpty ? nil : cell.background
      }
    }
  }
}

extension String {
  fileprivate func components(of part: String) -> Int {
    var count = 0
    var rest = self[...]
    while let range = rest.firstRange(of: part) {
      count += 1
      rest = rest[range.upperBound...]
    }
    return count
  }
}

/// A picture of random pixels, so that every part of it is unlike every other.
func noise(seed: Int, rows: Int, columns: Int) -> Picture? {
  var random = SeededNumbers(seed: UInt64(seed))
  let size = PixelSize(width: columns * 10, height: rows * 20)
  let pixels = (0..<(size.width * size.height * 3)).map { _ in
    UInt8(truncatingIfNeeded: random.next())
  }
  return PixelImage(size: size, pixels: pixels).map {
    Picture($0, cells: CellSize(rows: rows, columns: columns))
  }
}
