@testable import FeedServices

/// XML from strangers, read strictly and forgivingly: depth and number of parts keep their limits,
/// and the root has an accepted name.
enum XMLProperty {
  private static let options = XMLReader.XMLReaderOptions(
    namespaces: ["http://www.w3.org/2005/Atom": "atom"], recurringNames: ["item", "atom:entry"],
    mostRecurringElements: 50, countsLines: true, isForgiving: false)

  static func check(_ input: [UInt8]) throws(Finding) {
    // Most bytes are no XML.
    if let document = try? XMLReader.readDocument(input, options) { try check(document, of: input) }
    let text = CharacterDecoding.utf8Bytes(input)
    try expect(CharacterDecoding.isValidUTF8(text), "the decoded text is no UTF-8")
    let deadline = XMLTreeBuilder.processorTime + 1
    var scanner = ForgivingXMLScanner(text, options, until: deadline)
    if let document = scanner.scanDocument() { try check(document, of: text) }
    var rooted = options
    rooted.roots = ["rss", "opml"]
    var searching = ForgivingXMLScanner(text, rooted, until: deadline)
    if let document = searching.scanDocument() {
      // Without a root, the parts are in one of their own.
      let names = rooted.roots.union(["item", "entry", "atom:entry"])
      try expect(names.contains(document.root.name), "a root that was not asked for")
    }
  }

  private static func check(
    _ document: XMLReader.ParsedXMLDocument, of input: [UInt8]
  ) throws(Finding) {
    try expect(document.recurringElements.count <= options.mostRecurringElements, "too many parts")
    let lines = input.count { $0 == UInt8(ascii: "\n") || $0 == 0x0d } + 1
    for element in [document.root] + document.recurringElements {
      try check(element, depth: 0, lines: lines)
      _ = (element.markup, element.firstChildText(named: "title", "atom:title"))
    }
  }

  private static func check(_ element: XMLElement, depth: Int, lines: Int) throws(Finding) {
    try expect(depth <= XMLTreeBuilder.deepest, "nested \(depth) deep")
    try expect((0...max(lines, 1)).contains(element.line), "line \(element.line) of \(lines)")
    for child in element.children { try check(child, depth: depth + 1, lines: lines) }
  }
}
