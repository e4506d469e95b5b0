/// One place on the screen: a character and how it looks.
///
/// A wide character takes two cells: its own, and a `continuation` to its right. A cell is sixteen
/// bytes of plain memory, since every key press copies and compares some thousands of them.
public struct Cell: Hashable, Sendable {
  let glyph: Glyph
  private(set) var look: PackedStyle

  init(glyph: Glyph, look: PackedStyle) {
    (self.glyph, self.look) = (glyph, look)
  }

  /// What is shown; always a printable character, one or two columns wide.
  public var character: Character { glyph.character }

  /// How many columns it takes: 1 or 2, and 0 for the right half of a wide one.
  public var width: UInt8 { look.columns }

  /// How it looks.
  public var style: Style {
    get { look.style }
    set { look = PackedStyle(newValue, columns: width) }
  }

  /// An empty place.
  public static func blank(_ style: Style = .plain) -> Cell {
    Cell(glyph: .blank, look: PackedStyle(style, columns: 1))
  }

  /// An empty place that looks like this one.
  var blanked: Cell { Cell(glyph: .blank, look: look.with(columns: 1)) }
  /// The right half of this wide character.
  var continuation: Cell { Cell(glyph: .blank, look: look.with(columns: 0)) }
  /// The same with that style's colours in the places of the terminal's own.
  func settled(on ground: PackedStyle) -> Cell {
    Cell(glyph: glyph, look: look.settled(on: ground))
  }
  /// Whether it is empty; a no-break space is not.
  var isBlank: Bool { width == 1 && glyph == .blank }
}
