/// Text that cannot drive a terminal; nothing else is drawn, printed or logged.
///
/// It is made by the sanitiser alone, from any text: only letters, marks, numbers, punctuation,
/// symbols, blanks and valid emoji sequences are left. Sanitising it again changes nothing.
public struct SafeText: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The text: printable characters, and no line ends.
  public let string: String

  /// Makes text from anywhere safe, in one line.
  ///
  /// Line ends and tabs become one blank; everything else that is not printed is left out.
  public init(sanitizing text: String) {
    string = text.isPrintableASCII ? text : Sanitizer.sanitize(text)
  }

  /// Text from the source itself.
  public init(stringLiteral value: String) { self.init(sanitizing: value) }

  /// Makes text of several lines safe: a `SafeText` a line, one at least.
  public static func lines(sanitizing text: String) -> [SafeText] {
    // "\r\n" is one character, so it ends one line.
    text.split(omittingEmptySubsequences: false) { character in
      switch character {
      case "\n", "\r", "\r\n", "\u{85}", "\u{2028}", "\u{2029}": true
      default: false
      }
    }.map { SafeText(sanitizing: String($0)) }
  }

  /// Whether there is nothing to see.
  public var isEmpty: Bool { string.isEmpty }
}

extension SafeText {
  /// One text after the other.
  public static func + (left: SafeText, right: SafeText) -> SafeText {
    // Two safe texts may join into something else where they meet, such as a flag.
    SafeText(sanitizing: left.string + right.string)
  }

  /// Adds a text at the end.
  public static func += (left: inout SafeText, right: SafeText) {
    left = left + right
  }

  /// Whether it is ASCII throughout, and so has a column a byte.
  var isASCII: Bool { string.isPrintableASCII }
}

extension Sequence where Element == SafeText {
  /// The texts in one, with the separator between them.
  public func joined(separator: SafeText = "") -> SafeText {
    SafeText(sanitizing: lazy.map(\.string).joined(separator: separator.string))
  }
}

extension SafeText: CustomStringConvertible {
  /// The text.
  public var description: String { string }
}

extension String {
  /// Whether every byte is a character that all terminals print.
  fileprivate var isPrintableASCII: Bool {
    let answer = utf8.withContiguousStorageIfAvailable { bytes in
      bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7f }
    }
    return answer ?? utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7f }
  }
}
