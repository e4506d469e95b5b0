/// Pictures as sixels: characters that each stand for six pixels one above the other.
struct SixelFormat: OverlayFormat {
  /// Terminals do not scale sixels: pictures are given the size of their cells.
  let cell: PixelSize

  /// So many pixels across and down are taken by every terminal; xterm draws nothing at all of more,
  /// unless it is set up for that.
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
      // A last band that is not filled would still count as six pixels.
      height: endsScreen ? max(6, height / 6 * 6) : height)
    Sixels.append(rect, of: image, to: &output)
  }
}
