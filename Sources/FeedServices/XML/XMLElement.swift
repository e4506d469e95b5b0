struct XMLElement: Equatable, Sendable {
  enum XMLNode: Equatable, Sendable {
    case text(String)
    case element(XMLElement)
  }

  struct XMLAttribute: Equatable, Sendable {
    let name: String
    let value: String
  }

  /// The name of an XML element in lower case with the prefix that Tweetie uses for its namespace,
  /// such as "dc:creator", "atom:entry" or "item".
  let name: String
  /// The attributes of an XML element, whose names have the same form as element names.
  let attributes: [XMLAttribute]
  fileprivate(set) var nodes: [XMLNode] = []
  /// The line of an XML element in its document, counted from 1; 0 if lines are not counted.
  var line = 0
  /// The base addresses that the elements around this XML element set for links, the outermost
  /// first.
  var outerBases: [String] = []

  /// The bit mask of the names of this XML element's children, by which a name that no child has is
  /// recognised quickly.
  private var childBits: UInt64 = 0

  init(_ name: String, _ attributes: [XMLAttribute] = []) {
    (self.name, self.attributes) = (name, attributes)
  }

  /// The value of an XML element's attribute without surrounding blanks; nil if missing or empty.
  subscript(attribute: String) -> String? {
    attributes.first { $0.name == attribute }.map(\.value.trimmingBlanks)
      .flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The base address of links that this XML element sets, in Microsoft's CDF without the prefix;
  /// nil if it sets none.
  var baseAddress: String? { self["xml:base"] ?? (name == "channel" ? self["base"] : nil) }

  var children: [XMLElement] {
    nodes.compactMap { if case .element(let element) = $0 { element } else { nil } }
  }

  var hasChildren: Bool {
    nodes.contains { if case .element = $0 { true } else { false } }
  }

  func childrenNamed(_ names: String...) -> [XMLElement] {
    guard names.contains(where: mayHaveChild) else { return [] }
    var found: [XMLElement] = []
    for case .element(let child) in nodes where names.contains(child.name) { found.append(child) }
    return found
  }

  /// Returns the first child of this XML element with the first of the names that any child has;
  /// nil if no child has one of the names.
  func firstChild(_ names: String...) -> XMLElement? {
    for name in names where mayHaveChild(name) {
      for case .element(let child) in nodes where child.name == name { return child }
    }
    return nil
  }

  /// Returns the first XML element with one of the names within this element, at any depth; nil if
  /// there is none.
  func firstDescendant(_ names: Set<String>) -> XMLElement? {
    for child in children {
      if names.contains(child.name) { return child }
      if let found = child.firstDescendant(names) { return found }
    }
    return nil
  }

  private func mayHaveChild(_ name: String) -> Bool { childBits & Self.bloomFilterBit(name) != 0 }

  private static func bloomFilterBit(_ name: String) -> UInt64 {
    let sum = name.utf8.reduce(0) { ($0 &* 31) &+ Int($1) }
    return 1 << UInt64(sum & 63)
  }

  /// The whole text in an XML element, with the text of inner elements.
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

  /// Returns the first text that is not blank in the children of this XML element with a name; the
  /// names are tried in order. nil if no such child has text.
  func firstChildText(named names: String...) -> String? {
    for name in names where mayHaveChild(name) {
      for case .element(let child) in nodes where child.name == name {
        let words = child.text.trimmingBlanks
        if !words.isEmpty { return words }
      }
    }
    return nil
  }

  /// The content of an XML element as markup, without namespace prefixes.
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

  /// The HTML that this XML element contains, as escaped text (as the feed formats demand) or as
  /// elements.
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

  /// Returns a text with "<", "&" and XML's other special characters escaped, and with blanks for
  /// the control characters that XML forbids.
  static func escapedText(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): bytes += Array("&amp;".utf8)
      case UInt8(ascii: "<"): bytes += Array("&lt;".utf8)
      case UInt8(ascii: ">"): bytes += Array("&gt;".utf8)
      case UInt8(ascii: "\""): bytes += Array("&quot;".utf8)
      case 0..<0x09, 0x0b, 0x0c, 0x0e..<0x20: bytes.append(UInt8(ascii: " "))
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  mutating func addText(_ words: String) { nodes.append(.text(words)) }

  mutating func addChild(_ element: XMLElement) {
    childBits |= Self.bloomFilterBit(element.name)
    nodes.append(.element(element))
  }
}

/// An error of the XML parser, with its position in the document.
struct XMLError: Error, Equatable, Sendable {
  enum XMLProblem: Equatable, Sendable {
    /// A problem of parsing XML: the library expat is not installed.
    case unavailable
    /// A problem of parsing XML: the document is not well-formed; with expat's error code.
    case malformed(Int)
    case tooDeep
    case tooManyAttributes
    case tooManyElements
    /// A problem of parsing XML: the tree of the document would take more memory than allowed.
    case tooMuchMemory
    /// A problem of parsing XML: parsing took more processor time than allowed.
    case tooSlow
    /// A problem of parsing XML: the document declares entities, which expat could expand to
    /// gigabytes.
    case declaresEntities

    /// True if the XML document has too many elements or attributes, or takes too much memory, to
    /// be read.
    var isDocumentTooLarge: Bool {
      self == .tooManyAttributes || self == .tooManyElements || self == .tooMuchMemory
    }
  }

  let problem: XMLProblem
  /// The offset in bytes of the XML problem, in the document as converted to UTF-8.
  var offset = 0
}
