/// Pictures as sixels: characters that each stand for six pixels one above the other.
struct SixelFormat: OverlayFormat {
  /// Terminals do not scale sixels: pictures are given the size of their cells.
  let cell: PixelSize

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
