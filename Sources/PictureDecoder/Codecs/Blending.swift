import PictureWire

/// Lays transparent pixels over a colour.
struct Blending {
  let background: PictureOrder.Colour

  /// Turns red, green, blue and alpha into red, green and blue.
  func blend(
    _ source: UnsafePointer<UInt8>, to row: UnsafeMutableBufferPointer<UInt8>, count: Int
  ) {
    let red = UInt32(background.red)
    let green = UInt32(background.green)
    let blue = UInt32(background.blue)
    for pixel in 0..<count {
      let place = source + pixel * 4
      let alpha = UInt32(place[3])
      row[pixel * 3] = Self.mix(UInt32(place[0]), red, alpha)
      row[pixel * 3 + 1] = Self.mix(UInt32(place[1]), green, alpha)
      row[pixel * 3 + 2] = Self.mix(UInt32(place[2]), blue, alpha)
    }
  }

  @inline(__always)
  private static func mix(_ above: UInt32, _ below: UInt32, _ alpha: UInt32) -> UInt8 {
    UInt8(truncatingIfNeeded: (above &* alpha &+ below &* (255 &- alpha) &+ 127) / 255)
  }
}
