struct XMLElement: Equatable, Sendable {
  enum XMLNode: Equatable, Sendable {
    case text(String)
    case element(XMLElement)
  }

  struct XMLAttribute: Equatable, Sendable {
    let name: String
    let value: String
  }

  /// The name of an XML element in lower case with the usual prefix of its namespace, such as
  /// "dc:creator", "atom:entry" or "item".
  let name: String
  /// The attributes of an XML element, with names in the same form as element names.
  let attributes: [XMLAttribute]
  fileprivate(set) var nodes: [XMLNode] = []
  /// The line of an XML element, counted from 1; 0 if lines are not counted.
  var line = 0
  /// The base addresses of links set by the elements around an XML element, the outermost first.
  var outerBases: [String] = []

  /// A bit mask of names of child elements, for a quick test of missing names.
  private var childBits: UInt64 = 0

  init(_ name: String, _ attributes: [XMLAttribute] = []) {
    (self.name, self.attributes) = (name, attributes)
  }

  /// The value of an XML attribute without surrounding blanks; nil if missing or empty.
  subscript(attribute: String) -> String? {
    attributes.first { $0.name == attribute }.map(\.value.trimmingBlanks)
      .flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The direct child elements of an XML element.
  var children: [XMLElement] {
    nodes.compactMap { if case .element(let element) = $0 { element } else { nil } }
  }

  var hasChildren: Bool {
    nodes.contains { if case .element = $0 { true } else { false } }
  }

  /// Returns the child elements with one of the names, in document order.
  func children(_ names: String...) -> [XMLElement] {
    guard names.contains(where: mayHaveChild) else { return [] }
    var found: [XMLElement] = []
    for case .element(let child) in nodes where names.contains(child.name) { found.append(child) }
    return found
  }

  /// Returns the first child element with the first of the names that exists.
  func firstChild(_ names: String...) -> XMLElement? {
    for name in names where mayHaveChild(name) {
      for case .element(let child) in nodes where child.name == name { return child }
    }
    return nil
  }

  /// Returns the first XML element with one of the names within this element, at any depth.
  func firstDescendant(_ names: Set<String>) -> XMLElement? {
    for child in children {
      if names.contains(child.name) { return child }
      if let found = child.firstDescendant(names) { return found }
    }
    return nil
  }

  private func mayHaveChild(_ name: String) -> Bool { childBits & Self.nameBit(name) != 0 }

  private static func nameBit(_ name: String) -> UInt64 {
    let sum = name.utf8.reduce(0) { ($0 &* 31) &+ Int($1) }
    return 1 << UInt64(sum & 63)
  }

  /// All text in an XML element, including that of inner elements.
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

  /// Returns the first text that is not empty among the child elements with the names; nil without
  /// one.
  func firstText(_ names: String...) -> String? {
    for name in names where mayHaveChild(name) {
      for case .element(let child) in nodes where child.name == name {
        let words = child.text.trimmingBlanks
        if !words.isEmpty { return words }
      }
    }
    return nil
  }

  /// The content of an XML element as HTML, without namespace prefixes.
  var markup: String {
    nodes.reduce(into: "") { text, node in
      switch node {
      case .text(let words): text += Self.escapedText(words)
      case .element(let element):
        let name = element.name.drop { $0 != ":" }.dropFirst()
        let tag = name.isEmpty ? element.name[...] : name
        text += "<\(tag)"
        for attribute in element.attributes where !attribute.name.contains(":") {
          text += " \(attribute.name)=\"\(Self.escapedText(attribute.value))\""
        }
        text += ">\(element.markup)"
        if !["br", "hr", "img", "wbr"].contains(tag) { text += "</\(tag)>" }
      }
    }
  }

  /// The HTML in an XML element, whether its tags are escaped or, against the rules, elements.
  var html: String {
    guard hasChildren else { return text }
    return nodes.reduce(into: "") { html, node in
      switch node {
      case .text(let words): html += words
      case .element(let element):
        var whole = XMLElement("")
        whole.addChild(element)
        html += whole.markup
      }
    }
  }

  /// Returns a text with special characters escaped for XML and HTML.
  static func escapedText(_ text: String) -> String {
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

  mutating func addText(_ words: String) { nodes.append(.text(words)) }

  mutating func addChild(_ element: XMLElement) {
    childBits |= Self.nameBit(element.name)
    nodes.append(.element(element))
  }
}

/// An error of the XML parser with its position.
struct XMLError: Error, Equatable, Sendable {
  enum XMLProblem: Equatable, Sendable {
    /// The library expat is not installed.
    case unavailable
    /// The document is not well-formed XML; with expat's error code.
    case malformed(Int)
    /// The XML elements are nested too deeply.
    case tooDeep
    /// The XML document has more elements or attributes than the memory limit allows.
    case tooMuch
    /// Parsing the XML document exceeded the limit of processor time.
    case tooSlow
    /// The XML document declares entities, which expat would expand to gigabytes.
    case declaresEntities
  }

  let problem: XMLProblem
  /// The byte offset of the error in the UTF-8 text of an XML document.
  var offset = 0
}
