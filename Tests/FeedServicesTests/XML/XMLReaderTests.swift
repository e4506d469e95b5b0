import Testing
import Threads

@testable import FeedServices

/// XML from strangers.
@Suite struct XMLReaderTests {
  private func read(_ text: String) throws -> XMLReader.ParsedXMLDocument {
    try XMLReader.readDocument(
      Array(text.utf8),
      .init(namespaces: ["urn:x": "x"], recurringNames: ["item"], mostRecurringElements: 3)
    )
  }

  private func forgiven(_ text: String, roots: Set<String> = []) throws
    -> XMLReader.ParsedXMLDocument
  {
    try XMLReader.readDocument(
      Array(text.utf8), .init(recurringNames: ["item"], roots: roots, isForgiving: true))
  }

  private func problem(_ text: String) -> XMLError.XMLProblem? {
    do {
      _ = try XMLReader.readDocument(Array(text.utf8))
      return nil
    } catch {
      return error.problem
    }
  }

  @Test func `XML names, attributes and texts are read with namespaces and entities`() throws {
    let root = try read(
      "<a xmlns:y='urn:x' y:b='1' c=' 2 '>d<y:e>f&amp;g</y:e><z xmlns='urn:u'/></a>"
    ).root

    #expect(root.name == "a")
    #expect(root["x:b"] == "1")
    #expect(root["c"] == "2")
    #expect(root.text == "df&g")
    #expect(root.children.map(\.name) == ["x:e", "z"])
  }

  @Test func `what recurs is told apart, and of too many the first and the last stay`() throws {
    let items = (1...9).map { "<item>\($0)</item>" }.joined()

    let document = try read("<a><b>c</b>\(items)</a>")

    #expect(document.recurringElements.map(\.text) == ["1", "2", "9"])
    #expect(document.root.firstChildText(named: "b") == "c")
  }

