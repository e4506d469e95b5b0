/// The colours that terminals number from 0 to 255, as xterm has them.
enum Palette {
  /// The nearest of 16 to 255: the cube of six levels and the greys. The first sixteen are left
  /// out because people change them.
  static func nearest256(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> UInt8 {
    let cube = (level(red), level(green), level(blue))
    let inCube = Colour.rgb(levels[cube.0], levels[cube.1], levels[cube.2])
    let mean = (Int(red) + Int(green) + Int(blue)) / 3
    let step = min(23, max(0, (mean - 3) / 10))
    let grey = UInt8(8 + 10 * step)
    let wanted = (red, green, blue)
    if distance(wanted, .rgb(grey, grey, grey)) < distance(wanted, inCube) {
      return UInt8(232 + step)
    }
    return UInt8(16 + 36 * cube.0 + 6 * cube.1 + cube.2)
  }

  /// The nearest of the first sixteen.
  static func nearest16(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> UInt8 {
    var nearest = 0
    for number in sixteen.indices
    where distance((red, green, blue), sixteen[number])
      < distance((red, green, blue), sixteen[nearest])
    {
      nearest = number
    }
    return UInt8(nearest)
  }

  private static let levels: [UInt8] = [0, 95, 135, 175, 215, 255]

  private static let sixteen: [Colour] = [
    .rgb(0, 0, 0), .rgb(205, 0, 0), .rgb(0, 205, 0), .rgb(205, 205, 0),
    .rgb(0, 0, 238), .rgb(205, 0, 205), .rgb(0, 205, 205), .rgb(229, 229, 229),
    .rgb(127, 127, 127), .rgb(255, 0, 0), .rgb(0, 255, 0), .rgb(255, 255, 0),
    .rgb(92, 92, 255), .rgb(255, 0, 255), .rgb(0, 255, 255), .rgb(255, 255, 255),
  ]

  private static func level(_ value: UInt8) -> Int {
    value < 48 ? 0 : value < 115 ? 1 : (Int(value) - 35) / 40
  }

  /// Squares of the differences, weighted as the eye does.
  private static func distance(_ wanted: (UInt8, UInt8, UInt8), _ colour: Colour) -> Int {
    guard case .rgb(let red, let green, let blue) = colour else { return .max }
    let differences = (
      Int(wanted.0) - Int(red), Int(wanted.1) - Int(green), Int(wanted.2) - Int(blue)
    )
    return 2 * differences.0 * differences.0 + 4 * differences.1 * differences.1
      + 3 * differences.2 * differences.2
  }
}
