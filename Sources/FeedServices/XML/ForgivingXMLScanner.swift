/// A scanner for XML that is not well-formed, in linear time. It accepts text before the root,
/// unescaped "&" and "<", undeclared prefixes and entities, tags that are missing, a missing end of
/// the document, and elements that are nested too deeply.
struct ForgivingXMLScanner {
  private static let mostEntities = 256
  private static let longestEntity = 256
  /// The names of those HTML elements that never have content and an end tag, for web feeds with
  /// unescaped HTML.
  private static let voidElementNames: Set<String> = [
    "br", "hr", "img", "wbr", "input", "area", "col",
  ]

  private let bytes: [UInt8]
  private let options: XMLReader.XMLReaderOptions
  private var builder: XMLTreeBuilder
  private var position = 0
  private var openNames: [String] = []
  /// The numbers of open XML elements that are nested too deeply, by name; their tags are left out,
  /// and their texts belong to the innermost element in `openNames`.
  private var skippedOpenElementCounts: [String: Int] = [:]
  /// The texts of the entities that the XML document declares, by name.
  private var entities: [String: [UInt8]] = [:]
  /// The bytes of the document type, if it declares entities or elements, and all of its entities
  /// were read; nil if there is none, or an entity is external, long or contains others.
  private(set) var readDocumentTypeRange: Range<Int>?
  private var hasUnreadEntity = false
  /// The end markers, such as "-->", that do not occur in the rest of the XML document, so that
  /// they are not searched again.
  private var missingEnds: Set<[UInt8]> = []

  init(_ bytes: [UInt8], _ options: XMLReader.XMLReaderOptions, until deadline: Double) {
    (self.bytes, self.options) = (bytes, options)
    builder = XMLTreeBuilder(options, until: deadline)
    if options.countsLines { builder.lines = LineCounter(bytes) }
  }

  /// Returns the offset of the first XML tag in the document that seems to have so many attributes,
  /// counted by "=", that expat would use much memory; nil without such a tag.
  static func offsetOfTagWithManyAttributes(in bytes: [UInt8]) -> Int? {
    let most = 2_000
    var (start, marks) = (0, 0)
    var isInTag = false
    return bytes.withUnsafeBufferPointer { bytes in
      for (place, byte) in bytes.enumerated() {
        switch byte {
        case UInt8(ascii: "<"): (isInTag, start, marks) = (true, place, 0)
        case UInt8(ascii: ">"): isInTag = false
        case UInt8(ascii: "=") where isInTag:
          marks += 1
          if marks > most { return start }
        default: break
        }
      }
      return nil
    }
  }

  /// Returns the attributes of the XML tag that begins at an offset, if one of them contains an
  /// entity that XML itself does not define, such as "&eacute;"; nil for other tags.
  static func attributesOfTagWithHTMLEntities(_ bytes: [UInt8], at offset: Int) -> [XMLElement
    .XMLAttribute]?
  {
    var quote: UInt8?
    var hasEntity = false
    scan: for place in bytes[offset...].indices {
      switch bytes[place] {
      case UInt8(ascii: ">") where quote == nil: break scan
      case UInt8(ascii: "&"):
        let name = bytes[(place + 1)...].prefix(5).prefix { $0 != UInt8(ascii: ";") }
        hasEntity =
          hasEntity
          || name.first != UInt8(ascii: "#")
            && !definedEntities.contains(String(decoding: name, as: UTF8.self))
      case let byte where byte == quote: quote = nil
      case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = quote ?? bytes[place]
      default: break
      }
    }
    guard hasEntity else { return nil }
    var scanner = ForgivingXMLScanner(bytes, XMLReader.XMLReaderOptions(), until: .infinity)
    scanner.position = bytes[(offset + 1)...].prefix { !isNameEnd($0) }.endIndex
    var attributes: [XMLElement.XMLAttribute] = []
    _ = scanner.readAttributesAndWhetherSelfClosing(&attributes)
    return attributes
  }

  private static let definedEntities: Set<String> = ["amp", "lt", "gt", "quot", "apos"]

