internal import FeedDomain

/// A parser of the HTML of an article into blocks: headings, paragraphs, quotes, lists, code,
/// tables, pictures at their positions in the text, videos and audio.
struct ArticleHTMLReader {
  /// Maximum size of an article's HTML in bytes; the rest is not parsed.
  static let longest = 4 << 20
  private static let deepest = 128
  /// Maximum number of levels of quotes and lists by which a block of an article is indented;
  /// deeper blocks are indented no further.
  private static let mostIndents = 6
  private static let mostBlocks = 20_000
  private static let mostColumns = 40

  /// A state of the article parser that changes with each HTML element, such as the level of a
  /// heading.
  private struct ArticleElementContext {
    var kind = RichText.RichTextRun.RichTextRunKind.plain
    var isHidden = false
    var isPreformatted = false
    /// The HTML element `sup` or `sub` around the article's text that is being parsed, which makes
    /// it superscript or subscript; nil for ordinary text.
    var script: HTMLElement?
    /// The level of the heading, 1 to 6, that contains the article's text that is being parsed; nil
    /// outside of headings.
    var heading: Int?
  }

  private struct OpenArticleElement {
    let tag: OpeningHTMLTag
    let context: ArticleElementContext
    var hasIndent = false
    var hasList = false
    var hasTable = false
    /// The index of the first of the article's blocks within this open HTML element, if the element
    /// is a `figure`; nil for other elements.
    var figureStart: Int?
    var children = 0
  }

  /// An HTML list of an article while it is parsed, with the number and the style of its next item.
  private struct OpenArticleList {
    /// The number of the next item of the HTML list being parsed; nil for a list without numbers.
    var nextNumber: Int?
    var step = 1
    var style = "1"
  }

  /// An HTML table of an article while it is parsed, which shows data or only arranges a layout.
  private struct OpenArticleTable {
    var rows: [[RichText]] = []
    var row: [RichText] = []
    var isInCell = false
    var hasHeading = false
    var isLayout = false
  }

  private let baseAddress: LinkBaseAddress
  private(set) var blocks: [Article.ArticleBlock] = []
  private var text = ParagraphTextBuilder()
  private var code: [UInt8] = []
  private var openElements: [OpenArticleElement] = []
  private var context = ArticleElementContext()
  private var indents: [Article.ArticleBlock.ArticleBlockIndent] = []
  private var lists: [OpenArticleList] = []
  private var tables: [OpenArticleTable] = []
  private var pictures: Set<String> = []
  private var scanner = HTMLScanner([])
  /// The number of bytes that the parser of an article may still read ahead, in order to count the
  /// items of reversed lists.
  private var lookahead = 4 << 20

  /// Parses an article's HTML into blocks; addresses of links and pictures are made absolute by the
  /// address `baseAddress`.
  static func articleBlocks(
    _ html: String, _ baseAddress: LinkBaseAddress
  ) -> [Article.ArticleBlock] {
    var reader = ArticleHTMLReader(baseAddress: baseAddress)
    let bytes = Array(html.utf8)
    reader.readHTML(Array(bytes.prefix(longest)))
    if bytes.count > longest { reader.appendArticleBlock(.paragraph(RichText("[…]"))) }
    return reader.blocks
  }

  private init(baseAddress: LinkBaseAddress) { self.baseAddress = baseAddress }

  private mutating func readHTML(_ bytes: [UInt8]) {
    scanner = HTMLScanner(bytes, isPage: true, endsSelfClosed: true)
    while blocks.count < Self.mostBlocks, let token = scanner.readNextToken() {
      switch token {
      case .text(let text): addText(text)
      case .open(let tag): beginElement(tag)
      case .close(let name): endElement(name)
      }
    }
    while let name = openElements.last?.tag.name { endElement(name) }
    endTextBlock()
  }

  private mutating func addText(_ bytes: [UInt8]) {
    guard !context.isHidden else { return }
    if context.isPreformatted {
      code += bytes
    } else if let script = context.script {
      let isLink = if case .link = context.kind { true } else { false }
      text.addText(
        HTMLSuperscriptAndNumberFormatter.superscriptOrSubscriptText(bytes, script, isLink: isLink),
        context.kind)
    } else {
      text.addText(bytes, context.kind)
    }
  }

  // MARK: - Blocks