  @Test func `a document that declares entities is rejected in strict mode`() {
    let laughs =
      "<!DOCTYPE a [<!ENTITY x \"ha\"><!ENTITY y \"&x;&x;&x;\">]><a>&y;</a>"

    #expect(problem(laughs) == .declaresEntities)
    #expect(problem("<!DOCTYPE a [<!ENTITY % x \"ha\">%x;]><a/>") == .declaresEntities)
    #expect(
      problem("<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><a>&x;</a>")
        == .declaresEntities)
  }

  @Test func `external entities are not resolved`() throws {
    let text = "<!DOCTYPE a SYSTEM \"file:///etc/passwd\"><a>b&unheard;c&eacute;</a>"

    #expect(try read(text).root.text == "b&unheard;cé")
  }

  @Test func `nesting, elements and attributes are limited`() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "<a>", count: depth) + "x" + String(repeating: "</a>", count: depth)
    }
    let many = "<a>" + String(repeating: "<b/>", count: XMLTreeBuilder.mostElements) + "</a>"
    let attributes = (0..<3_000).map { "b\($0)='1'" }.joined(separator: " ")

    #expect(try read(nested(100)).root.text == "x")
    #expect(problem(nested(3_000)) == .tooDeep)
    #expect(problem(many) == .tooManyElements)
    #expect(problem("<a \(attributes)/>") == .tooManyAttributes)
    #expect(
      try forgiven("<a \(attributes)/>").root.attributes.count
        == XMLTreeBuilder.mostAttributesEach)
  }

  @Test func `an entry nested too deeply keeps its text, and the others stay whole`() throws {
    let depth = 20_000
    func entry(_ closing: String) -> String {
      "<item>first<d>\(String(repeating: "<p>", count: depth))deep\(closing)</d>last</item>"
    }
    let closed = entry(String(repeating: "</p>", count: depth))
    let text = "<a><item>0</item>\(closed)<item><p>1</p>2</item>\(entry(""))<item>3</item></a>"

    let document = try forgiven(text)

    #expect(
      document.recurringElements.map(\.text)
        == ["0", "firstdeeplast", "12", "firstdeeplast", "3"])
    #expect(document.flaw?.problem == .tooDeep && document.isCut)
  }

  @Test func `entries read before a limit are kept`() throws {
    let text =
      "<a><item>1</item>" + String(repeating: "<b/>", count: XMLTreeBuilder.mostElements) + "</a>"

    let document = try read(text)

    #expect(document.recurringElements.map(\.text) == ["1"])
    #expect(document.flaw?.problem == .tooManyElements)
  }

  @Test func `a document that takes too long is ended, and the entries read before are kept`()
    throws
  {
    let clock = LockedValue(0.0)
    // Every look at the clock takes a second; there is one in 1,024 tags and texts.
    let options = XMLReader.XMLReaderOptions(
      recurringNames: ["item"], isForgiving: true,
      processorTime: {
        clock.withLock {
          $0 += 1; return $0
        }
      })
    let many = String(repeating: "<b/>", count: 8_192)

    #expect(throws: XMLError.self) {
      try XMLReader.readDocument(Array("<a>\(many)</a>".utf8), options)
    }
    let document = try XMLReader.readDocument(
      Array("<a><item>1</item>\(many)<item>2</item></a>".utf8), options)

    #expect(document.recurringElements.map(\.text) == ["1"])
    #expect(document.flaw?.problem == .tooSlow)
  }

  @Test(arguments: [
    "<p>", "<!--", "<![CDATA[", "<a b=\"", "<a b='c", "<?", "<!DOCTYPE a [", "</", "&", "&#", "<a/",
    "<item>", "<item a='1'>", "<!ENTITY x 'y'>", "]]>", "<a b=c ", "<:", "<a:b xmlns:a='c'>",
  ])
  func `50000 repetitions of a token lose no entry read before`(part: String) {
    let text = "<rss><item>x</item>" + String(repeating: part, count: 50_000)

    let document = try? forgiven(text, roots: ["rss"])

    #expect(document == nil || document?.recurringElements.first?.text == "x")
  }

  @Test func `a malformed document reports the error with its offset`() throws {
    let document = try forgiven("<a>b &c</a> d")

    #expect(document.root.text == "b &c")
    #expect(document.flaw == XMLError(problem: .malformed(4), offset: 7))
    #expect(try read("<a/>").flaw == nil)
  }

  @Test func `a text of 200000 lines is read whole`() throws {
    let lines = String(repeating: "line &amp; line\n", count: 200_000)

    #expect(try read("<a>\(lines)</a>").root.text.utf8.count == 200_000 * 12)
  }

  @Test func `other encodings are read by the document's declaration or the server's charset`()
    throws
  {
    func text(_ bytes: [UInt8], charset: String? = nil) throws -> String {
      try XMLReader.readDocument(bytes, charset: charset).root.text
    }
    func declared(_ encoding: String, _ bytes: [UInt8]) -> [UInt8] {
      Array("<?xml version='1.0' encoding='\(encoding)'?><a>".utf8) + bytes + Array("</a>".utf8)
    }
    let bare = Array("<a>".utf8) + [0xe9] + Array("</a>".utf8)

    #expect(try text(declared("iso-8859-1", [0xe9])) == "é")
    #expect(try text(declared("Windows-1252", [0x80, 0x93])) == "€“")
    #expect(try text(declared("Shift_JIS", [0x93, 0xfa, 0x96, 0x7b])) == "日本")
    #expect(try text(declared("koi8-r", [0xd2])) == "р")
    // The document is of UTF-8 in spite of what it says.
    #expect(try text(declared("ISO-8859-1", Array("Café 日本".utf8))) == "Café 日本")
    #expect(try text(bare, charset: "ISO-8859-1") == "é")
    #expect(try text(bare) == "é")
    #expect(
      try text([0xff, 0xfe] + "<a>é</a>".utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }) == "é"
    )
    #expect(try text(declared("klingon", [0xe9])) == "é")
  }

  @Test func `a control character becomes a blank, and a truncated document is an error`() throws {
    #expect(try read("<a>b\u{1b}c\u{0}d</a>").root.text == "b c d")
    #expect(problem("<a><b>") == .malformed(3))
    #expect(problem("") == .malformed(3))
    #expect(problem("<a></b>") != nil)
  }
}
