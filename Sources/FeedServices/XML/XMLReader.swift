internal import CExpat

/// A parser for untrusted XML, which tries the strict library expat first, and then a forgiving
/// scanner that reads as much as it can. External entities are never read, and only short declared
/// entities are expanded.
final class XMLReader {
  /// True if the XML library expat is installed and new enough; loads the library.
  static var isAvailable: Bool { cexpat_load() == 1 }

  struct XMLReaderOptions {
    /// The prefixes that Tweetie uses for XML namespaces, by the namespace's address in a form for
    /// comparing; an option for reading an XML document.
    var namespaces: [String: String] = [:]
    /// The names of recurring XML elements, such as a feed's entries, which are returned apart from
    /// the root; an option for reading an XML document.
    var recurringNames: Set<String> = []
    /// The maximum number of recurring XML elements, such as a feed's entries, that are returned:
    /// the newest, or without `recurringElementDate` the first half and the last half; an option
    /// for reading an XML document.
    var mostRecurringElements = 5_000
    /// The option of an XML reader for the function that returns the date of a recurring element,
    /// such as a feed's entry, in milliseconds since 1970; nil if the elements have no dates.
    var recurringElementDate: (@Sendable (XMLElement) -> Int64?)?
    /// The accepted names of the XML document's root element; empty to accept any. In a document
    /// that is not well-formed, everything before such an element is skipped.
    var roots: Set<String> = []
    /// The names of the XML elements that contain text, perhaps with elements of HTML, so that each
    /// of them ends where another of them begins in a document that is not well-formed.
    var textNames: Set<String> = []
    /// Those names in `textNames` whose XML elements contain no HTML elements `link` and `title`: a
    /// start tag with such a name inside them shows that their end tag is missing.
    var plainTextNames: Set<String> = []
    var countsLines = false
    /// True if an XML document that is not well-formed is read as far as possible; false if it
    /// throws an error.
    var isForgiving = false
    /// The option of an XML reader for its clock, which returns the processor time that the current
    /// thread has used, in seconds.
    var processorTime: @Sendable () -> Double = { XMLTreeBuilder.processorTime }
  }

  struct ParsedXMLDocument: Equatable, Sendable {
    /// The root element of the XML document; it does not contain the recurring elements.
    var root: XMLElement
    /// The recurring elements of an XML document, such as a feed's entries.
    var recurringElements: [XMLElement] = []
    /// The first syntax error of an XML document that was read nevertheless, or the limit at which
    /// reading it ended; nil for a well-formed document that was read to its end.
    var flaw: XMLError?
    /// True if elements of the XML document were left out because they are nested too deeply.
    var isCut = false
  }

  private var builder: XMLTreeBuilder
  private var parser: XML_Parser?
  private var text: [UInt8] = []

  /// Parses an XML document in any encoding; `isUTF8` is true if the bytes were converted to UTF-8
  /// already.
  static func readDocument(
    _ bytes: [UInt8], charset: String? = nil, isUTF8: Bool = false,
    _ options: XMLReaderOptions = XMLReaderOptions()
  ) throws(XMLError) -> ParsedXMLDocument {
    guard isAvailable else { throw XMLError(problem: .unavailable) }
    let text = CharacterDecoding.blankingKnownEncodingName(
      in: isUTF8 ? bytes : CharacterDecoding.utf8Bytes(bytes, charset: charset))
    let deadline = options.processorTime() + XMLTreeBuilder.longestTime
    do throws(XMLError) {
      if let offset = ForgivingXMLScanner.offsetOfTagWithManyAttributes(in: text) {
        throw XMLError(problem: .tooManyAttributes, offset: offset)
      }
      return try XMLReader(options, until: deadline).parsedDocument(text)
    } catch {
      guard options.isForgiving, error.problem != .tooSlow else { throw error }
      var scanner = ForgivingXMLScanner(text, options, until: deadline)
      guard var document = scanner.scanDocument() else { throw error }
      var flaw: XMLError? = error
      if error.problem == .declaresEntities, let range = scanner.readDocumentTypeRange {
        // Expat must not expand entities, so that the document is checked without their
        // declaration.
        flaw = firstErrorAfterBlankingBytes(text, withoutBytesIn: range, options, until: deadline)
      }
      document.flaw = document.flaw ?? flaw
      return document
    }
  }

  /// Returns the first syntax error of an XML document without the bytes in a range, which count as
  /// blanks; nil if there is none.
  private static func firstErrorAfterBlankingBytes(
    _ text: [UInt8], withoutBytesIn range: Range<Int>, _ options: XMLReaderOptions,
    until deadline: Double
  ) -> XMLError? {
    var text = text
    for place in range where text[place] != UInt8(ascii: "\n") { text[place] = UInt8(ascii: " ") }
    do throws(XMLError) {
      return try XMLReader(options, until: deadline).parsedDocument(text).flaw
    } catch {
      return error
    }
  }

