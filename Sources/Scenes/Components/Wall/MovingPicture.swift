import PhotoDisplay
import Terminal

/// A picture as it is drawn while it moves: coarse, of blanks in something like its colours.
///
/// No terminal has to be sent the picture again for a moment that is over before it could be
/// looked at, and two blanks of one colour are a square.
struct MovingPicture {
  let image: PixelImage

  /// Draws it so that it fills the box.
  func draw(on canvas: inout Canvas, in box: CellRect, within clip: CellRect) {
    for row in box.shared(with: clip).rows {
      for column in stride(from: box.origin.column, to: box.columns.upperBound, by: 2) {
        let square = CellRect(
          row: row, column: column, rows: 1, columns: min(2, box.columns.upperBound - column))
        let colour = colour(
          x: (column - box.origin.column + 1, box.size.columns),
          y: (2 * (row - box.origin.row) + 1, 2 * box.size.rows))
        canvas.fill(square.shared(with: clip), Style(.standard, on: colour))
      }
    }
  }

  /// The colour around a place, given as a part of the width and the height.
  private func colour(x: (Int, Int), y: (Int, Int)) -> Colour {
    let (width, height) = (image.size.width, image.size.height)
    let spread = (width / (4 * x.1), height / (4 * y.1))
    let middle = (x.0 * width / x.1, y.0 * height / y.1)
    var sum = (0, 0, 0)
    for (across, down) in [(-1, -1), (1, -1), (-1, 1), (1, 1)] {
      let column = min(max(0, middle.0 + across * spread.0), width - 1)
      let row = min(max(0, middle.1 + down * spread.1), height - 1)
      let at = (row * width + column) * 3
      sum.0 += Int(image.pixels[at])
      sum.1 += Int(image.pixels[at + 1])
      sum.2 += Int(image.pixels[at + 2])
    }
    return .rgb(Self.level(sum.0 / 4), Self.level(sum.1 / 4), Self.level(sum.2 / 4))
  }

  /// The nearest of sixteen levels: a large screen has more squares than there can be colours at a
  /// time.
  private static func level(_ value: Int) -> UInt8 { UInt8((value + 8) / 17 * 17) }
}
