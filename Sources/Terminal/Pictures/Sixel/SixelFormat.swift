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

  func prepare(_ picture: Picture) -> IndexedImage {
    let size = PixelSize(
      width: picture.cells.columns * cell.width, height: picture.cells.rows * cell.height)
    return IndexedImage(picture.image.scaled(to: size))
  }

  func append(
    _ part: CellRect, of image: IndexedImage, _ picture: Picture, endsScreen: Bool,
    to output: inout [UInt8]
  ) {
    let height = part.size.rows * cell.height
    let rect = PixelRect(
      x: part.origin.column * cell.width, y: part.origin.row * cell.height,
      width: part.size.columns * cell.width,
      // The last band would count as six pixels even if it is not filled.
      height: endsScreen ? max(6, height / 6 * 6) : height)
    Sixels.append(rect, of: image, to: &output)
  }
}