  /// Returns the XML document as far as it can be read; nil if the document has no element with a
  /// wanted name, or if parsing it failed with an error.
  mutating func scanDocument() -> XMLReader.ParsedXMLDocument? {
    while position < bytes.count, !builder.isOver {
      builder.stopIfProcessorTimeExceeded()
      guard bytes[position] == UInt8(ascii: "<"), position + 1 < bytes.count else {
        addTextUntilTag()
        continue
      }
      switch bytes[position + 1] {
      case UInt8(ascii: "!"): readDeclaration()
      case UInt8(ascii: "?"): skipPastEndMarker("?>")
      case UInt8(ascii: "/"): readClosingTag()
      case let byte where byte.isASCIILetter || byte == UInt8(ascii: "_"): readOpeningTag()
      default: addTextUntilTag()
      }
    }
    guard builder.problem == nil else { return nil }
    builder.finishTree()
    var document = builder.document
    document?.flaw = builder.exceededLimit.map { XMLError(problem: $0, offset: position) }
    return document
  }

  private mutating func addTextUntilTag() {
    let start = position
    position = byteIndex(of: UInt8(ascii: "<"), from: start + 1) ?? bytes.count
    guard !openNames.isEmpty else { return }
    let text = HTMLEntityDecoder.bytesWithDecodedEntities(
      bytes[start..<position], declared: entities)
    builder.addText(text.lazy.filter { $0 != 0x0d })
  }

  // MARK: Declarations

  private mutating func readDeclaration() {
    let rest = bytes[position...]
    if rest.starts(with: "<!--".utf8) { return skipPastEndMarker("-->") }
    if rest.starts(with: "<![CDATA[".utf8) { return addCDATASection() }
    guard rest.prefix(9).map(\.asciiLowercased).elementsEqual("<!doctype".utf8) else {
      return skipPastEndMarker(">")
    }
    readDocumentType()
  }

  private mutating func addCDATASection() {
    let start = position + 9
    // Without an end marker the tags within count, so that the following entries are found.
    guard let end = endOfNextOccurrence("]]>", from: start) else { return position = start }
    if !openNames.isEmpty { builder.addText(bytes[start..<(end - 3)].lazy.filter { $0 != 0x0d }) }
    position = end
  }

  private mutating func readDocumentType() {
    let start = position
    let close = byteIndex(of: UInt8(ascii: ">"), from: position) ?? bytes.count
    let bracket = byteIndex(of: UInt8(ascii: "["), from: position) ?? bytes.count
    guard bracket < close else { return position = min(close + 1, bytes.count) }
    position = bracket + 1
    while position < bytes.count, bytes[position] != UInt8(ascii: "]") {
      let rest = bytes[position...]
      if rest.starts(with: "<!--".utf8) {
        skipPastEndMarker("-->")
      } else if rest.starts(with: "<!".utf8) {
        let isEntity = rest.starts(with: "<!ENTITY".utf8)
        let start = position
        skipPastEndMarker(">")
        if isEntity { readEntityDeclaration(bytes[min(start + 8, position)..<position]) }
      } else if bytes[position] == UInt8(ascii: "<") {
        return
      } else {
        // A parameter entity contains further declarations.
        if bytes[position] == UInt8(ascii: "%") { hasUnreadEntity = true }
        position += 1
      }
    }
    let isClosed = position < bytes.count
    skipPastEndMarker(">")
    if isClosed, !hasUnreadEntity { readDocumentTypeRange = start..<position }
  }

  /// Stores the text of an entity that the XML document declares. An external entity, or an entity
  /// that contains others, is not stored, so that it is not expanded.
  private mutating func readEntityDeclaration(_ declaration: ArraySlice<UInt8>) {
    hasUnreadEntity = !storeDeclaredEntity(declaration) || hasUnreadEntity
  }

