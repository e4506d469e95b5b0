extension PixelImage {
  /// The same picture in another size, each pixel taken from the nearest; itself if it has that
  /// size.
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

  /// The pixels of a rectangle within it, row by row.
  func rows(of rect: PixelRect) -> [ArraySlice<UInt8>] {
    (rect.y..<(rect.y + rect.height)).map { y in
      let start = 3 * (y * size.width + rect.x)
      return pixels[start..<(start + 3 * rect.width)]
    }
  }
}
