/// A piece of XML: its name, its attributes, and what is in it.
struct XMLElement: Equatable, Sendable {
  enum Node: Equatable, Sendable {
    case text(String)
    case element(XMLElement)
  }

  /// The name, with what its namespace is called before it: "dc:creator", "atom:entry", "item".
  let name: String
  /// The values by their names, which are written as an element's.
  let attributes: [String: String]
  fileprivate(set) var nodes: [Node] = []
  /// The line of its tag, counted from 1; 0 where lines are not counted.
  var line = 0

  init(_ name: String, _ attributes: [String: String] = [:]) {
    (self.name, self.attributes) = (name, attributes)
  }

  /// An attribute's value without the blanks around it; nil for none, and for an empty one.
  subscript(attribute: String) -> String? {
    attributes[attribute].map(\.trimmingBlanks).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The elements right in it.
  var children: [XMLElement] {
    nodes.compactMap { if case .element(let element) = $0 { element } else { nil } }
  }

  /// Those of them with one of these names.
  func all(_ names: String...) -> [XMLElement] { children.filter { names.contains($0.name) } }

  /// The first of them with the first of these names that there is.
  func first(_ names: String...) -> XMLElement? {
    names.lazy.compactMap { name in children.first { $0.name == name } }.first
  }

  /// All text in it, also in its elements.
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

  /// The words of the first element of that name; nil where there are none.
  func words(_ names: String...) -> String? {
    for name in names {
      for child in children where child.name == name {
        let words = child.text.trimmingBlanks
        if !words.isEmpty { return words }
      }
    }
    return nil
  }

  /// What is in it, written as HTML; of its names, what stands behind the namespace.
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

  /// Text as it stands in XML and HTML.
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

/// Why bytes are not read as XML, and where.
struct XMLError: Error, Hashable, Sendable {
  enum Problem: Hashable, Sendable {
    /// Expat is not there.
    case unavailable
    /// It is no XML, with expat's number for why.
    case malformed(Int)
    /// It is in an encoding that nobody here knows.
    case strangeEncoding
    /// More levels than anything for reading needs.
    case tooDeep
    /// More elements than anything for reading needs, of which each takes more room than its bytes.
    case tooMuch
    /// It brings words of its own, of which a few lines can make gigabytes.
    case declaresEntities
  }

  let problem: Problem
  /// The offset of the byte that shows it.
  var offset = 0
}