  /// Ends the article's paragraph or heading that is being parsed; within a table's cell or code,
  /// begins a new line instead.
  private mutating func endTextBlock() {
    if context.isPreformatted {
      if let last = code.last, last != 0x0a { code.append(0x0a) }
      return
    }
    if tables.last.map({ $0.isInCell && !$0.isLayout }) == true { return text.requireLineBreak() }
    guard let words = text.finishParagraph() else { return }
    if let level = context.heading {
      appendArticleBlock(.heading(words, level: level))
    } else {
      appendArticleBlock(.paragraph(words))
    }
  }

  private mutating func appendArticleBlock(_ content: Article.ArticleBlock.ArticleBlockContent) {
    blocks.append(Article.ArticleBlock(content, in: Array(indents.prefix(Self.mostIndents))))
    for index in indents.indices {
      if case .item(let mark, true) = indents[index] {
        indents[index] = .item(mark, isFirst: false)
      }
    }
  }

  /// Adds a block that is not text, such as a picture, to the article; a data table that is being
  /// parsed is ended first.
  private mutating func appendStandaloneBlock(_ content: Article.ArticleBlock.ArticleBlockContent) {
    if let table = tables.last, table.isInCell, !table.isLayout { endTableTreatingRestAsText() }
    endTextBlock()
    appendArticleBlock(content)
  }

  /// Ends the data table that is being parsed in an article, with the rows so far; the table's
  /// further contents are parsed as text.
  private mutating func endTableTreatingRestAsText() {
    guard var table = tables.popLast() else { return }
    table.row.append(text.finishParagraph() ?? RichText(""))
    if table.row.contains(where: { !$0.runs.isEmpty }) { table.rows.append(table.row) }
    appendTable(table)
    tables.append(OpenArticleTable(isLayout: true))
  }

  private mutating func appendTable(_ table: OpenArticleTable) {
    let rows = table.rows.filter { row in row.contains { !$0.runs.isEmpty } }
    let columns = rows.map(\.count).max() ?? 0
    guard columns > 1, rows.count > 1 || columns <= Self.mostColumns else {
      for text in rows.flatMap({ $0 }) where !text.runs.isEmpty {
        appendArticleBlock(.paragraph(text))
      }
      return
    }
    appendArticleBlock(
      .table(
        Article.ArticleTableBlock(
          rows: rows.map { Self.cellsInFewerColumns($0) }, hasHeading: table.hasHeading)))
  }

  /// Returns the cells of a table's row in at most as many columns as a table may have: the last
  /// one also contains the texts of the further cells.
  private static func cellsInFewerColumns(_ row: [RichText]) -> [RichText] {
    guard row.count > mostColumns else { return row }
    let further = row[(mostColumns - 1)...].filter { !$0.runs.isEmpty }
    let runs = further.enumerated().flatMap { place, cell in
      (place > 0 ? [RichText.RichTextRun(" | ")] : []) + cell.runs
    }
    return Array(row.prefix(mostColumns - 1)) + [RichText(runs: runs)]
  }

  // MARK: - Opening tags

  private mutating func beginElement(_ tag: OpeningHTMLTag) {
    guard !tag.isVoid || !context.isHidden && !tag.isHidden else { return }
    switch tag.element {
    case .br: if context.isPreformatted { code.append(0x0a) } else { text.breakLine() }
    case .hr: appendStandaloneBlock(.rule)
    case .img: addPicture(tag)
    case .input where tag["type"]?.lowercased() == "checkbox":
      text.addText(Array((tag["checked"] == nil ? "[ ] " : "[x] ").utf8), .plain)
    case .iframe, .embed: addMediaBlock(tag, named: tag.name)
    case .audio where tag.isSelfClosed, .video where tag.isSelfClosed:
      if !context.isHidden, !tag.isHidden { addMediaBlock(tag, named: tag.name) }
    case .source:
      if let place = openElements.lastIndex(where: { $0.tag.element?.isMedium == true }),
        openElements[place].tag["src"] == nil, openElements[place].children == 0
      {
        openElements[place].children = 1
        addMediaBlock(tag, named: openElements[place].tag.name)
        // The content behind the sources is for browsers that cannot play the video or audio.
        context.isHidden = true
      }
    case .wbr, .input, .meta, .link, .area, .base, .col, .track, .script, .title: break
    default: pushElement(tag)
    }
  }

