/// Sharpening of images that are drawn as block characters, which are too coarse for faint edges.
extension PixelImage {
  /// Returns the image prepared for a canvas with a number of columns. The fewer colours there are,
  /// the more its edges are emphasised; without colours the image becomes grey, and ranges from
  /// black to white.
  func sharpened(forColumns columns: Int, depth: ColourDepth) -> PixelImage {
    let column = max(1, size.width / max(1, columns))
    return switch depth {
    case .direct, .palette256: sharpened(radius: max(1, column * 3 / 4), percent: 60)
    case .ansi16: sharpened(radius: 2 * column, percent: 100)
    case .none: inGreysFromBlackToWhite.sharpened(radius: 2 * column, percent: 200)
    }
  }

  /// Returns an image whose pixels differ more in light from their surroundings, by a percentage of
  /// the difference to the mean of a square. `radius` is the number of pixels from the square's
  /// centre to its sides.
  func sharpened(radius: Int, percent: Int) -> PixelImage {
    let (width, height) = (size.width, size.height)
    let lights = lights
    var sharpened = pixels
    // The light of each column, summed over the rows that are at most `radius` away.
    var sums = [Int](repeating: 0, count: width)
    // Buffers, since this is done for every pixel before a picture is shown.
    lights.withUnsafeBufferPointer { lights in
      sums.withUnsafeMutableBufferPointer { sums in
        sharpened.withUnsafeMutableBufferPointer { bytes in
          var rows = 0..<0
          for y in 0..<height {
            let next = max(0, y - radius)..<min(height, y + radius + 1)
            for row in rows.upperBound..<next.upperBound {
              for x in 0..<width { sums[x] += Int(lights[row * width + x]) }
            }
            for row in rows.lowerBound..<next.lowerBound {
              for x in 0..<width { sums[x] -= Int(lights[row * width + x]) }
            }
            rows = next
            var (sum, first, end) = (0, 0, 0)
            for x in 0..<width {
              while end < min(width, x + radius + 1) {
                sum += sums[end]
                end += 1
              }
              while first < x - radius {
                sum -= sums[first]
                first += 1
              }
              let pixel = y * width + x
              let mean = sum / (rows.count * (end - first))
              let change = (Int(lights[pixel]) - mean) * percent / 100
              guard change != 0 else { continue }
              for byte in (3 * pixel)..<(3 * pixel + 3) {
                bytes[byte] = UInt8(clamping: Int(bytes[byte]) + change)
              }
            }
          }
        }
      }
    }
    return PixelImage(size: size, pixels: sharpened) ?? self
  }

  /// The image in greys. Its darkest percent of pixels is black and its lightest white, unless all
  /// are of similar light.
  private var inGreysFromBlackToWhite: PixelImage {
    let lights = lights
    var counts = [Int](repeating: 0, count: 256)
    for light in lights { counts[Int(light)] += 1 }
    func lightAtPercentile(_ share: Int) -> Int {
      var rest = lights.count * share / 100
      for (light, count) in counts.enumerated() {
        rest -= count
        if rest < 0 { return light }
      }
      return 255
    }
    let (black, white) = (lightAtPercentile(1), lightAtPercentile(99))
    // Otherwise the noise of a wall or of a night would look like a pattern.
    let isFlat = white - black < 48
    let greys = (0..<256).map { light in
      isFlat ? UInt8(light) : UInt8(clamping: (light - black) * 255 / (white - black))
    }
    var pixels: [UInt8] = []
    pixels.reserveCapacity(3 * lights.count)
    for light in lights { pixels.append(contentsOf: repeatElement(greys[Int(light)], count: 3)) }
    return PixelImage(size: size, pixels: pixels) ?? self
  }

  /// The light of each pixel, as the eye weighs the three colours.
  private var lights: [UInt8] {
    pixels.withUnsafeBufferPointer { pixels in
      (0..<(size.width * size.height)).map { pixel in
        let red = 299 * Int(pixels[3 * pixel])
        let green = 587 * Int(pixels[3 * pixel + 1])
        let blue = 114 * Int(pixels[3 * pixel + 2])
        return UInt8((red + green + blue) / 1000)
      }
    }
  }
}