  /// Stores the text of an entity from its declaration; returns false if the entity is not stored.
  private mutating func storeDeclaredEntity(_ declaration: ArraySlice<UInt8>) -> Bool {
    let words = String(decoding: declaration, as: UTF8.self)
    let name = words.drop(while: \.isWhitespace).prefix { !$0.isWhitespace }
    let value = words[name.endIndex...].drop(while: \.isWhitespace)
    guard entities.count < Self.mostEntities, name != "%", let quote = value.first,
      quote == "\"" || quote == "'"
    else { return false }
    let text = value.dropFirst().prefix { $0 != quote }
    guard text.utf8.count <= Self.longestEntity else { return false }
    let characters = HTMLEntityDecoder.bytesWithDecodedEntities(Array(text.utf8)[...])
    let isPlain = !text.contains("<") && (!text.contains("&") || text.hasPrefix("&#"))
    guard isPlain else { return false }
    if entities[String(name)] == nil { entities[String(name)] = characters }
    return true
  }

  // MARK: Tags

  private mutating func readClosingTag() {
    let start = position + 2
    let name = bytes[start...].prefix { !Self.isNameEnd($0) }
    position = name.endIndex
    skipToTagEnd()
    let sought = String(decoding: name, as: UTF8.self).lowercased()
    if let count = skippedOpenElementCounts[sought] {
      skippedOpenElementCounts[sought] = count > 1 ? count - 1 : nil
      return
    }
    guard let place = openNames.lastIndex(of: sought) else { return }
    while openNames.count > place { closeLastElement() }
  }

  private mutating func closeLastElement() {
    openNames.removeLast()
    // They were within the closed element, even where their own end tags are missing.
    skippedOpenElementCounts = [:]
    builder.endElement()
  }

  private mutating func readOpeningTag() {
    let start = position
    let raw = bytes[(start + 1)...].prefix { !Self.isNameEnd($0) }
    position = raw.endIndex
    var attributes: [XMLElement.XMLAttribute] = []
    let isClosed = readAttributesAndWhetherSelfClosing(&attributes)
    let name = String(decoding: raw, as: UTF8.self).lowercased()
    guard shouldStoreElement(name, attributes) else { return }
    // An entry that begins within another means that the outer one was not closed.
    if options.recurringNames.contains(builder.resolvedElementName(name)),
      let place = openNames.firstIndex(where: {
        options.recurringNames.contains(builder.resolvedElementName($0))
      })
    {
      while openNames.count > place { closeLastElement() }
    } else if isEndTagMissing(before: name) {
      closeLastElement()
    }
    guard openNames.count < XMLTreeBuilder.deepestNesting else {
      if !isClosed, !Self.voidElementNames.contains(name) {
        skippedOpenElementCounts[name, default: 0] += 1
      }
      return
    }
    openNames.append(name)
    builder.beginElement(name, attributes, at: start)
    if isClosed || Self.voidElementNames.contains(name) { closeLastElement() }
  }

  /// Returns true if the innermost open XML element contains text alone, so that its end tag is
  /// missing where an element with a name begins.
  private func isEndTagMissing(before name: String) -> Bool {
    guard openNames.count == builder.openElements.count,
      let open = builder.openElements.last?.name, options.textNames.contains(open)
    else { return false }
    let next = builder.resolvedElementName(name)
    return options.textNames.contains(next)
      && (options.plainTextNames.contains(open)
        || next != open && !HTMLElement.isElementName(next))
  }

  /// Returns true if an XML element is to be stored: the root, an element within the root, or an
  /// entry behind the root.
  private func shouldStoreElement(_ raw: String, _ attributes: [XMLElement.XMLAttribute]) -> Bool {
    guard openNames.isEmpty else { return true }
    var local = raw
    if let colon = raw.lastIndex(of: ":") { local = String(raw[raw.index(after: colon)...]) }
    let isPart = options.recurringNames.contains { $0 == local || $0.hasSuffix(":" + local) }
    if builder.hasRoot { return isPart }
    return options.roots.isEmpty || isPart
      || options.roots.contains { $0 == local || $0.hasSuffix(":" + local) }
  }

