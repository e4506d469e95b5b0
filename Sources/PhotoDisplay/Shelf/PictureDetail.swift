package import Terminal

/// How much of a picture the terminal can show, and what that costs on the line.
package struct PictureDetail: Equatable {
  /// How large a cell is, which gives boxes their shape.
  package let cell: PixelSize
  /// How many of a picture's pixels a cell shows from left to right; from top to bottom it shows as
  /// many as its shape makes that, so that nothing is stretched.
  let pixelsAcross: Int
  /// About how many bytes a cell of a picture takes.
  let bytesPerCell: Int
  /// Whether a blur may be shown first and the picture after it; else only a colour goes first.
  let showsBlurs: Bool
  /// Whether the terminal is on the same desk: only there may pictures move.
  let isNear: Bool

  init(
    cell: PixelSize, pixelsAcross: Int, bytesPerCell: Int, showsBlurs: Bool, isNear: Bool = true
  ) {
    (self.cell, self.pixelsAcross, self.bytesPerCell) = (cell, pixelsAcross, bytesPerCell)
    (self.showsBlurs, self.isNear) = (showsBlurs, isNear)
  }

  /// The pixels that fill a box.
  package func pixels(for box: CellSize) -> PixelSize {
    PixelSize(
      width: box.columns * pixelsAcross,
      height: max(1, box.rows * cell.height * pixelsAcross / max(1, cell.width)))
  }

  /// The cells of a box that an image of that size fills.
  package func cells(for image: PixelSize, within box: CellSize) -> CellSize {
    let whole = pixels(for: box)
    func cells(_ length: Int, of pixels: Int, in most: Int) -> Int {
      min(most, max(1, (length * most + pixels / 2) / max(1, pixels)))
    }
    return CellSize(
      rows: cells(image.height, of: whole.height, in: box.rows),
      columns: cells(image.width, of: whole.width, in: box.columns))
  }

  /// About how many bytes a picture for a box takes.
  package func bytes(for box: CellSize) -> Int { box.rows * box.columns * bytesPerCell }
}
