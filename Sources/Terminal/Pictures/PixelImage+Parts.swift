internal import Glibc

extension PixelImage {
  /// Scales by nearest neighbour; returns the image itself if it has the size.
  func scaled(to wanted: PixelSize) -> PixelImage {
    guard wanted != size, wanted.width > 0, wanted.height > 0 else { return self }
    var scaled: [UInt8] = []
    scaled.reserveCapacity(wanted.width * wanted.height * 3)
    for y in 0..<wanted.height {
      let row = y * size.height / wanted.height * size.width
      for x in 0..<wanted.width {
        let pixel = 3 * (row + x * size.width / wanted.width)
        scaled += pixels[pixel..<(pixel + 3)]
      }
    }
    return PixelImage(size: wanted, pixels: scaled) ?? self
  }

  /// True if a part looks the same in another image. The part is one of `count` equal parts from
  /// top to bottom, as is a row of cells; its neighbouring pixel rows count, too.
  func equals(_ other: PixelImage, inPart part: Int, of count: Int) -> Bool {
    guard size == other.size else { return false }
    let first = max(0, part * size.height / count - 1)
    let end = min(size.height, ((part + 1) * size.height + count - 1) / count + 1)
    let bytes = (3 * size.width * first)..<(3 * size.width * end)
    // Slices would be compared byte by byte, while a key may wait.
    return pixels.withUnsafeBytes { own in
      other.pixels.withUnsafeBytes { others in
        let part = UnsafeRawBufferPointer(rebasing: own[bytes])
        let same = UnsafeRawBufferPointer(rebasing: others[bytes])
        guard let part = part.baseAddress, let same = same.baseAddress else { return true }
        return memcmp(part, same, bytes.count) == 0
      }
    }
  }

  /// The rows of pixels in a rectangle.
  func rows(of rect: PixelRect) -> [ArraySlice<UInt8>] {
    (rect.y..<(rect.y + rect.height)).map { y in
      let start = 3 * (y * size.width + rect.x)
      return pixels[start..<(start + 3 * rect.width)]
    }
  }
}

extension PixelImage {
  /// The mean colour of some thousand pixels, shown until the picture is there.
  var averageColour: (red: UInt8, green: UInt8, blue: UInt8) {
    let count = pixels.count / 3
    let step = max(1, count / 1024)
    var sums = (0, 0, 0)
    var looked = 0
    for pixel in stride(from: 0, to: count, by: step) {
      sums.0 += Int(pixels[3 * pixel])
      sums.1 += Int(pixels[3 * pixel + 1])
      sums.2 += Int(pixels[3 * pixel + 2])
      looked += 1
    }
    return (UInt8(sums.0 / looked), UInt8(sums.1 / looked), UInt8(sums.2 / looked))
  }
}
