/// A few colours that stand for all of a picture's: those of which there is most.
struct ColourTable {
  /// One number is left for what is transparent.
  static let most = 255

  /// Red, green and blue of each.
  let colours: [SIMD3<UInt8>]
  /// The number of the nearest colour, for each colour of five bits a channel.
  private let numbers: [UInt8]

  init(of picture: PaintedPixels) {
    var counts = [Int](repeating: 0, count: 1 << 15)
    for start in stride(from: 0, to: picture.bytes.count, by: 3) {
      counts[Self.bin(picture.bytes, start)] += 1
    }
    let bins = counts.indices.filter { counts[$0] > 0 }.sorted { counts[$0] > counts[$1] }
    let colours = [SIMD3(repeating: 255)] + bins.prefix(Self.most - 1).map(Self.colour)
    self.colours = colours
    numbers = counts.indices.map { bin in
      let wanted = SIMD3<Int>(truncatingIfNeeded: Self.colour(bin))
      var best = (number: 0, distance: Int.max)
      for (number, colour) in colours.enumerated() {
        let way = SIMD3<Int>(truncatingIfNeeded: colour) &- wanted
        let distance = (way &* way).wrappedSum()
        if distance < best.distance { best = (number, distance) }
      }
      return UInt8(best.number)
    }
  }

  /// The numbers of a picture's colours.
  func numbers(of picture: PaintedPixels) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: picture.bytes.count / 3) { result, count in
      for pixel in 0..<picture.bytes.count / 3 {
        result[pixel] = numbers[Self.bin(picture.bytes, pixel * 3)]
      }
      count = picture.bytes.count / 3
    }
  }

  private static func bin(_ bytes: [UInt8], _ start: Int) -> Int {
    Int(bytes[start] >> 3) << 10 | Int(bytes[start + 1] >> 3) << 5 | Int(bytes[start + 2] >> 3)
  }

  private static func colour(_ bin: Int) -> SIMD3<UInt8> {
    let levels = SIMD3(bin >> 10, bin >> 5 & 31, bin & 31)
    return SIMD3<UInt8>(truncatingIfNeeded: levels &* 255 / 31)
  }
}
