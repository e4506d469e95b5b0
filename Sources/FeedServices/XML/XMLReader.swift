internal import CExpat

/// Parses untrusted XML. External entities are never read, and documents that declare entities are
/// refused. Depth and count of elements are limited. Recurring elements, as a feed's entries, are
/// returned apart, up to a limit.
final class XMLReader {
  /// Whether expat is installed and new enough; loads it.
  static var isAvailable: Bool { cexpat_load() == 1 }

  static let deepest = 64
  static let mostElements = 200_000

  struct Document: Equatable, Sendable {
    /// All but the recurring elements.
    var root: XMLElement
    /// The recurring elements.
    var parts: [XMLElement] = []
  }

  private let names: [String: String]
  private let partNames: Set<String>
  private let mostParts: Int
  private var open: [XMLElement] = []
  /// Text that is still growing, as expat tells it line by line.
  private var text: [UInt8] = []
  private var parts: [XMLElement] = []
  private var root: XMLElement?
  private var count = 0
  private var problem: XMLError.Problem?
  private var isEnough = false
  /// nil if lines are not counted.
  private var lines: LineCount?
  private var parser: XML_Parser?

  /// Parses a document with the given prefixes of namespaces. An incomplete document is an error.
  static func read(
    _ bytes: [UInt8], charset: String? = nil, namespaces: [String: String] = [:],
    parts: Set<String> = [], mostParts: Int = 500, countsLines: Bool = false
  ) throws(XMLError) -> Document {
    guard isAvailable else { throw XMLError(problem: .unavailable) }
    func read(_ text: XMLText) throws(XMLError) -> Document {
      let reader = XMLReader(names: namespaces, parts: parts, mostParts: mostParts)
      if countsLines { reader.lines = LineCount(text.bytes) }
      return try reader.document(text)
    }
    let text = try XMLText(bytes, charset: charset)
    do throws(XMLError) {
      return try read(text)
    } catch {
      // A byte that does not belong there: all else may well be readable.
      guard case .malformed(Int(XML_ERROR_INVALID_TOKEN.rawValue)) = error.problem,
        let mended = text.mended
      else { throw error }
      return try read(mended)
    }
  }

  private init(names: [String: String], parts: Set<String>, mostParts: Int) {
    (self.names, partNames, self.mostParts) = (names, parts, mostParts)
  }

  private func document(_ text: XMLText) throws(XMLError) -> Document {
    guard let parser = cexpat_create(text.encoding) else { throw XMLError(problem: .unavailable) }
    defer { cexpat_free(parser) }
    self.parser = parser
    listen(to: parser)
    let status = text.bytes.withUnsafeBytes { buffer in
      cexpat_parse(
        parser, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), CInt(buffer.count), 1)
    }
    let offset = Int(cexpat_offset(parser))
    if let problem { throw XMLError(problem: problem, offset: offset) }
    guard status == XML_STATUS_OK || isEnough else {
      throw XMLError(problem: .malformed(Int(cexpat_error(parser).rawValue)), offset: offset)
    }
    while !open.isEmpty { end() }
    guard let root else { throw XMLError(problem: .malformed(0), offset: offset) }
    return Document(root: root, parts: parts)
  }

  private func listen(to parser: XML_Parser) {
    // It is here for as long as the parser is.
    cexpat_set_user_data(parser, Unmanaged.passUnretained(self).toOpaque())
    cexpat_set_elements(
      parser, { XMLReader.at($0)?.begin($1, $2) }, { data, _ in XMLReader.at(data)?.end() })
    cexpat_set_text(parser) { data, text, count in
      guard let text, let reader = XMLReader.at(data) else { return }
      reader.text += UnsafeRawBufferPointer(start: text, count: Int(count))
    }
    cexpat_set_doctype(parser) { data, _, _, _, hasDeclarations in
      if hasDeclarations != 0 { XMLReader.at(data)?.stop(because: .declaresEntities) }
    }
    cexpat_set_entity(parser) { data, _, _, _, _, _, _, _, _ in
      XMLReader.at(data)?.stop(because: .declaresEntities)
    }
    // HTML's names for characters are used everywhere, and declared nowhere.
    cexpat_set_skipped(parser) { data, name, isParameter in
      guard let name, isParameter == 0, let reader = XMLReader.at(data),
        let character = HTMLEntityNames.characters[String(cString: name)]
      else { return }
      reader.text += UTF8.encode(character) ?? UTF8.encodedReplacementCharacter
    }
    cexpat_set_outside(parser) { parser, context, _, _, _ in
      // Whatever it names, nothing is there.
      guard let parser, let externalActions = cexpat_create_outside(parser, context) else {
        return 0
      }
      defer { cexpat_free(externalActions) }
      return cexpat_parse(externalActions, "", 0, 1) == XML_STATUS_OK ? 1 : 0
    }
  }

  private static func at(_ data: UnsafeMutableRawPointer?) -> XMLReader? {
    data.map { Unmanaged<XMLReader>.fromOpaque($0).takeUnretainedValue() }
  }

  private func begin(
    _ name: UnsafePointer<CChar>?,
    _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
  ) {
    guard let name, problem == nil, !isEnough else { return }
    addText()
    count += 1
    guard open.count < Self.deepest else { return stop(because: .tooDeep) }
    guard count <= Self.mostElements else { return stop(because: .tooMuch) }
    var values: [String: String] = [:]
    var place = attributes
    while let pair = place, let name = pair[0], let value = pair[1] {
      values[self.name(name)] = String(cString: value)
      place = pair + 2
    }
    var element = XMLElement(self.name(name), values)
    if let parser, let line = lines?.line(at: Int(cexpat_offset(parser))) { element.line = line }
    open.append(element)
  }

  private func end() {
    addText()
    guard problem == nil, let element = open.popLast() else { return }
    if partNames.contains(element.name) {
      parts.append(element)
      guard parts.count < mostParts else { return stop() }
    } else if open.isEmpty {
      root = element
    } else {
      open[open.count - 1].add(element)
    }
  }

  private func addText() {
    if !open.isEmpty, !text.isEmpty {
      open[open.count - 1].add(String(decoding: text, as: UTF8.self))
    }
    text.removeAll(keepingCapacity: true)
  }

  /// The name with its prefix; "?" for an unknown namespace.
  private func name(_ text: UnsafePointer<CChar>) -> String {
    let whole = String(cString: text)
    guard let blank = whole.lastIndex(of: " ") else { return whole }
    let prefix = names[String(whole[..<blank])] ?? "?"
    let local = whole[whole.index(after: blank)...]
    return prefix.isEmpty ? String(local) : "\(prefix):\(local)"
  }

  private func stop(because problem: XMLError.Problem? = nil) {
    guard !isEnough, self.problem == nil else { return }
    self.problem = problem
    isEnough = problem == nil
    // While what is outside is read, that parser has the word; this one comes to its end by itself.
    if let parser { cexpat_stop(parser) }
  }
}

/// The line of a byte, for ascending positions.
private struct LineCount {
  private let bytes: [UInt8]
  private var offset = 0
  private var line = 1

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func line(at asked: Int) -> Int {
    while offset < min(asked, bytes.count) {
      if bytes[offset] == UInt8(ascii: "\n") { line += 1 }
      offset += 1
    }
    return line
  }
}