  /// Reads the attributes of an XML tag up to its end; returns true if the tag also closes the
  /// element, as in "<br/>".
  private mutating func readAttributesAndWhetherSelfClosing(
    _ attributes: inout [XMLElement.XMLAttribute]
  ) -> Bool {
    var isClosed = false
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: ">"):
        position += 1
        return isClosed
      case UInt8(ascii: "<"): return isClosed
      case UInt8(ascii: "/"):
        isClosed = true
        position += 1
      case let byte
      where byte.isHTMLBlank || byte == UInt8(ascii: "=") || byte == 0x22 || byte == 0x27:
        position += 1
      default:
        isClosed = false
        let attribute = readAttribute()
        if attributes.count < XMLTreeBuilder.mostAttributesEach { attributes.append(attribute) }
      }
    }
    return isClosed
  }

  private mutating func readAttribute() -> XMLElement.XMLAttribute {
    let name = bytes[position...].prefix { !Self.isNameEnd($0) && $0 != UInt8(ascii: "=") }
    position = name.endIndex
    skipBlanks()
    var value: ArraySlice<UInt8> = []
    if position < bytes.count, bytes[position] == UInt8(ascii: "=") {
      position += 1
      skipBlanks()
      value = readAttributeValue()
    }
    return XMLElement.XMLAttribute(
      name: String(decoding: name, as: UTF8.self),
      value: String(
        decoding: HTMLEntityDecoder.bytesWithDecodedEntities(value, declared: entities),
        as: UTF8.self))
  }

  private mutating func readAttributeValue() -> ArraySlice<UInt8> {
    guard position < bytes.count else { return [] }
    let quote = bytes[position]
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      let start = position + 1
      let rest = bytes[min(start, bytes.count)...]
      if let end = rest.firstIndex(where: { $0 == quote || $0 == UInt8(ascii: "<") }),
        bytes[end] == quote
      {
        position = end + 1
        return bytes[start..<end]
      }
      // The closing quote is missing, so the value ends with the tag.
      position =
        rest.firstIndex { $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "<") } ?? bytes.count
      return bytes[start..<max(start, position)]
    }
    var value = bytes[position...].prefix { !$0.isHTMLBlank && $0 != UInt8(ascii: ">") }
    // The slash of "<link href=address/>" ends the element.
    if value.last == UInt8(ascii: "/"), value.endIndex < bytes.count,
      bytes[value.endIndex] == UInt8(ascii: ">")
    {
      value = value.dropLast()
    }
    position = value.endIndex
    return value
  }

  private static func isNameEnd(_ byte: UInt8) -> Bool {
    byte.isHTMLBlank || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/")
      || byte == UInt8(ascii: "<")
  }

  // MARK: Positions

  private mutating func skipBlanks() {
    while position < bytes.count, bytes[position].isHTMLBlank { position += 1 }
  }

  private mutating func skipToTagEnd() {
    while position < bytes.count, bytes[position] != UInt8(ascii: "<") {
      position += 1
      if bytes[position - 1] == UInt8(ascii: ">") { return }
    }
  }

  /// Skips a declaration or comment in XML up to its end marker; if the marker is missing, up to
  /// the next ">".
  private mutating func skipPastEndMarker(_ pattern: String) {
    position =
      endOfNextOccurrence(pattern, from: position)
      ?? byteIndex(of: UInt8(ascii: ">"), from: position).map { $0 + 1 } ?? bytes.count
  }

  private mutating func endOfNextOccurrence(_ pattern: String, from start: Int) -> Int? {
    let pattern = Array(pattern.utf8)
    guard !missingEnds.contains(pattern) else { return nil }
    var place = start
    while let mark = byteIndex(of: pattern[0], from: place) {
      if bytes[mark...].starts(with: pattern) { return mark + pattern.count }
      place = mark + 1
    }
    missingEnds.insert(pattern)
    return nil
  }

  private func byteIndex(of byte: UInt8, from start: Int) -> Int? {
    guard start < bytes.count else { return nil }
    return bytes[start...].firstIndex(of: byte)
  }
}
