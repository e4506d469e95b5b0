/// A way to show pictures on a terminal.
public enum PictureProtocol: String, CaseIterable, Sendable {
  /// kitty's graphics: uploaded once, then placed.
  case kitty
  /// kitty's graphics, shown by placeholder characters, which scroll and can be covered like text.
  case kittyPlaceholders = "kitty-placeholders"
  /// Sixels: characters that each stand for six pixels, one above the other.
  case sixel
  /// iTerm2's inline images.
  case iterm
  /// Block characters in colour.
  case symbols
  /// Not at all.
  case none

  /// Whether what is drawn stays in its place whatever the text does, and has to be drawn again
  /// where the text moves.
  var isBoundToCells: Bool { self == .sixel || self == .iterm }
}

/// How pictures are shown, and how large a cell is for them.
public struct PictureAbility: Hashable, Sendable {
  /// The way they are shown.
  public let way: PictureProtocol
  /// A cell's size in pixels.
  public let cell: PixelSize
  /// Whether the terminal said that it shows all colours, whatever its description says.
  public let showsAllColours: Bool
  /// Whether the terminal is given the frames of what moves once, and plays them by itself.
  public let playsMotions: Bool

  /// Pictures shown in that way in cells of that size.
  public init(
    way: PictureProtocol, cell: PixelSize, showsAllColours: Bool = false, playsMotions: Bool = false
  ) {
    (self.way, self.cell) = (way, cell)
    (self.showsAllColours, self.playsMotions) = (showsAllColours, playsMotions)
  }

  /// The colours for pictures, given those for text.
  func depth(besides text: ColourDepth) -> ColourDepth {
    showsAllColours && text != .none ? .direct : text
  }
}