  private mutating func pushElement(_ tag: OpeningHTMLTag) {
    if tag.element?.isCell == true { closeTableCellOrRow { $0.isCell } }
    if tag.element == .tr { closeTableCellOrRow { $0 == .tr } }
    if let lines = tag.element?.lines, lines > 0 {
      if openElements.last?.tag.element == .p { endElement("p") }
      if tag.element == .li, openElements.last?.tag.element == .li { endElement("li") }
      if let term = openElements.last?.tag.element, term == .dt || term == .dd,
        tag.element == .dt || tag.element == .dd
      {
        endElement(term.rawValue)
      }
      endTextBlock()
    }
    if tag.element == .tr { if tables.last?.row.isEmpty == false { endTableRow() } }
    guard openElements.count < Self.deepest else { return }
    if let place = openElements.indices.last, openElements[place].tag.element?.isMedium != true {
      openElements[place].children += 1
      if openElements[place].children == 2, let sign = openElements[place].tag.element?.formulaSign
      {
        text.addText(Array(sign.utf8), context.kind)
      }
    }
    openElements.append(OpenArticleElement(tag: tag, context: context))
    applyElementToContext(tag, openElements.count - 1)
  }

  /// Closes a cell or row of the innermost HTML table if the article lacks its end tag.
  private mutating func closeTableCellOrRow(_ isPart: (HTMLElement) -> Bool) {
    guard let place = openElements.lastIndex(where: { $0.tag.element.map(isPart) == true }),
      !openElements[place...].contains(where: \.hasTable)
    else { return }
    while openElements.count > place { finishOpenElement(openElements.removeLast()) }
  }

  private mutating func applyElementToContext(_ tag: OpeningHTMLTag, _ elementIndex: Int) {
    if tag.isHidden { context.isHidden = true }
    switch tag.element {
    case .a:
      if let address = tag["href"].flatMap({ baseAddress.absoluteHTTPAddress($0) }) {
        context.kind = .link(address)
      }
    case .h1, .h2, .h3, .h4, .h5, .h6: context.heading = Int(tag.name.suffix(1))
    case .b, .strong, .i, .em, .u, .summary, .dt: emphasizeFollowingText()
    case .th where tables.last?.isInCell == false && tables.last?.rows.isEmpty == true:
      tables[tables.count - 1].hasHeading = true
      beginTableCell()
    case .td, .th:
      if tag.isLineNumbers { context.isHidden = true }
      beginTableCell()
    case .code: if context.kind == .plain { context.kind = .code }
    case .pre:
      context.isPreformatted = true
      code = []
    case .blockquote:
      indents.append(.quote)
      openElements[elementIndex].hasIndent = true
    case .ul, .menu: beginList(OpenArticleList(), elementIndex)
    case .ol:
      beginList(
        OpenArticleList(
          nextNumber: firstItemNumber(of: tag), step: tag["reversed"] == nil ? 1 : -1,
          style: tag["type"] ?? "1"), elementIndex)
    case .li: beginArticleListItem(tag, elementIndex)
    case .dd:
      indents.append(.item(" ", isFirst: false))
      openElements[elementIndex].hasIndent = true
    case .figure: openElements[elementIndex].figureStart = blocks.count
    case .sup, .sub: context.script = tag.element
    case .q: addText(Array("“".utf8))
    case .table:
      if tables.last.map({ $0.isInCell && !$0.isLayout }) == true { endTableTreatingRestAsText() }
      let role = tag["role"]?.lowercased()
      tables.append(OpenArticleTable(isLayout: role == "presentation" || role == "none"))
      openElements[elementIndex].hasTable = true
    case .audio, .video:
      if !context.isHidden {
        addMediaBlock(tag, named: tag.name)
        context.isHidden = tag["src"] != nil
      }
    default: break
    }
  }

  /// Turns plain text that follows into emphasized text; other kinds, such as links, stay.
  private mutating func emphasizeFollowingText() {
    if context.kind == .plain { context.kind = .emphasis }
  }

  private mutating func beginList(_ list: OpenArticleList, _ elementIndex: Int) {
    lists.append(list)
    openElements[elementIndex].hasList = true
  }

  /// Returns the number of the first item of a numbered HTML list; the numbers of a reversed list
  /// without a stated one end with 1.
  private mutating func firstItemNumber(of list: OpeningHTMLTag) -> Int {
    if let start = list["start"].flatMap({ Int($0) }) { return start }
    return list["reversed"] == nil ? 1 : scanner.itemCountOfList(lookingAhead: &lookahead)
  }

