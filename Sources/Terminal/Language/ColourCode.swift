/// The nearest colour that a terminal of some depth has, as parameters of "select graphic
/// rendition".
struct ColourCode: Equatable {
  /// The parameters for the text; nil for the terminal's own colour.
  let foreground: String?
  /// The parameters for what is behind it; nil for the terminal's own colour.
  let background: String?

  init(_ colour: Colour, depth: ColourDepth) {
    switch (colour, depth) {
    case (.standard, _), (_, .none):
      self.init(foreground: nil, background: nil)
    case (.ansi(let number), _):
      self.init(ansi: number & 15)
    case (.rgb(let red, let green, let blue), .direct):
      self.init(
        foreground: "38;2;\(red);\(green);\(blue)", background: "48;2;\(red);\(green);\(blue)")
    case (.rgb(let red, let green, let blue), .palette256):
      let number = Palette.nearest256(red, green, blue)
      self.init(foreground: "38;5;\(number)", background: "48;5;\(number)")
    case (.rgb(let red, let green, let blue), .ansi16):
      self.init(ansi: Palette.nearest16(red, green, blue))
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
