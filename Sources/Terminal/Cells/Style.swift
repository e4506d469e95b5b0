/// A colour of text or its background; the screen shows the nearest colour that the terminal has.
public enum Colour: Hashable, Sendable {
  /// A kind of colour: the terminal's default for text or background.
  case standard
  /// A kind of colour: one of the terminal's first sixteen, by number.
  case ansi(UInt8)
  case rgb(UInt8, UInt8, UInt8)
}

public struct Style: Equatable, Sendable {
  /// A set of text attributes, such as bold, which also work without colours.
  public struct TextAttributes: OptionSet, Equatable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let bold = TextAttributes(rawValue: 1)
    public static let dim = TextAttributes(rawValue: 2)
    public static let italic = TextAttributes(rawValue: 4)
    public static let underlined = TextAttributes(rawValue: 8)
    public static let reversed = TextAttributes(rawValue: 16)
  }

  public var foreground: Colour
  public var background: Colour
  public var attributes: TextAttributes

  public init(
    _ foreground: Colour = .standard, on background: Colour = .standard,
    _ attributes: TextAttributes = []
  ) {
    (self.foreground, self.background, self.attributes) = (foreground, background, attributes)
  }

  public static let plain = Style()
}

/// A text style and the number of columns of a character, packed into eight bytes. From the lowest
/// bit: foreground and background, 26 bits each; attributes, 8; columns, 2.
struct PackedStyle: Hashable, Sendable {
  private static let colourBits: UInt64 = 26
  private static let colourMask: UInt64 = 0x3ff_ffff
  private static let columnsShift: UInt64 = 60

  private let bits: UInt64

  init(_ style: Style, columns: UInt8) {
    bits =
      Self.packedBits(of: style.foreground) | Self.packedBits(of: style.background)
      << Self.colourBits
      | UInt64(style.attributes.rawValue) << (2 * Self.colourBits)
      | UInt64(columns) << Self.columnsShift
  }

  private init(bits: UInt64) { self.bits = bits }
  var columns: UInt8 { UInt8(bits >> Self.columnsShift) }

  var style: Style {
    Style(
      Self.unpackedColour(bits & Self.colourMask),
      on: Self.unpackedColour(bits >> Self.colourBits & Self.colourMask),
      Style.TextAttributes(rawValue: UInt8(truncatingIfNeeded: bits >> (2 * Self.colourBits))))
  }

  func hasSameStyleBesidesWidth(as other: PackedStyle) -> Bool {
    (bits ^ other.bits) << (64 - Self.columnsShift) == 0
  }

  func replacingDefaultColours(of ground: PackedStyle) -> PackedStyle {
    var settled = bits
    for mask in [Self.colourMask, Self.colourMask << Self.colourBits] where bits & mask == 0 {
      settled |= ground.bits & mask
    }
    return PackedStyle(bits: settled)
  }

  func replacingCharacterWidth(_ columns: UInt8) -> PackedStyle {
    let style = bits & (1 << Self.columnsShift - 1)
    return PackedStyle(bits: style | UInt64(columns) << Self.columnsShift)
  }

  private static func packedBits(of colour: Colour) -> UInt64 {
    switch colour {
    case .standard: 0
    case .ansi(let number): 1 << 24 | UInt64(number)
    case .rgb(let red, let green, let blue):
      2 << 24 | UInt64(red) << 16 | UInt64(green) << 8 | UInt64(blue)
    }
  }

  private static func unpackedColour(_ bits: UInt64) -> Colour {
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
