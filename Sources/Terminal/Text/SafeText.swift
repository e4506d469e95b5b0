/// A text that cannot control a terminal; no other text is drawn, printed or logged. It contains
/// only letters, marks, numbers, punctuation, symbols, blanks and valid emoji sequences; sanitising
/// again changes nothing.
public struct SafeText: Hashable, Sendable, ExpressibleByStringInterpolation {
  public let string: String

  /// Creates a safe text of one line from untrusted text. Line ends and tabs become one blank;
  /// other control characters are dropped.
  public init(sanitizing text: String) {
    string = text.isPrintableASCII ? text : TextSanitizer.sanitizedText(text)
  }

  public init(stringLiteral value: String) { self.init(sanitizing: value) }
  private init(safe string: String) { self.string = string }

  public init(repeating text: SafeText, count: Int) {
    self.init(sanitizing: String(repeating: text.string, count: max(0, count)))
  }

  /// Returns the lines of an untrusted text as safe texts; an empty text is one empty line.
  public static func sanitizedLines(of text: String) -> [SafeText] {
    // Most texts are one line of printable ASCII.
    if text.isPrintableASCII { return [SafeText(safe: text)] }
    var lines: [SafeText] = []
    var rest = text[...]
    while let end = rest.firstLineEnd {
      lines.append(SafeText(sanitizing: String(rest[..<end.lowerBound])))
      rest = rest[end.upperBound...]
    }
    lines.append(SafeText(sanitizing: lines.isEmpty ? text : String(rest)))
    return lines
  }

  public var isEmpty: Bool { string.isEmpty }
  public var isBlank: Bool { string.allSatisfy(\.isWhitespace) }

  public static func + (left: SafeText, right: SafeText) -> SafeText {
    let both = left.string + right.string
    return left.staysSeparate(from: right) ? SafeText(safe: both) : SafeText(sanitizing: both)
  }

  /// Returns true if the end of this text and the beginning of the next one can never combine to
  /// one character, such as a flag; false if they might.
  private func staysSeparate(from next: SafeText) -> Bool {
    guard let end = string.utf8.last, let start = next.string.utf8.first else { return true }
    return end == 0x20 || start == 0x20 || (end < 0x7f && start < 0x7f)
  }

  var isASCII: Bool { string.isPrintableASCII }
}

extension Sequence where Element == SafeText {
  public func joined(separator: SafeText = "") -> SafeText {
    // A plain loop: the first use of a lazy collection's `joined` prepares so many types that it
    // takes longer than all other texts of the first frame.
    var joined = ""
    var isFirst = true
    for text in self {
      if !isFirst { joined += separator.string }
      joined += text.string
      isFirst = false
    }
    return SafeText(sanitizing: joined)
  }
}

extension SafeText: CustomStringConvertible {
  public var description: String { string }
}

extension String {
  fileprivate var isPrintableASCII: Bool {
    let answer = utf8.withContiguousStorageIfAvailable { bytes in
      bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7f }
    }
    return answer ?? utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7f }
  }
}

extension Substring {
  fileprivate var firstLineEnd: Range<Index>? {
    var index = startIndex
    while index < endIndex {
      let next = utf8.index(after: index)
      switch utf8[index] {
      case 0x0A: return index..<next
      case 0x0D:
        return index..<(next < endIndex && utf8[next] == 0x0A ? utf8.index(after: next) : next)
      case 0xC2 where utf8[next] == 0x85: return index..<utf8.index(after: next)
      case 0xE2 where utf8[next] == 0x80:
        let last = utf8.index(after: next)
        if utf8[last] == 0xA8 || utf8[last] == 0xA9 { return index..<utf8.index(after: last) }
      default: break
      }
      index = next
    }
    return nil
  }
}
