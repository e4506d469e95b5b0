/// A colour as a theme names it; the screen shows the nearest one that the terminal has.
public enum Colour: Hashable, Sendable {
  /// The terminal's own colour.
  case standard
  /// One of the terminal's first sixteen.
  case ansi(UInt8)
  /// Red, green and blue.
  case rgb(UInt8, UInt8, UInt8)
}

/// How a cell looks.
public struct Style: Hashable, Sendable {
  /// Weight and the like, which also work without colours.
  public struct Attributes: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt8
    /// The attributes with these bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Heavier.
    public static let bold = Attributes(rawValue: 1)
    /// Fainter.
    public static let dim = Attributes(rawValue: 2)
    /// Slanted.
    public static let italic = Attributes(rawValue: 4)
    /// Underlined.
    public static let underlined = Attributes(rawValue: 8)
    /// With foreground and background exchanged.
    public static let reversed = Attributes(rawValue: 16)
  }

  /// The colour of the text.
  public var foreground: Colour
  /// The colour behind it.
  public var background: Colour
  /// Weight and the like.
  public var attributes: Attributes

  /// A style; without arguments, the terminal's own.
  public init(
    _ foreground: Colour = .standard, on background: Colour = .standard,
    _ attributes: Attributes = []
  ) {
    (self.foreground, self.background, self.attributes) = (foreground, background, attributes)
  }

  /// The terminal's own colours, no attributes.
  public static let plain = Style()
}