  private mutating func beginArticleListItem(_ tag: OpeningHTMLTag, _ elementIndex: Int) {
    var mark = "•"
    if let place = lists.indices.last, let next = lists[place].nextNumber {
      let number = tag["value"].flatMap { Int($0) } ?? next
      mark = HTMLSuperscriptAndNumberFormatter.listNumberText(number, lists[place].style) + "."
      lists[place].nextNumber = number &+ lists[place].step
    }
    if tables.last.map({ $0.isInCell && !$0.isLayout }) == true {
      return text.addText(Array("\(mark) ".utf8), .plain)
    }
    indents.append(.item(mark, isFirst: true))
    openElements[elementIndex].hasIndent = true
  }

  // MARK: - Closing tags

  private mutating func endElement(_ name: String) {
    guard let place = openElements.lastIndex(where: { $0.tag.name == name }) else {
      // Browsers show an empty paragraph for "</p>" alone, as the writer saw.
      if name == "p" { endTextBlock() }
      return
    }
    while openElements.count > place { finishOpenElement(openElements.removeLast()) }
  }

  private mutating func finishOpenElement(_ element: OpenArticleElement) {
    let tag = element.tag
    switch tag.element {
    case .q: addText(Array("”".utf8))
    case .pre: if !context.isHidden, !element.context.isPreformatted { endCodeBlock() }
    case .figcaption: endCaption()
    case .td, .th: endTableCell(tag)
    case .tr: endTableRow()
    default: break
    }
    if let lines = tag.element?.lines, lines > 0, tag.element != .tr, tag.element != .figcaption {
      if element.hasTable { endTableRow() }
      endTextBlock()
    }
    if element.hasIndent { indents.removeLast() }
    if element.hasList { lists.removeLast() }
    if element.hasTable, let table = tables.popLast(), !table.isLayout { appendTable(table) }
    context = element.context
  }

  private mutating func endCodeBlock() {
    var lines = String(decoding: code, as: UTF8.self).split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    code = []
    while lines.first?.allSatisfy(\.isWhitespace) == true { lines.removeFirst() }
    while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
    guard !lines.isEmpty else { return }
    appendStandaloneBlock(.code(lines.map { Self.expandingTabs($0) }.joined(separator: "\n")))
  }

  /// Returns a line of an article's code with each tab replaced by blanks up to the next multiple
  /// of four columns.
  private static func expandingTabs(_ line: Substring) -> String {
    guard line.contains("\t") else { return String(line) }
    var text = ""
    for character in line {
      if character == "\t" {
        text += String(repeating: " ", count: 4 - text.count % 4)
      } else {
        text.append(character)
      }
    }
    return text
  }

  private mutating func endCaption() {
    guard let start = openElements.last(where: { $0.figureStart != nil })?.figureStart else {
      return endTextBlock()
    }
    guard let words = text.finishParagraph() else { return }
    let last = blocks.indices.last
    if let last, last >= start, case .picture(let photo, let caption) = blocks[last].content,
      caption.runs.isEmpty
    {
      blocks[last].content = .picture(photo, caption: words)
    } else {
      appendArticleBlock(.paragraph(words))
    }
  }

  // MARK: - Tables

  private mutating func beginTableCell() {
    guard let place = tables.indices.last else { return }
    if tables[place].isLayout {
      endTextBlock()
    } else if let words = text.finishParagraph() {
      // Text between the cells of a row.
      appendArticleBlock(.paragraph(words))
    }
    tables[place].isInCell = true
  }

  private mutating func endTableCell(_ tag: OpeningHTMLTag) {
    guard let place = tables.indices.last, tables[place].isInCell else { return }
    guard !tables[place].isLayout else {
      endTextBlock()
      return tables[place].isInCell = false
    }
    let words = text.finishParagraph() ?? RichText("")
    tables[place].isInCell = false
    guard !tag.isLineNumbers else { return }
    tables[place].row.append(words)
    let width = min(tag["colspan"].flatMap { Int($0) } ?? 1, Self.mostColumns)
    for _ in 0..<max(0, width - 1) { tables[place].row.append(RichText("")) }
  }

