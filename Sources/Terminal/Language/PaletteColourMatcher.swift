/// A namespace for the colours that terminals number from 0 to 255, as xterm does.
enum PaletteColourMatcher {
  /// Returns the number of the nearest colour of 16 to 255: the colour cube and the greys. The
  /// first sixteen are left out, because people change them.
  static func nearestCubeColourOrGrey(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> UInt8 {
    let cube = (colourCubeLevel(of: red), colourCubeLevel(of: green), colourCubeLevel(of: blue))
    let inCube = Colour.rgb(levels[cube.0], levels[cube.1], levels[cube.2])
    let mean = (Int(red) + Int(green) + Int(blue)) / 3
    let step = min(23, max(0, (mean - 3) / 10))
    let grey = UInt8(8 + 10 * step)
    let wanted = (red, green, blue)
    if squaredColourDistance(wanted, .rgb(grey, grey, grey)) < squaredColourDistance(wanted, inCube)
    {
      return UInt8(232 + step)
    }
    return UInt8(16 + 36 * cube.0 + 6 * cube.1 + cube.2)
  }

  /// Returns the number of the nearest of the terminal's first sixteen colours.
  static func nearestOf16Colours(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> UInt8 {
    var nearest = 0
    for number in sixteen.indices
    where squaredColourDistance((red, green, blue), sixteen[number])
      < squaredColourDistance((red, green, blue), sixteen[nearest])
    {
      nearest = number
    }
    return UInt8(nearest)
  }

  /// Returns the number of one of the terminal's first sixteen colours for a pixel, by dithering:
  /// of the two colours whose mixture is nearest to the pixel, the second if its share (0 to 255)
  /// reaches the threshold, else the first.
  static func ditheredOf16Colours(_ pixel: SIMD3<Int>, threshold: Int) -> UInt8 {
    func weightedProduct(_ one: SIMD3<Int>, _ other: SIMD3<Int>) -> Int {
      let products = one &* other
      return 2 * products.x + 4 * products.y + 3 * products.z
    }
    let bytes = SIMD3<UInt8>(truncatingIfNeeded: pixel)
    let first = nearestOf16Colours(bytes.x, bytes.y, bytes.z)
    let offset = pixel &- pixels[Int(first)]
    var best = (number: first, share: 0, error: weightedProduct(offset, offset))
    for (number, other) in pixels.enumerated() where number != Int(first) {
      let way = other &- pixels[Int(first)]
      let length = weightedProduct(way, way)
      let share = max(0, min(255, 255 * weightedProduct(offset, way) / length))
      let rest = offset &- way &* SIMD3(repeating: share) / SIMD3(repeating: 255)
      // A mixture of two colours far apart is seen as a pattern.
      let grain = length / 16 * share / 255 * (255 - share) / 255
      let error = weightedProduct(rest, rest) + grain
      if error < best.error { best = (UInt8(number), share, error) }
    }
    return best.share >= threshold ? best.number : first
  }

  private static let pixels: [SIMD3<Int>] = sixteen.map {
    guard case .rgb(let red, let green, let blue) = $0 else { return .zero }
    return SIMD3(Int(red), Int(green), Int(blue))
  }

  private static let levels: [UInt8] = [0, 95, 135, 175, 215, 255]

  private static let sixteen: [Colour] = [
    .rgb(0, 0, 0), .rgb(205, 0, 0), .rgb(0, 205, 0), .rgb(205, 205, 0),
    .rgb(0, 0, 238), .rgb(205, 0, 205), .rgb(0, 205, 205), .rgb(229, 229, 229),
    .rgb(127, 127, 127), .rgb(255, 0, 0), .rgb(0, 255, 0), .rgb(255, 255, 0),
    .rgb(92, 92, 255), .rgb(255, 0, 255), .rgb(0, 255, 255), .rgb(255, 255, 255),
  ]

  private static func colourCubeLevel(of value: UInt8) -> Int {
    value < 48 ? 0 : value < 115 ? 1 : (Int(value) - 35) / 40
  }

  /// Returns the squared distance of two colours, weighted as the eye does.
  private static func squaredColourDistance(_ wanted: (UInt8, UInt8, UInt8), _ colour: Colour)
    -> Int
  {
    guard case .rgb(let red, let green, let blue) = colour else { return .max }
    let differences = (
      Int(wanted.0) - Int(red), Int(wanted.1) - Int(green), Int(wanted.2) - Int(blue)
    )
    return 2 * differences.0 * differences.0 + 4 * differences.1 * differences.1
      + 3 * differences.2 * differences.2
  }
}

/// A set of parameters of the escape sequence "select graphic rendition", for the terminal's
/// colours nearest to those of a text style.
struct ColourSequenceParameters: Equatable {
  /// The escape sequence parameters for the text colour; nil for the terminal's default colour.
  let foreground: String?
  /// The escape sequence parameters for the background colour; nil for the terminal's default.
  let background: String?

  init(_ colour: Colour, depth: ColourDepth) {
    switch (colour, depth) {
    case (.standard, _), (_, .none): self.init(foreground: nil, background: nil)
    case (.ansi(let number), _): self.init(ansi: number & 15)
    case (.rgb(let red, let green, let blue), .direct):
      self.init(
        foreground: "38;2;\(red);\(green);\(blue)", background: "48;2;\(red);\(green);\(blue)")
    case (.rgb(let red, let green, let blue), .palette256):
      let number = PaletteColourMatcher.nearestCubeColourOrGrey(red, green, blue)
      self.init(foreground: "38;5;\(number)", background: "48;5;\(number)")
    case (.rgb(let red, let green, let blue), .ansi16):
      self.init(ansi: PaletteColourMatcher.nearestOf16Colours(red, green, blue))
    }
  }

  private init(foreground: String?, background: String?) {
    (self.foreground, self.background) = (foreground, background)
  }

  private init(ansi number: UInt8) {
    let isBright = number >= 8
    self.init(
      foreground: "\(isBright ? 90 + number - 8 : 30 + number)",
      background: "\(isBright ? 100 + number - 8 : 40 + number)")
  }
}

public enum ColourDepth: Int, Comparable, Sendable {
  /// A colour depth: only the terminal's default foreground and background.
  case none
  case ansi16
  case palette256
  /// A colour depth: 24 bits of red, green and blue.
  case direct

  public static func < (left: ColourDepth, right: ColourDepth) -> Bool {
    left.rawValue < right.rawValue
  }

  /// Returns the colour depth of a terminal by the environment and the number of colours in the
  /// terminal's description. `COLORTERM` counts if it is "truecolor" or "24bit", except inside GNU
  /// screen, which passes on the variable but not the colours. mlterm has 256 colours, but is
  /// described with eight.
  public static func detectedColourDepth(environment: [String: String], describedColours: Int)
    -> ColourDepth
  {
    let term = environment["TERM"] ?? ""
    let isScreen = term.hasPrefix("screen") && environment["TMUX"] == nil
    let promise = environment["COLORTERM"] ?? ""
    if !isScreen, promise == "truecolor" || promise == "24bit" { return .direct }
    if term.hasSuffix("-direct") || describedColours > 256 { return .direct }
    if describedColours >= 256 || term.hasSuffix("-256color") || term == "mlterm" {
      return .palette256
    }
    return describedColours >= 8 ? .ansi16 : .none
  }
}
