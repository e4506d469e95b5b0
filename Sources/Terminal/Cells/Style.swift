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

/// A style, and the number of columns it is drawn in, in eight bytes.
///
/// From the lowest bit: the foreground and the background, 26 bits each; the attributes, 8; the
/// columns, 2.
struct PackedStyle: Hashable, Sendable {
  private static let colourBits: UInt64 = 26
  private static let colourMask: UInt64 = 0x3ff_ffff
  private static let columnsShift: UInt64 = 60

  private let bits: UInt64

  init(_ style: Style, columns: UInt8) {
    bits =
      Self.bits(of: style.foreground) | Self.bits(of: style.background) << Self.colourBits
      | UInt64(style.attributes.rawValue) << (2 * Self.colourBits)
      | UInt64(columns) << Self.columnsShift
  }

  private init(bits: UInt64) { self.bits = bits }

  var columns: UInt8 { UInt8(bits >> Self.columnsShift) }

  var style: Style {
    Style(
      Self.colour(bits & Self.colourMask),
      on: Self.colour(bits >> Self.colourBits & Self.colourMask),
      Style.Attributes(rawValue: UInt8(truncatingIfNeeded: bits >> (2 * Self.colourBits))))
  }

  /// Whether both look the same, whatever their columns.
  func hasStyle(of other: PackedStyle) -> Bool {
    (bits ^ other.bits) << (64 - Self.columnsShift) == 0
  }

  /// The same with another's colours in the places of the terminal's own.
  func settled(on ground: PackedStyle) -> PackedStyle {
    var settled = bits
    for mask in [Self.colourMask, Self.colourMask << Self.colourBits] where bits & mask == 0 {
      settled |= ground.bits & mask
    }
    return PackedStyle(bits: settled)
  }

  func with(columns: UInt8) -> PackedStyle {
    let style = bits & (1 << Self.columnsShift - 1)
    return PackedStyle(bits: style | UInt64(columns) << Self.columnsShift)
  }

  private static func bits(of colour: Colour) -> UInt64 {
    switch colour {
    case .standard: 0
    case .ansi(let number): 1 << 24 | UInt64(number)
    case .rgb(let red, let green, let blue):
      2 << 24 | UInt64(red) << 16 | UInt64(green) << 8 | UInt64(blue)
    }
  }

  private static func colour(_ bits: UInt64) -> Colour {
    switch bits >> 24 {
    case 0: .standard
    case 1: .ansi(UInt8(truncatingIfNeeded: bits))
    default:
      .rgb(
        UInt8(truncatingIfNeeded: bits >> 16), UInt8(truncatingIfNeeded: bits >> 8),
        UInt8(truncatingIfNeeded: bits))
    }
  }
}