  private mutating func endTableRow() {
    guard let place = tables.indices.last, !tables[place].row.isEmpty else { return }
    tables[place].rows.append(tables[place].row)
    tables[place].row = []
  }

  // MARK: - Pictures, films and sounds

  private mutating func addPicture(_ tag: OpeningHTMLTag) {
    let words = tag["alt"]?.withSingleBlanks ?? ""
    guard !tag.isInlineSymbolImage(words) else {
      // In code, the symbol stands among the characters of the code.
      if context.isPreformatted { return code += Array(words.utf8) }
      return text.addText(Array(words.utf8), context.kind)
    }
    guard let photo = ArticlePictureParser.articlePhoto(of: tag, words, baseAddress),
      pictures.insert(photo.id.rawValue).inserted
    else { return }
    appendStandaloneBlock(.picture(photo, caption: RichText("")))
  }

  private mutating func addMediaBlock(_ tag: OpeningHTMLTag, named name: String) {
    guard
      let address = (tag["src"] ?? tag["data-src"]).flatMap({ baseAddress.absoluteHTTPAddress($0) })
    else {
      return
    }
    appendStandaloneBlock(
      .media(label: HTMLMediaLinkLabeler.mediaLabel(name, address).rawValue, address: address))
  }
}

extension OpeningHTMLTag {
  fileprivate var isVoid: Bool {
    switch element {
    case .br, .hr, .img, .input, .embed, .iframe, .source, .wbr: true
    default: false
    }
  }

  /// True if this HTML element is the cell of a table with the line numbers of code.
  fileprivate var isLineNumbers: Bool {
    let names = (self["class"] ?? "").lowercased()
    return ["gutter", "lineno", "line-number", "linenos", "blob-num"].contains {
      names.contains($0)
    }
  }

  /// Returns true if the text of this HTML image element, such as its description, stands for a
  /// small symbol within a line: an emoji by its class or by colons around its name, or at most two
  /// characters without letters and digits.
  fileprivate func isInlineSymbolImage(_ words: String) -> Bool {
    let names = (self["class"] ?? "").lowercased()
    if names.contains("emoji") || names.contains("smiley") { return true }
    if words.count > 2, words.hasPrefix(":"), words.hasSuffix(":") { return true }
    return !words.isEmpty && words.count <= 2 && !words.contains { $0.isLetter || $0.isNumber }
  }
}

/// A namespace for parsing the picture in an HTML element `img`, whose address can be in attributes
/// that scripts read to load pictures late.
enum ArticlePictureParser {
  private static let usual = PhotoSize(width: 1200, height: 800)
  /// The smallest width or height in pixels of a picture that an article shows; smaller pictures
  /// are ornaments or count readers.
  private static let smallest = 32
  private static let counters = [
    "feedburner.com/~", "doubleclick.net", "pixel.wp.com", "stats.wordpress.com", "/pixel.gif",
    "google-analytics.com", "facebook.com/tr", "feedsportal.com", "/1x1.", "spacer.gif",
    "blank.gif",
  ]

  static func articlePhoto(of tag: OpeningHTMLTag, _ words: String, _ place: LinkBaseAddress)
    -> Photo?
  {
    let (width, height) = (
      EntryHTMLPictureParser.parsedSideLength(tag["width"]),
      EntryHTMLPictureParser.parsedSideLength(tag["height"])
    )
    guard (width ?? smallest) >= smallest, (height ?? smallest) >= smallest else { return nil }
    guard let address = pictureAddress(of: tag, place),
      !counters.contains(where: address.lowercased().contains)
    else { return nil }
    var size = usual
    if let width, let height, width > 0, height > 0 {
      size = PhotoSize(width: width, height: height)
    }
    let picture = LinkBaseAddress.addressWithHTTPS(address)
    return Photo(
      id: Photo.ID(address), address: address,
      renditions: picture.map { [Photo.PhotoRendition(url: $0, size: size)] } ?? [], size: size,
      altText: words)
  }

  private static func pictureAddress(of tag: OpeningHTMLTag, _ place: LinkBaseAddress) -> String? {
    let late = EntryHTMLPictureParser.lazyImageAddress(of: tag)
    let set = (tag["srcset"] ?? tag["data-srcset"]).flatMap(
      EntryHTMLPictureParser.largestImageAddressWithinMaximum)
    let plain = tag["src"].flatMap { $0.hasPrefix("data:") || $0.isEmpty ? nil : $0 }
    return [late, set, plain].lazy.compactMap { $0 }.compactMap { place.absoluteHTTPAddress($0) }
      .first
  }
}

