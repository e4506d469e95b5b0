/// The names in a Swift source file: which types it declares, and which it speaks of.
///
/// No parser: it reads words, leaves out comments and texts, and counts braces.
struct SwiftNames {
  /// The types that other files can name.
  private(set) var offered: Set<String> = []
  /// The types that it names and does not declare itself.
  private(set) var named: Set<String> = []

  private static let declaring: Set<String> = [
    "struct", "class", "enum", "protocol", "actor", "typealias", "associatedtype",
  ]

  init(_ text: String) {
    var scanner = WordScanner(text)
    var own: Set<String> = []
    var (declares, isHidden) = (false, false)
    while let word = scanner.next() {
      if declares, word.text != "func" {
        own.insert(word.text)
        if word.depth == 0, !isHidden { offered.insert(word.text) }
        (declares, isHidden) = (false, false)
      } else if Self.declaring.contains(word.text) {
        declares = true
      } else if word.text == "private" || word.text == "fileprivate" {
        isHidden = true
      } else if ["var", "let", "func", "init", "extension", "import"].contains(word.text) {
        (declares, isHidden) = (false, false)
      } else if !word.isMember, word.text.first?.isUppercase == true {
        named.insert(word.text)
      }
    }
    named.subtract(own)
  }
}

/// Reads the words of a source file, one after the other.
private struct WordScanner {
  struct Word {
    let text: String
    /// In how many braces it stands.
    let depth: Int
    /// Whether a dot stands before it.
    let isMember: Bool
  }

  private let bytes: [UInt8]
  private var place = 0
  private var depth = 0
  private var isMember = false

  init(_ text: String) { bytes = Array(text.utf8) }

  mutating func next() -> Word? {
    while place < bytes.count {
      let byte = bytes[place]
      if Self.isLetter(byte) {
        let start = place
        while place < bytes.count, Self.isLetter(bytes[place]) { place += 1 }
        defer { isMember = false }
        return Word(
          text: String(decoding: bytes[start..<place], as: UTF8.self), depth: depth,
          isMember: isMember)
      }
      switch byte {
      case UInt8(ascii: "/") where stands("//"): skip(past: "\n")
      case UInt8(ascii: "/") where stands("/*"): skip(past: "*/")
      case UInt8(ascii: "\"") where stands("\"\"\""):
        place += 3
        skip(past: "\"\"\"")
      case UInt8(ascii: "\""): skipText()
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"): depth -= 1
      default: break
      }
      isMember = byte == UInt8(ascii: ".")
      place += 1
    }
    return nil
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }

  private func stands(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard place + count <= bytes.count else { return false }
    return (0..<count).allSatisfy { bytes[place + $0] == text.utf8Start[$0] }
  }

  /// Goes to the last byte of that text.
  private mutating func skip(past text: StaticString) {
    while place < bytes.count, !stands(text) { place += 1 }
    place += text.utf8CodeUnitCount - 1
  }

  /// Goes to the end of a text of one line, over what is put into it.
  private mutating func skipText() {
    var open = 0
    place += 1
    while place < bytes.count {
      if stands("\\(") {
        open += 1
        place += 2
        continue
      }
      switch bytes[place] {
      case UInt8(ascii: "\\"): place += 1
      case UInt8(ascii: "(") where open > 0: open += 1
      case UInt8(ascii: ")") where open > 0: open -= 1
      case UInt8(ascii: "\"") where open == 0: return
      case UInt8(ascii: "\n"): return
      default: break
      }
      place += 1
    }
  }
}
