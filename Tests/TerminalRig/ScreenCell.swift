/// A cell of the screen, as a person would see it.
public struct ScreenCell: Equatable, Sendable {
  /// A colour on the screen.
  public enum Colour: Hashable, Sendable {
    /// A kind of colour: the one that the terminal's user has chosen.
    case standard
    /// A kind of colour: red, green and blue, also for colours of the palette.
    case rgb(UInt8, UInt8, UInt8)
  }

  /// The character with its marks; a space if nothing was drawn, empty right of a wide character.
  public let text: String
  /// The number of columns of the cell's character: 1 or 2.
  public let width: Int
  /// The colour of the cell's character.
  public let foreground: Colour
  /// The colour behind the cell's character.
  public let background: Colour
  /// The number of the foreground colour in the palette of 256; nil for other colours.
  public let foregroundIndex: UInt8?
  /// The number of the background colour in the palette of 256; nil for other colours.
  public let backgroundIndex: UInt8?
  /// True if the cell's character is bold.
  public let isBold: Bool
  /// True if the cell's character is underlined.
  public let isUnderlined: Bool
  /// True if the cell's character is slanted.
  public let isItalic: Bool
  /// True if the cell's foreground and background colours are exchanged.
  public let isReversed: Bool
}
