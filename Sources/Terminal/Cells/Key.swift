/// A key press.
public struct Key: Hashable, Sendable {
  /// What was pressed.
  public enum Code: Hashable, Sendable {
    /// A key that types a character; `a` and `A` differ, and Space is " ".
    case character(Character)
    /// The Enter key.
    case enter
    /// The Tab key.
    case tab
    /// Escape, pressed alone.
    case escape
    /// The key that erases to the left.
    case backspace
    /// The key that erases to the right.
    case delete
    /// The Insert key.
    case insert
    /// An arrow.
    case up, down, left, right
    /// To the beginning or end.
    case home, end
    /// A page up or down.
    case pageUp, pageDown
    /// F1 to F24.
    case function(Int)
  }

  /// Keys held down at the same time. Shift is not reported with characters.
  public struct Modifiers: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt8
    /// The modifiers with these bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Shift, as in Shift-Tab.
    public static let shift = Modifiers(rawValue: 1)
    /// Alt, or Escape sent before the key.
    public static let alt = Modifiers(rawValue: 2)
    /// Control; Control-A is the character "a" with this.
    public static let control = Modifiers(rawValue: 4)
  }

  /// What was pressed.
  public let code: Code
  /// What was held down with it.
  public let modifiers: Modifiers

  /// A press of that key.
  public init(_ code: Code, _ modifiers: Modifiers = []) {
    (self.code, self.modifiers) = (code, modifiers)
  }
}

extension Key: ExpressibleByExtendedGraphemeClusterLiteral {
  /// The key that types the character.
  public init(extendedGraphemeClusterLiteral character: Character) {
    self.init(.character(character))
  }

  /// The key that types the character, with Control.
  public static func control(_ character: Character) -> Key {
    Key(.character(character), .control)
  }

  /// The key that types the character, with Alt.
  public static func alt(_ character: Character) -> Key {
    Key(.character(character), .alt)
  }
}
