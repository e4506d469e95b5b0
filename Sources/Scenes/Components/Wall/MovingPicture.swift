import PhotoDisplay
import Terminal

/// A coarse drawing of a picture in motion, from coloured blanks.
///
/// The picture itself need not be sent to the terminal for a fraction of a second. Two blanks form
/// a square.
struct MovingPicture {
  let image: PixelImage

  /// Draws the picture filling the box.
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

  /// Returns the average colour around a point, given as fractions of width and height.
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

  /// Rounds a colour value to one of sixteen levels, because the number of colours on a screen is
  /// limited.
  private static func level(_ value: Int) -> UInt8 { UInt8((value + 8) / 17 * 17) }
}
