/// Paints a painting's layers over one another, a few rows at a time, at any size.
struct Brushwork {
  private static let rows = 16

  let painting: Painting
  let width: Int
  let height: Int
  private var scale: Float { Float(width) / painting.width }

  init(_ painting: Painting, width: Int, height: Int) {
    (self.painting, self.width, self.height) = (painting, width, height)
  }

  /// Hands over each row, from the top, in bytes of red, green and blue.
  ///
  /// Asks before every few rows whether anybody still wants them, and returns false where nobody
  /// does.
  func paint(
    while isWanted: () -> Bool, _ row: (UnsafeBufferPointer<UInt8>) -> Bool
  ) -> Bool {
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

  /// Paints one colour where the path covers.
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

  /// Paints a colour for each pixel where the path covers or, without a path, everywhere.
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
