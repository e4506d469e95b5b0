/// Cuts HTML into texts and tags, in one pass and in linear time, whatever it is fed.
struct HTMLScanner {
  enum Token: Equatable {
    /// Text with its entities undone.
    case text([UInt8])
    case open(HTMLTag)
    case close(String)
  }

  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The next piece; nil at the end.
  mutating func next() -> Token? {
    while position < bytes.count {
      guard bytes[position] == UInt8(ascii: "<"), position + 1 < bytes.count else { return text() }
      switch bytes[position + 1] {
      case UInt8(ascii: "!"), UInt8(ascii: "?"): skipDeclaration()
      case UInt8(ascii: "/"): if let token = closing() { return token }
      case let byte where byte.isASCIILetter: if let token = opening() { return token }
      default: return text()
      }
    }
    return nil
  }
}

extension HTMLScanner {
  /// Text up to the next "<", which is text itself where it begins nothing.
  private mutating func text() -> Token {
    let start = position
    position = index(of: UInt8(ascii: "<"), from: position + 1) ?? bytes.count
    return .text(HTMLEntities.decoded(bytes[start..<position]))
  }

  private mutating func skipDeclaration() {
    if bytes[position...].starts(with: Array("<!--".utf8)) {
      position = end(of: Array("-->".utf8), from: position + 4)
    } else {
      position = end(of: [UInt8(ascii: ">")], from: position + 2)
    }
  }

  private mutating func closing() -> Token? {
    let start = position + 2
    position = end(of: [UInt8(ascii: ">")], from: start)
    let name = HTMLTag.name(at: bytes[min(start, bytes.count)..<position])
    return name.isEmpty ? nil : .close(name)
  }

  private mutating func opening() -> Token? {
    var reader = HTMLTagReader(bytes: bytes, position: position + 1)
    let tag = reader.tag()
    position = reader.position
    guard let tag else { return nil }
    guard tag.element?.isSilent == true else { return .open(tag) }
    skipContent(of: tag.name)
    return nil
  }

  /// Goes past the element's end tag; to the end where there is none.
  private mutating func skipContent(of name: String) {
    let end = Array("</\(name)".utf8)
    while let mark = index(of: UInt8(ascii: "<"), from: position) {
      let candidate = bytes[mark...].prefix(end.count).map(\.asciiLowercased)
      position = mark + 1
      guard candidate == end else { continue }
      position = self.end(of: [UInt8(ascii: ">")], from: mark)
      return
    }
    position = bytes.count
  }

  /// After the pattern's next place; the end where it has none.
  private func end(of pattern: [UInt8], from start: Int) -> Int {
    var place = min(start, bytes.count)
    while let mark = index(of: pattern[0], from: place) {
      if bytes[mark...].starts(with: pattern) { return mark + pattern.count }
      place = mark + 1
    }
    return bytes.count
  }

  private func index(of byte: UInt8, from start: Int) -> Int? {
    guard start < bytes.count else { return nil }
    return bytes[start...].firstIndex(of: byte)
  }
}

extension UInt8 {
  var isASCIILetter: Bool { (0x61...0x7a).contains(asciiLowercased) }
}
