/// A painter of a painting's layers over one another, a few rows at a time, in any size.
struct Brushwork {
  private static let rows = 16

  let painting: Painting
  let width: Int
  let height: Int
  private var scale: Float { Float(width) / painting.width }

  init(_ painting: Painting, width: Int, height: Int) {
    (self.painting, self.width, self.height) = (painting, width, height)
  }

  /// Paints the rows from the top, and passes each to a closure as red, green and blue bytes.
  /// Before every few rows, `isWanted` is called; returns false if the rows are no longer wanted.
  func paint(while isWanted: () -> Bool, _ row: (UnsafeBufferPointer<UInt8>) -> Bool) -> Bool {
    var canvas = [Ink](repeating: Ink(repeating: 0), count: width * Self.rows)
    var bytes = [UInt8](repeating: 0, count: width * 3)
    var coverage = Coverage()
    var tones = Tones()
    let print = Print(painting, width: width, scale: scale)
    for first in stride(from: 0, to: height, by: Self.rows) {
      guard isWanted() else { return false }
      let rows = first..<min(height, first + Self.rows)
      canvas.withUnsafeMutableBufferPointer { canvas in
        for layer in painting.layers { lay(layer, on: canvas, rows: rows, &coverage, &tones) }
      }
      for y in rows {
        canvas.withUnsafeBufferPointer { canvas in
          bytes.withUnsafeMutableBufferPointer { bytes in
            let start = (y - first) * width
            print.develop(UnsafeBufferPointer(rebasing: canvas[start..<start + width]), y, bytes)
          }
        }
        guard bytes.withUnsafeBufferPointer(row) else { return false }
      }
    }
    return true
  }

  private func lay(
    _ layer: Layer, on canvas: UnsafeMutableBufferPointer<Ink>, rows: Range<Int>,
    _ coverage: inout Coverage, _ tones: inout Tones
  ) {
    let top = max(rows.lowerBound, pixel(layer.from.y, .down))
    let bottom = min(rows.upperBound, pixel(layer.to.y, .up))
    let left = max(0, pixel(layer.from.x, .down))
    let right = min(width, pixel(layer.to.x, .up))
    guard top < bottom, left < right else { return }
    if let path = layer.path {
      coverage.draw(path, scale: scale, columns: left..<right, rows: top..<bottom)
    }
    let stride = coverage.stride
    if let shade = layer.shade { tones.mix(shade, scale: scale, left..<right, top..<bottom) }
    coverage.changes.withUnsafeBufferPointer { changes in
      for y in top..<bottom {
        let target = UnsafeMutableBufferPointer(
          rebasing: canvas[
            (y - rows.lowerBound) * width + left..<(y - rows.lowerBound) * width + right])
        let change = layer.path == nil ? nil : changes.baseAddress! + (y - top) * stride
        if layer.shade == nil {
          fill(target, layer, change)
        } else {
          tones.row(y) { fill(target, layer.blend, change, $0) }
        }
      }
    }
  }

  /// Fills the inside of a path with one colour.
  private func fill(
    _ canvas: UnsafeMutableBufferPointer<Ink>, _ layer: Layer, _ changes: UnsafePointer<Float>?
  ) {
    guard let changes else { return }
    var sum: Float = 0
    let (ink, alpha, blend) = (layer.ink, layer.ink.w, layer.blend)
    for x in 0..<canvas.count {
      sum += changes[x]
      let covered = min(1, abs(sum))
      if covered > 0.003 { self.blend(&canvas[x], ink, alpha * covered, blend) }
    }
  }

  /// Fills the inside of a path with a colour for each pixel; without a path, fills all pixels.
  private func fill(
    _ canvas: UnsafeMutableBufferPointer<Ink>, _ blend: Layer.Blend,
    _ changes: UnsafePointer<Float>?, _ inks: UnsafePointer<Ink>
  ) {
    guard let changes else {
      for x in 0..<canvas.count { self.blend(&canvas[x], inks[x], inks[x].w, blend) }
      return
    }
    var sum: Float = 0
    for x in 0..<canvas.count {
      sum += changes[x]
      let covered = min(1, abs(sum))
      if covered > 0.003 { self.blend(&canvas[x], inks[x], inks[x].w * covered, blend) }
    }
  }

  @inline(__always)
  private func blend(_ below: inout Ink, _ ink: Ink, _ alpha: Float, _ blend: Layer.Blend) {
    let white = Ink(repeating: 1)
    switch blend {
    case .over: below += (ink - below) * alpha
    case .add: below += ink * alpha
    case .multiply: below = below * (white + (ink - white) * alpha)
    }
  }

  private func pixel(_ place: Float, _ rule: FloatingPointRoundingRule) -> Int {
    let pixel = (place * scale).rounded(rule)
    return Int(max(-1, min(Float(max(width, height)) + 1, pixel)))
  }
}

/// A converter of light to bytes, with a soft shoulder for highlights, the screen's curve, darker
/// corners and some grain.
struct Print {
  private static let steps = 2048
  /// The bytes, with fractions, for the square roots of light; lights above 4 are white.
  private static let curve: [Float] = (0...steps).map { step in
    let root = Float(step) / Float(steps) * 2
    let light = root * root
    let soft = light < 0.72 ? light : 0.72 + 0.28 * (1 - exponential((0.72 - light) / 0.28))
    return 255 * (soft <= 0.0031308 ? soft * 12.92 : 1.055 * power(soft, 1 / 2.4) - 0.055)
  }

  private let finish: Painting.Finish
  private let scale: Float
  private let grain = Noise(77)
  private let middle: Point
  private let corner: Float

  init(_ painting: Painting, width: Int, scale: Float) {
    finish = painting.finish
    self.scale = scale
    middle = Point(painting.width, painting.height) / 2
    corner = 1 / (middle.x * middle.x + middle.y * middle.y)
  }

  func develop(
    _ row: UnsafeBufferPointer<Ink>, _ y: Int, _ bytes: UnsafeMutableBufferPointer<UInt8>
  ) {
    let down = (Float(y) + 0.5) / scale
    let downSquared = (down - middle.y) * (down - middle.y)
    let steps = Float(Self.steps)
    Self.curve.withUnsafeBufferPointer { curve in
      for x in 0..<row.count {
        let across = (Float(x) + 0.5) / scale - middle.x
        let edge = (across * across + downSquared) * corner
        let light = (row[x] * (1 - finish.vignette * edge)).lanes
        let root =
          pointwiseMin(pointwiseMax(light, SIMD4(repeating: 0)), SIMD4(repeating: 4))
          .squareRoot() * (steps / 2)
        var noise = scatter(x, y) - 0.5
        noise += finish.grain * 255 * (scatter(x, y, 5) - 0.5)
        // Noise of one step before rounding keeps skies from showing steps.
        for channel in 0..<3 {
          let value = curve[Int(root[channel])] + noise + 0.5
          bytes[3 * x + channel] = UInt8(max(0, min(255, value)))
        }
      }
    }
  }
}
