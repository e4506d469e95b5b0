/// Turns light into bytes, with a soft shoulder for what is too bright, the screen's curve, darker
/// edges and a little grain.
struct Print {
  private static let steps = 2048
  /// The byte, with a fraction, for the square root of a light; lights above 4 are white.
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
        // Rounding here, with noise of one step, keeps skies from showing steps.
        for channel in 0..<3 {
          let value = curve[Int(root[channel])] + noise + 0.5
          bytes[3 * x + channel] = UInt8(max(0, min(255, value)))
        }
      }
    }
  }
}
