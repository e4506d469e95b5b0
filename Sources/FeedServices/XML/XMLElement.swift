/// An XML element with attributes and content.
struct XMLElement: Equatable, Sendable {
  enum Node: Equatable, Sendable {
    case text(String)
    case element(XMLElement)
  }

  struct Attribute: Equatable, Sendable {
    let name: String
    let value: String
  }

  /// The element's name in lower case with the usual prefix of its namespace, as "dc:creator",
  /// "atom:entry" or "item".
  let name: String
  /// Named like elements.
  let attributes: [Attribute]
  fileprivate(set) var nodes: [Node] = []
  /// Counted from 1; 0 if lines are not counted.
  var line = 0
  /// The bases of links that the elements around a recurring element set, the outermost first.
  var outerBases: [String] = []

  /// A bit for some names of children, so that looking for those that are missing costs little.
  private var childBits: UInt64 = 0

  init(_ name: String, _ attributes: [Attribute] = []) {
    (self.name, self.attributes) = (name, attributes)
  }

  /// Without blanks around it; nil if missing or empty.
  subscript(attribute: String) -> String? {
    attributes.first { $0.name == attribute }.map(\.value.trimmingBlanks)
      .flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The direct child elements.
  var children: [XMLElement] {
    nodes.compactMap { if case .element(let element) = $0 { element } else { nil } }
  }

  var hasChildren: Bool {
    nodes.contains { if case .element = $0 { true } else { false } }
  }

  /// The children with one of the names, in their order.
  func all(_ names: String...) -> [XMLElement] {
    guard names.contains(where: mayHave) else { return [] }
    return children.filter { names.contains($0.name) }
  }

  /// The first child with the first of the names that exists.
  func first(_ names: String...) -> XMLElement? {
    for name in names where mayHave(name) {
      for case .element(let child) in nodes where child.name == name { return child }
    }
    return nil
  }

  private func mayHave(_ name: String) -> Bool { childBits & Self.bit(name) != 0 }

  private static func bit(_ name: String) -> UInt64 {
    let sum = name.utf8.reduce(0) { ($0 &* 31) &+ Int($1) }
    return 1 << UInt64(sum & 63)
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

  /// The text of the first child of a name that is not empty; nil without one.
  func words(_ names: String...) -> String? {
    for name in names where mayHave(name) {
      for case .element(let child) in nodes where child.name == name {
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
        for attribute in element.attributes where !attribute.name.contains(":") {
          text += " \(attribute.name)=\"\(Self.escaped(attribute.value))\""
        }
        text += ">\(element.markup)"
        if !["br", "hr", "img", "wbr"].contains(tag) { text += "</\(tag)>" }
      }
    }
  }

  /// The content as HTML, whether its tags are escaped or, against the rules, elements.
  var html: String {
    guard hasChildren else { return text }
    return nodes.reduce(into: "") { html, node in
      switch node {
      case .text(let words): html += words
      case .element(let element):
        var whole = XMLElement("")
        whole.add(element)
        html += whole.markup
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

  mutating func add(_ element: XMLElement) {
    childBits |= Self.bit(element.name)
    nodes.append(.element(element))
  }
}

/// A parse error with its place.
struct XMLError: Error, Hashable, Sendable {
  enum Problem: Hashable, Sendable {
    /// Expat is missing.
    case unavailable
    /// Not XML, with expat's error code.
    case malformed(Int)
    /// Too many levels.
    case tooDeep
    /// More elements or attributes than memory is spent on.
    case tooMuch
    /// More processor time than a document is worth.
    case tooSlow
    /// The document declares entities, which expat would expand to gigabytes.
    case declaresEntities
  }

  let problem: Problem
  /// The offset of the byte in the UTF-8 text.
  var offset = 0
}
