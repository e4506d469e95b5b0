/// The colours of a shade for a few rows of pixels. In large pictures only some of the pixels are
/// computed, and the others interpolated: shades change softly, edges come from paths, and the
/// grain is added afterwards.
struct Tones {
  private var knots: [Ink] = []
  private var inks: [Ink] = []
  private var first = 0
  private var step = 1
  private var columns = 0
  private var width = 0

  /// Computes the colours of a range of pixels.
  mutating func mix(_ shade: Shade, scale: Float, _ across: Range<Int>, _ down: Range<Int>) {
    step = scale < 400 ? 1 : scale < 1400 ? 2 : 4
    first = down.lowerBound
    width = across.count
    columns = (across.count + step - 1) / step + 1
    let rows = step == 1 ? down.count : (down.count + step - 1) / step + 1
    let empty = Ink(repeating: 0)
    if knots.count < columns * rows { knots = [Ink](repeating: empty, count: columns * rows) }
    if inks.count < width { inks = [Ink](repeating: empty, count: width) }
    let (step, columns, pixel) = (Float(step), columns, 1 / scale)
    knots.withUnsafeMutableBufferPointer { knots in
      for row in 0..<rows {
        let y = (Float(down.lowerBound) + Float(row) * step + 0.5) * pixel
        for column in 0..<columns {
          let x = (Float(across.lowerBound) + Float(column) * step + 0.5) * pixel
          knots[row * columns + column] = shade(Point(x, y))
        }
      }
    }
  }

  /// Passes the colours of a row to a closure.
  mutating func row(_ y: Int, _ body: (UnsafePointer<Ink>) -> Void) {
    let (row, part) = ((y - first) / step, Float((y - first) % step) / Float(step))
    let (step, width, columns) = (step, width, columns)
    knots.withUnsafeBufferPointer { knots in
      let upper = knots.baseAddress! + row * columns
      guard step > 1 else { return body(upper) }
      let lower = upper + columns
      inks.withUnsafeMutableBufferPointer { inks in
        var left = upper[0] + (lower[0] - upper[0]) * part
        for column in 0..<columns - 1 {
          let below = lower[column + 1]
          let right = upper[column + 1] + (below - upper[column + 1]) * part
          let slope = (right - left) / Float(step)
          for x in column * step..<min(width, column * step + step) {
            inks[x] = left + slope * Float(x - column * step)
          }
          left = right
        }
        body(UnsafePointer(inks.baseAddress!))
      }
    }
  }
}
