/// Text that cannot drive a terminal; nothing else is drawn, printed or logged.
public struct SafeText: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The text: printable characters, and no line ends.
  public let string: String

  /// Makes text from anywhere safe, in one line.
  public init(sanitizing text: String) { string = text }

  /// Text from the source itself, which holds no control characters.
  public init(stringLiteral value: String) { self.init(sanitizing: value) }
}
