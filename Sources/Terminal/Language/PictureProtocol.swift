/// A way to show pictures on a terminal.
public enum PictureProtocol: String, CaseIterable, Sendable {
  /// kitty's graphics: uploaded once, then placed.
  case kitty
  /// kitty's graphics, shown by placeholder characters, which scroll and are covered as text is.
  case kittyPlaceholders = "kitty-placeholders"
  /// Sixels: six rows of pixels in a character.
  case sixel
  /// iTerm2's inline images.
  case iterm
  /// Block characters in colour.
  case symbols
  /// Not at all.
  case none

  /// Whether what is shown stays in its cells whatever the text does: it has to be drawn again
  /// where it moves.
  var isBoundToCells: Bool { self == .sixel || self == .iterm }
}

/// How pictures are shown, and how large a cell is for them.
public struct PictureAbility: Hashable, Sendable {
  /// The way they are shown.
  public let way: PictureProtocol
  /// A cell's size in pixels.
  public let cell: PixelSize
  /// Whether the terminal told that it shows all colours, whatever its description says.
  public let showsAllColours: Bool

  /// Pictures shown in that way in cells of that size.
  public init(way: PictureProtocol, cell: PixelSize, showsAllColours: Bool = false) {
    self.way = way
    self.cell = cell
    self.showsAllColours = showsAllColours
  }

  /// The colours that pictures are given where text is given so many.
  func depth(besides text: ColourDepth) -> ColourDepth {
    showsAllColours && text != .none ? .direct : text
  }
}