/// A builder of the text of one paragraph of an article while it is parsed; successive blanks
/// become one.
private struct ParagraphTextBuilder {
  private var pieces: [(bytes: [UInt8], kind: RichText.RichTextRun.RichTextRunKind)] = []
  private var needsBlank = false
  /// The number of line ends before the next word of the article's paragraph.
  private var breaks = 0

  /// Adds text to the article's paragraph being parsed, without blanks at the start of a line.
  mutating func addText(_ text: [UInt8], _ kind: RichText.RichTextRun.RichTextRunKind) {
    var rest = text[...]
    while !rest.isEmpty {
      let word = rest.prefix { !$0.isHTMLBlank }
      if !word.isEmpty { appendWord(word, kind) }
      rest = rest[word.endIndex...]
      let next = rest.firstIndex { !$0.isHTMLBlank } ?? rest.endIndex
      if next > rest.startIndex { needsBlank = true }
      rest = rest[next...]
    }
  }

  /// Begins a new line in the article's paragraph that is being parsed, even if the line before is
  /// empty; does nothing if the paragraph is empty.
  mutating func breakLine() { if !pieces.isEmpty { breaks += 1 } }

  /// Begins a new line in the article's paragraph that is being parsed, unless the present one is
  /// empty.
  mutating func requireLineBreak() { if breaks == 0 { breakLine() } }

  private mutating func appendWord(
    _ word: ArraySlice<UInt8>, _ kind: RichText.RichTextRun.RichTextRunKind
  ) {
    if breaks > 0 {
      // Two or more empty lines are shown as one.
      appendBytes(breaks > 1 ? [0x0a, 0x0a] : [0x0a], .plain)
    } else if needsBlank, !pieces.isEmpty {
      appendBytes([0x20], pieces.last?.kind == kind ? kind : .plain)
    }
    (needsBlank, breaks) = (false, 0)
    appendBytes(word, kind)
  }

  private mutating func appendBytes(
    _ bytes: ArraySlice<UInt8>, _ kind: RichText.RichTextRun.RichTextRunKind
  ) {
    if let last = pieces.indices.last, pieces[last].kind == kind {
      pieces[last].bytes += bytes
    } else {
      pieces.append((Array(bytes), kind))
    }
  }

  /// Returns the text of the article's paragraph that was parsed, and begins a new paragraph; nil
  /// if the paragraph has no text.
  mutating func finishParagraph() -> RichText? {
    defer { self = ParagraphTextBuilder() }
    let runs = pieces.map {
      RichText.RichTextRun(String(decoding: $0.bytes, as: UTF8.self), $0.kind)
    }
    guard runs.contains(where: { !$0.text.allSatisfy(\.isWhitespace) }) else { return nil }
    return RichText(runs: runs)
  }
}

extension EntryContent {
  var blocks: [Article.ArticleBlock] {
    let own =
      switch source {
      case .html(let html, let base): ArticleHTMLReader.articleBlocks(html, LinkBaseAddress(base))
      case .text(let text): text.articleBlocks
      }
    return own + lines.map { Article.ArticleBlock(.paragraph(RichText(runs: $0))) }
  }
}

extension RichText {
  /// This text as blocks of an article, a paragraph for each part between empty lines.
  var articleBlocks: [Article.ArticleBlock] {
    var paragraphs: [[RichTextRun]] = [[]]
    for run in runs {
      // Two line ends divide paragraphs; one is kept within.
      var rest = run.text[...]
      while let end = rest.firstRange(of: "\n\n") {
        paragraphs[paragraphs.count - 1].append(
          RichTextRun(String(rest[..<end.lowerBound]), run.kind))
        paragraphs.append([])
        rest = rest[end.upperBound...].drop { $0 == "\n" }
      }
      paragraphs[paragraphs.count - 1].append(RichTextRun(String(rest), run.kind))
    }
    return paragraphs.map { $0.filter { !$0.text.isEmpty } }
      .filter { runs in runs.contains { !$0.text.allSatisfy(\.isWhitespace) } }
      .map { Article.ArticleBlock(.paragraph(RichText(runs: $0))) }
  }
}
