/// One place on the screen: a character and how it looks.
///
/// A wide character takes two cells: its own, and a `continuation` to its right.
public struct Cell: Hashable, Sendable {
  /// What is shown; always a printable character, one or two columns wide.
  public var character: Character
  /// How many columns it takes: 1 or 2, and 0 for the right half of a wide one.
  public var width: UInt8
  /// How it looks.
  public var style: Style

  init(character: Character, width: UInt8, style: Style) {
    self.character = character
    self.width = width
    self.style = style
  }

  /// An empty place.
  public static func blank(_ style: Style = .plain) -> Cell {
    Cell(character: " ", width: 1, style: style)
  }

  /// The right half of the wide character before it.
  static func continuation(_ style: Style) -> Cell {
    Cell(character: " ", width: 0, style: style)
  }
}
