public struct Key: Hashable, Sendable {
  public enum KeyCode: Hashable, Sendable {
    /// A kind of key: a typed character; `a` and `A` differ, and the space key is " ".
    case character(Character)
    case enter
    case tab
    case escape
    case backspace
    case delete
    case insert
    case up, down, left, right
    case home, end
    case pageUp, pageDown
    /// A kind of key: a function key from F1 to F24, by its number.
    case function(Int)
  }

  /// A set of modifier keys held down with another key. Shift is not reported with characters.
  public struct KeyModifiers: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let shift = KeyModifiers(rawValue: 1)
    public static let alt = KeyModifiers(rawValue: 2)
    /// The modifier key Control. Control-A is the character "a" with this modifier.
    public static let control = KeyModifiers(rawValue: 4)
  }

  public let code: KeyCode
  public let modifiers: KeyModifiers

  public init(_ code: KeyCode, _ modifiers: KeyModifiers = []) {
    (self.code, self.modifiers) = (code, modifiers)
  }
}

extension Key: ExpressibleByExtendedGraphemeClusterLiteral {
  public init(extendedGraphemeClusterLiteral character: Character) {
    self.init(.character(character))
  }

  public static func controlKey(_ character: Character) -> Key {
    Key(.character(character), .control)
  }
  public static func altKey(_ character: Character) -> Key { Key(.character(character), .alt) }
}