  private init(_ options: XMLReaderOptions, until deadline: Double) {
    builder = XMLTreeBuilder(options, until: deadline)
  }

  private func parsedDocument(_ text: [UInt8]) throws(XMLError) -> ParsedXMLDocument {
    guard let parser = cexpat_create("utf-8") else { throw XMLError(problem: .unavailable) }
    defer { cexpat_free(parser) }
    (self.parser, self.text) = (parser, text)
    if builder.countsLines { builder.lines = LineCounter(text) }
    setHandlers(to: parser)
    let status = text.withUnsafeBytes { buffer in
      cexpat_parse(
        parser, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), CInt(buffer.count), 1)
    }
    let offset = Int(cexpat_offset(parser))
    if let problem = builder.problem { throw XMLError(problem: problem, offset: offset) }
    guard status == XML_STATUS_OK || builder.isEnough else {
      throw XMLError(problem: .malformed(Int(cexpat_error(parser).rawValue)), offset: offset)
    }
    builder.finishTree()
    guard var document = builder.document else {
      throw XMLError(problem: .malformed(0), offset: offset)
    }
    document.flaw = builder.exceededLimit.map { XMLError(problem: $0, offset: offset) }
    return document
  }

  private func setHandlers(to parser: XML_Parser) {
    // This object outlives the parser.
    cexpat_set_user_data(parser, Unmanaged.passUnretained(self).toOpaque())
    cexpat_set_elements(
      parser, { XMLReader.xmlReader(at: $0)?.beginElement($1, $2) },
      { data, _ in
        guard let reader = XMLReader.xmlReader(at: data) else { return }
        reader.builder.endElement()
        reader.stopParserIfTreeIsComplete()
      })
    cexpat_set_text(parser) { data, text, count in
      guard let text, let reader = XMLReader.xmlReader(at: data) else { return }
      reader.builder.addText(UnsafeRawBufferPointer(start: text, count: Int(count)))
      reader.stopParserIfTreeIsComplete()
    }
    cexpat_set_doctype(parser) { data, _, _, _, hasDeclarations in
      if hasDeclarations != 0 {
        XMLReader.xmlReader(at: data)?.stopParsing(because: .declaresEntities)
      }
    }
    cexpat_set_entity(parser) { data, _, _, _, _, _, _, _, _ in
      XMLReader.xmlReader(at: data)?.stopParsing(because: .declaresEntities)
    }
    // HTML's entities are used everywhere and declared nowhere; unknown entities stay as written.
    cexpat_set_skipped(parser) { data, name, isParameter in
      guard let name, isParameter == 0, let reader = XMLReader.xmlReader(at: data) else { return }
      reader.builder.addText(
        HTMLEntityDecoder.textWithDecodedEntities("&\(String(cString: name));").utf8)
    }
    cexpat_set_outside(parser) { parser, context, _, _, _ in
      // Every external entity is read as empty.
      guard let parser, let outside = cexpat_create_outside(parser, context) else { return 0 }
      defer { cexpat_free(outside) }
      return cexpat_parse(outside, "", 0, 1) == XML_STATUS_OK ? 1 : 0
    }
  }

  private static func xmlReader(at data: UnsafeMutableRawPointer?) -> XMLReader? {
    data.map { Unmanaged<XMLReader>.fromOpaque($0).takeUnretainedValue() }
  }

  private func beginElement(
    _ name: UnsafePointer<CChar>?,
    _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
  ) {
    guard let name, let parser, !builder.isOver else { return }
    let offset = Int(cexpat_offset(parser))
    var values: [XMLElement.XMLAttribute] = []
    var place = attributes
    while let pair = place, let name = pair[0], let value = pair[1] {
      values.append(.init(name: String(cString: name), value: String(cString: value)))
      place = pair + 2
    }
    // Expat drops undeclared entities in attributes without a word.
    if !values.isEmpty,
      let all = ForgivingXMLScanner.attributesOfTagWithHTMLEntities(text, at: offset)
    {
      values = all
    }
    builder.beginElement(String(cString: name), values, at: offset)
    stopParserIfTreeIsComplete()
  }

  private func stopParsing(because problem: XMLError.XMLProblem) {
    builder.stopParsing(because: problem)
    stopParserIfTreeIsComplete()
  }

  private func stopParserIfTreeIsComplete() {
    // An external entity's own parser need not be stopped: it reads an empty text.
    if builder.isOver, let parser { cexpat_stop(parser) }
  }
}
