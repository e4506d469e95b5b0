/// An XML element with attributes and content.
struct XMLElement: Equatable, Sendable {
  enum Node: Equatable, Sendable {
    case text(String)
    case element(XMLElement)
  }

  /// The element's name with the prefix of its namespace, as "dc:creator", "atom:entry" or "item".
  let name: String
  /// The attributes' values by their names, with prefixes.
  let attributes: [String: String]
  fileprivate(set) var nodes: [Node] = []
  /// Counted from 1; 0 if lines are not counted.
  var line = 0

  init(_ name: String, _ attributes: [String: String] = [:]) {
    (self.name, self.attributes) = (name, attributes)
  }

  /// Without blanks around it; nil if missing or empty.
  subscript(attribute: String) -> String? {
    attributes[attribute].map(\.trimmingBlanks).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The direct child elements.
  var children: [XMLElement] {
    nodes.compactMap { if case .element(let element) = $0 { element } else { nil } }
  }

  func all(_ names: String...) -> [XMLElement] { children.filter { names.contains($0.name) } }

  /// The first child with the first of the names that exists.
  func first(_ names: String...) -> XMLElement? {
    names.lazy.compactMap { name in children.first { $0.name == name } }.first
  }

  /// All text, of inner elements too.
  var text: String {
    var text = ""
    var rest = [nodes[...]]
    while var last = rest.popLast() {
      guard let node = last.popFirst() else { continue }
      rest.append(last)
      switch node {
      case .text(let words): text += words
      case .element(let element): rest.append(element.nodes[...])
      }
    }
    return text
  }

  /// The text of the first child of a name; nil if empty.
  func words(_ names: String...) -> String? {
    for name in names {
      for child in children where child.name == name {
        let words = child.text.trimmingBlanks
        if !words.isEmpty { return words }
      }
    }
    return nil
  }

  /// The content as HTML, without prefixes.
  var markup: String {
    nodes.reduce(into: "") { text, node in
      switch node {
      case .text(let words): text += Self.escaped(words)
      case .element(let element):
        let name = element.name.drop { $0 != ":" }.dropFirst()
        let tag = name.isEmpty ? element.name[...] : name
        text += "<\(tag)"
        for (name, value) in element.attributes where !name.contains(":") {
          text += " \(name)=\"\(Self.escaped(value))\""
        }
        text += ">\(element.markup)"
        if !["br", "hr", "img", "wbr"].contains(tag) { text += "</\(tag)>" }
      }
    }
  }

  /// Escaped for XML and HTML.
  static func escaped(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): bytes += Array("&amp;".utf8)
      case UInt8(ascii: "<"): bytes += Array("&lt;".utf8)
      case UInt8(ascii: ">"): bytes += Array("&gt;".utf8)
      case UInt8(ascii: "\""): bytes += Array("&quot;".utf8)
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  mutating func add(_ words: String) { nodes.append(.text(words)) }

  mutating func add(_ element: XMLElement) { nodes.append(.element(element)) }
}

/// A parse error with its place.
struct XMLError: Error, Hashable, Sendable {
  enum Problem: Hashable, Sendable {
    /// Expat is missing.
    case unavailable
    /// Not XML, with expat's error code.
    case malformed(Int)
    /// An unknown encoding.
    case strangeEncoding
    /// Too many levels.
    case tooDeep
    /// Too many elements, each of which takes more memory than its bytes.
    case tooMuch
    /// The document declares entities, which can expand to gigabytes.
    case declaresEntities
  }

  let problem: Problem
  /// The offset of the byte.
  var offset = 0
}
