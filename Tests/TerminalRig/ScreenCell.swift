/// One cell of a screen, as a person would see it.
public struct ScreenCell: Equatable, Sendable {
  /// A colour on the screen.
  public enum Colour: Hashable, Sendable {
    /// Whatever the terminal's user has chosen.
    case standard
    /// Red, green and blue; a palette's colours have been looked up.
    case rgb(UInt8, UInt8, UInt8)
  }

  /// The character with its marks; a space where nothing was drawn, empty right of a wide one.
  public let text: String
  /// How many columns it takes: 1 or 2.
  public let width: Int
  /// The colour of the character.
  public let foreground: Colour
  /// The colour behind it.
  public let background: Colour
  /// The number of the foreground in the palette of 256, where it came from there.
  public let foregroundIndex: UInt8?
  /// The number of the background in the palette of 256, where it came from there.
  public let backgroundIndex: UInt8?
  /// Whether it is bold.
  public let isBold: Bool
  /// Whether it is underlined.
  public let isUnderlined: Bool
  /// Whether it is slanted.
  public let isItalic: Bool
  /// Whether the colours are exchanged.
  public let isReversed: Bool
}
