import Terminal

extension PixelImage {
  /// A part of the picture in another size, each pixel the mean of four that lie around it; nil
  /// where there is nothing to be seen.
  func region(_ region: PhotoRegion, in wanted: PixelSize) -> PixelImage? {
    guard wanted.width > 0, wanted.height > 0 else { return nil }
    let columns = Self.samples(region.x, region.width, count: wanted.width, of: size.width)
    let rows = Self.samples(region.y, region.height, count: wanted.height, of: size.height)
    var result: [UInt8] = []
    result.reserveCapacity(wanted.width * wanted.height * 3)
    for y in 0..<wanted.height {
      let (upper, lower) = (rows[2 * y] * size.width, rows[2 * y + 1] * size.width)
      for x in 0..<wanted.width {
        let (left, right) = (columns[2 * x], columns[2 * x + 1])
        for channel in 0..<3 {
          let sum =
            Int(pixels[3 * (upper + left) + channel]) + Int(pixels[3 * (upper + right) + channel])
            + Int(pixels[3 * (lower + left) + channel]) + Int(pixels[3 * (lower + right) + channel])
          result.append(UInt8(sum / 4))
        }
      }
    }
    return PixelImage(size: wanted, pixels: result)
  }

  /// The pixels that are looked at along a side, two for each that is wanted.
  private static func samples(
    _ start: Double, _ length: Double, count: Int, of side: Int
  ) -> [Int] {
    (0..<(2 * count)).map { number in
      let place = start + length * (Double(number) + 0.5) / Double(2 * count)
      return min(side - 1, max(0, Int(place * Double(side))))
    }
  }
}
