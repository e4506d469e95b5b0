extension PixelImage {
  /// Its mean colour, which the cells show until the picture is there; taken from some thousand
  /// pixels.
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
