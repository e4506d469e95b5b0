/// The tag that opens an element, with those of its attributes that tell what it is.
struct HTMLTag: Equatable {
  let name: String
  /// What it opens; nil for what is nothing to us.
  let element: HTMLElement?
  // A handful at most, which is found sooner in a row than in a dictionary.
  private var attributes: [Attribute] = []

  private struct Attribute: Equatable {
    let name: String
    let value: String
  }

  init(name: String) {
    self.name = name
    element = HTMLElement(named: name)
  }

  /// An attribute's value; nil where it has none.
  subscript(attribute: String) -> String? { attributes.first { $0.name == attribute }?.value }

  mutating func add(_ attribute: String, _ value: String) {
    attributes.append(Attribute(name: attribute, value: value))
  }

  /// Whether its `class` or, for links, its `rel` has the word.
  func has(_ word: String, in attribute: String = "class") -> Bool {
    self[attribute]?.utf8.split(separator: 0x20).contains { $0.elementsEqual(word.utf8) }
      ?? false
  }

  /// The name that these bytes begin with, in lower case.
  static func name(at bytes: ArraySlice<UInt8>) -> String {
    let name = bytes.prefix(32).prefix { $0.isASCIILetter || (0x30...0x39).contains($0) }
    // As good as always they are written in lower case.
    guard name.contains(where: { $0 != $0.asciiLowercased }) else {
      return String(decoding: name, as: UTF8.self)
    }
    return String(decoding: name.map(\.asciiLowercased), as: UTF8.self)
  }
}

/// Reads an opening tag behind its "<".
struct HTMLTagReader {
  private static let wanted = [
    "href", "class", "rel", "alt", "start", "src", "type", "width", "height",
  ]

  private let bytes: [UInt8]
  private(set) var position: Int

  init(bytes: [UInt8], position: Int) {
    (self.bytes, self.position) = (bytes, position)
  }

  /// The tag; nil where the text ends within it.
  mutating func tag() -> HTMLTag? {
    var tag = HTMLTag(name: HTMLTag.name(at: bytes[position...]))
    skip { !$0.isHTMLBlank && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ">") }
    while position < bytes.count {
      skip { $0.isHTMLBlank || $0 == UInt8(ascii: "/") }
      guard position < bytes.count else { return nil }
      if bytes[position] == UInt8(ascii: ">") {
        position += 1
        return tag
      }
      let (name, value) = attribute()
      guard Self.wanted.contains(name), tag[name] == nil else { continue }
      tag.add(name, String(decoding: HTMLEntities.decoded(value), as: UTF8.self))
    }
    return nil
  }

  /// The name, and the value with its entities.
  private mutating func attribute() -> (name: String, value: ArraySlice<UInt8>) {
    let start = position
    position += 1  // A name may begin with "=".
    skip {
      !$0.isHTMLBlank && $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ">")
        && $0 != UInt8(ascii: "/")
    }
    let name = HTMLTag.name(at: bytes[start..<position])
    skip(\.isHTMLBlank)
    guard position < bytes.count, bytes[position] == UInt8(ascii: "=") else { return (name, []) }
    position += 1
    skip(\.isHTMLBlank)
    return (name, value())
  }

  private mutating func value() -> ArraySlice<UInt8> {
    guard position < bytes.count else { return [] }
    let quote = bytes[position]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      let start = position
      skip { !$0.isHTMLBlank && $0 != UInt8(ascii: ">") }
      return bytes[start..<position]
    }
    position += 1
    let start = position
    skip { $0 != quote }
    defer { position = min(position + 1, bytes.count) }
    return bytes[start..<position]
  }

  private mutating func skip(_ isSkipped: (UInt8) -> Bool) {
    while position < bytes.count, isSkipped(bytes[position]) { position += 1 }
  }
}

extension UInt8 {
  var isHTMLBlank: Bool {
    self == 0x20 || self == 0x09 || self == 0x0a || self == 0x0c || self == 0x0d
  }
}
