internal import CExpat

/// A parser for untrusted XML: strictly with expat, and if that fails with a forgiving scanner, as
/// far as the document can be read. External entities are never read, and only entities that stand
/// for a few characters are expanded.
final class XMLReader {
  /// True if the library expat is installed and new enough; loads the library.
  static var isAvailable: Bool { cexpat_load() == 1 }

  struct Options {
    /// The prefixes that this program uses for XML namespaces, by namespace address.
    var namespaces: [String: String] = [:]
    /// The names of recurring XML elements, such as a feed's entries, which are returned
    /// separately.
    var parts: Set<String> = []
    /// Maximum number of recurring XML elements; the rest of the document is not read.
    var mostParts = 5_000
    /// The accepted names of the root element; in a broken XML document anything before such an
    /// element is skipped. Empty for any name.
    var roots: Set<String> = []
    var countsLines = false
    /// True if broken XML documents are read as far as possible.
    var isForgiving = false
  }

  struct Document: Equatable, Sendable {
    /// The root of the XML document, without the recurring elements.
    var root: XMLElement
    /// The recurring XML elements, such as a feed's entries.
    var parts: [XMLElement] = []
    /// The first syntax error of an XML document that is not well-formed.
    var flaw: XMLError?
  }

  private var builder: XMLTreeBuilder
  private var parser: XML_Parser?

  /// Parses an XML document; `isUTF8` for a document that was converted to UTF-8 before.
  static func read(
    _ bytes: [UInt8], charset: String? = nil, isUTF8: Bool = false, _ options: Options = Options()
  ) throws(XMLError) -> Document {
    guard isAvailable else { throw XMLError(problem: .unavailable) }
    let text = isUTF8 ? bytes : CharacterDecoding.utf8(bytes, charset: charset)
    do throws(XMLError) {
      if ForgivingXMLScanner.hasHugeTag(text) { throw XMLError(problem: .tooMuch) }
      return try XMLReader(options).document(text)
    } catch {
      guard options.isForgiving, error.problem != .tooSlow else { throw error }
      var scanner = ForgivingXMLScanner(text, options)
      guard var document = scanner.document() else { throw error }
      document.flaw = error
      return document
    }
  }

  private init(_ options: Options) { builder = XMLTreeBuilder(options) }

  private func document(_ text: [UInt8]) throws(XMLError) -> Document {
    guard let parser = cexpat_create("utf-8") else { throw XMLError(problem: .unavailable) }
    defer { cexpat_free(parser) }
    self.parser = parser
    if builder.countsLines { builder.lines = LineCount(text) }
    listen(to: parser)
    let status = text.withUnsafeBytes { buffer in
      cexpat_parse(
        parser, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), CInt(buffer.count), 1)
    }
    let offset = Int(cexpat_offset(parser))
    if let problem = builder.problem { throw XMLError(problem: problem, offset: offset) }
    guard status == XML_STATUS_OK || builder.isEnough else {
      throw XMLError(problem: .malformed(Int(cexpat_error(parser).rawValue)), offset: offset)
    }
    builder.finish()
    guard let document = builder.document else {
      throw XMLError(problem: .malformed(0), offset: offset)
    }
    return document
  }

  private func listen(to parser: XML_Parser) {
    // It is here for as long as the parser is.
    cexpat_set_user_data(parser, Unmanaged.passUnretained(self).toOpaque())
    cexpat_set_elements(
      parser, { XMLReader.at($0)?.begin($1, $2) },
      { data, _ in
        guard let reader = XMLReader.at(data) else { return }
        reader.builder.end()
        reader.stopIfOver()
      })
    cexpat_set_text(parser) { data, text, count in
      guard let text, let reader = XMLReader.at(data) else { return }
      reader.builder.add(UnsafeRawBufferPointer(start: text, count: Int(count)))
      reader.stopIfOver()
    }
    cexpat_set_doctype(parser) { data, _, _, _, hasDeclarations in
      if hasDeclarations != 0 { XMLReader.at(data)?.stop(because: .declaresEntities) }
    }
    cexpat_set_entity(parser) { data, _, _, _, _, _, _, _, _ in
      XMLReader.at(data)?.stop(because: .declaresEntities)
    }
    // HTML's names for characters are used everywhere, and declared nowhere; others stay as they
    // were written.
    cexpat_set_skipped(parser) { data, name, isParameter in
      guard let name, isParameter == 0, let reader = XMLReader.at(data) else { return }
      reader.builder.add(HTMLEntities.decoded("&\(String(cString: name));").utf8)
    }
    cexpat_set_outside(parser) { parser, context, _, _, _ in
      // Whatever it names, nothing is there.
      guard let parser, let outside = cexpat_create_outside(parser, context) else { return 0 }
      defer { cexpat_free(outside) }
      return cexpat_parse(outside, "", 0, 1) == XML_STATUS_OK ? 1 : 0
    }
  }

  private static func at(_ data: UnsafeMutableRawPointer?) -> XMLReader? {
    data.map { Unmanaged<XMLReader>.fromOpaque($0).takeUnretainedValue() }
  }

  private func begin(
    _ name: UnsafePointer<CChar>?,
    _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
  ) {
    guard let name, let parser, !builder.isOver else { return }
    var values: [XMLElement.Attribute] = []
    var place = attributes
    while let pair = place, let name = pair[0], let value = pair[1] {
      values.append(.init(name: String(cString: name), value: String(cString: value)))
      place = pair + 2
    }
    builder.begin(
      String(cString: name), values, at: builder.lines == nil ? 0 : Int(cexpat_offset(parser)))
    stopIfOver()
  }

  private func stop(because problem: XMLError.Problem) {
    builder.stop(because: problem)
    stopIfOver()
  }

  private func stopIfOver() {
    // While what is outside is read, that parser has the word; this one comes to its end by itself.
    if builder.isOver, let parser { cexpat_stop(parser) }
  }
}
