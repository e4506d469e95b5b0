/// A picture in at most 255 colours.
struct IndexedImage: Sendable {
  let size: PixelSize
  /// Red, green and blue of each colour.
  let palette: [SIMD3<UInt8>]
  /// The number of each pixel's colour, row by row.
  let indices: [UInt8]

  /// The picture's pixels in the colours that suit them best, dithered in a fixed pattern, so that
  /// any part looks the same whatever is cut away around it.
  init(_ image: PixelImage) {
    size = image.size
    var bins = [UInt16](repeating: 0, count: size.width * size.height)
    var counts = [Int](repeating: 0, count: MedianCut.binCount)
    image.pixels.withUnsafeBufferPointer { pixels in
      for y in 0..<image.size.height {
        for x in 0..<image.size.width {
          let pixel = y * image.size.width + x
          let nudge = Self.nudges[(y & 3) << 2 | (x & 3)]
          let bin = MedianCut.bin(
            Self.nudged(pixels[3 * pixel], nudge), Self.nudged(pixels[3 * pixel + 1], nudge),
            Self.nudged(pixels[3 * pixel + 2], nudge))
          bins[pixel] = UInt16(bin)
          counts[bin] += 1
        }
      }
    }
    let cut = MedianCut(counts: counts, colours: 255)
    palette = cut.palette
    indices = bins.map { cut.colour(ofBin: Int($0)) }
  }

  /// A four by four Bayer matrix, as wide as a bin.
  private static let nudges: [Int] = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]
    .map { ($0 - 7) / 2 }

  private static func nudged(_ value: UInt8, _ nudge: Int) -> Int {
    min(255, max(0, Int(value) + nudge))
  }
}
