/// Pictures as sixels: characters that each stand for six pixels one above the other.
struct SixelFormat: OverlayFormat {
  /// Terminals do not scale sixels: pictures are given the size of their cells.
  let cell: PixelSize

  /// How many pixels across and down every terminal takes; of more, xterm draws nothing at all
  /// unless it is set up for it.
  private static let mostPixels = 1000

  var largest: CellSize {
    CellSize(
      rows: max(1, Self.mostPixels / cell.height), columns: max(1, Self.mostPixels / cell.width))
  }

  /// About so many pixels make a strip: fewer would mostly be the names of their colours, and more
  /// would rarely fit into what is written at once.
  private static let stripPixels = 24_000

  func prepare(_ picture: Picture) -> SixelPicture {
    let cells = picture.cells
    let size = PixelSize(width: cells.columns * cell.width, height: cells.rows * cell.height)
    let image = IndexedImage(picture.image.scaled(to: size))
    guard cells.columns <= largest.columns else { return SixelPicture(image: image, strips: [:]) }
    let length = min(largest.rows, max(1, Self.stripPixels / max(1, size.width * cell.height)))
    var strips: [Int: OverlayStrip] = [:]
    for first in stride(from: 0, to: cells.rows, by: length) {
      let rows = first..<min(cells.rows, first + length)
      var bytes: [UInt8] = []
      Sixels.append(
        PixelRect(
          x: 0, y: first * cell.height, width: size.width, height: rows.count * cell.height),
        of: image, to: &bytes)
      strips[first] = OverlayStrip(rows: rows, bytes: bytes)
    }
    return SixelPicture(image: image, strips: strips)
  }

  func strip(of prepared: SixelPicture, from row: Int) -> OverlayStrip? { prepared.strips[row] }

  func append(
    _ part: CellRect, of prepared: SixelPicture, _ picture: Picture, endsScreen: Bool,
    to output: inout [UInt8]
  ) {
    let height = part.size.rows * cell.height
    let rect = PixelRect(
      x: part.origin.column * cell.width, y: part.origin.row * cell.height,
      width: part.size.columns * cell.width,
      // The last band would count as six pixels even if it is not filled.
      height: endsScreen ? max(6, height / 6 * 6) : height)
    Sixels.append(rect, of: prepared.image, to: &output)
  }
}

/// A picture in few colours, and what it looks like as sixels where it is seen from end to end: that
/// is written while nobody waits.
struct SixelPicture: Sendable {
  let image: IndexedImage
  /// By their first row.
  let strips: [Int: OverlayStrip]
}
