internal import FeedDomain

/// A parser that turns the HTML of a post or an article into text with links, reading it once,
/// without a tree; scripts are dropped, and unknown tags are ignored. The text is raw until
/// `SafeText` makes it safe.
struct HTMLTextReader {
  /// Maximum size of a post's HTML in bytes; the rest of a longer post is cut.
  static let mostBytes = 128 << 10
  /// Maximum size in bytes of the HTML of a web feed's or feed server's entry; the rest of a longer
  /// text is cut.
  static let longestArticle = 1 << 20
  private static let deepest = 64
  /// Maximum number of marks of nested HTML quotes and lists at the beginning of a line of text;
  /// deeper nesting adds no mark, as lines would get too short.
  private static let widestMargin = 8

  /// A state of the HTML parser that each opening or closing element changes, such as the kind of
  /// text.
  private struct HTMLElementContext {
    var kind = RichText.RichTextRun.RichTextRunKind.plain
    var isHidden = false
    var isPreformatted = false
    /// True if the HTML parser is within a table of data, whose rows become lines of text, so that
    /// line ends within its cells become blanks.
    var isInDataTable = false
    /// The HTML element `sup` or `sub` around the text, which makes the text superscript or
    /// subscript; nil for ordinary text.
    var script: HTMLElement?
    /// The marks of the HTML quotes and lists around the text, which begin every line; each mark is
    /// two characters wide.
    var margin = ""
    var list: OpenHTMLList?
  }

  private struct OpenHTMLList {
    /// The number of the next item of the HTML list; nil for a list without numbers.
    var nextNumber: Int?
    var step = 1
    /// The style of an HTML list's numbers, as in the attribute `type`: "1", "a", "A", "i" or "I".
    var style = "1"
    var isFirst = true
  }

  private struct OpenHTMLElement {
    let tag: OpeningHTMLTag
    var context: HTMLElementContext
    /// The index of the first text run within an open link; 0 for other open HTML elements.
    let start: Int
    /// The number of child elements that have begun within the open HTML element; for a video or
    /// audio element, 1 once a source was linked, otherwise 0.
    var children = 0
  }

  private let mention: (String) -> Person.ID?
  /// The closure that returns the complete address of a link in the HTML; nil if the link does not
  /// lead to the web.
  private let resolveLink: (String) -> String?
  private let hidesQuote: Bool
  /// True if the HTML is an article's, in which pictures are labelled and videos have lines of
  /// their own.
  private let isArticle: Bool
  private var flow = HTMLTextBuilder()
  private var scanner = HTMLScanner([])
  /// The number of bytes that the HTML parser may still read ahead, in order to tell tables of data
  /// from tables that arrange a layout, and to count the items of reversed lists.
  private var lookahead = 4 << 20
  private var openElements: [OpenHTMLElement] = []
  private var context = HTMLElementContext()

  /// Returns the text of a post's HTML. `mention` returns the person whose page an address is, nil
  /// for other addresses; `hidesQuote` leaves out the link to a quoted post.
  static func richTextFromPostHTML(
    _ html: String, hidesQuote: Bool = false,
    mention: @escaping (String) -> Person.ID? = { _ in nil }
  ) -> RichText {
    var reader = HTMLTextReader(
      hidesQuote: hidesQuote, isArticle: false, resolveLink: webAddressIfComplete, mention: mention)
    // The beginning of an array is copied at once, that of a text byte by byte.
    reader.readHTML(Array(Array(html.utf8).prefix(mostBytes)))
    return RichText(runs: reader.flow.runs)
  }

  /// Returns the text of an article's HTML. `resolveLink` returns the complete address of a link;
  /// nil if the link does not lead to the web.
  static func richTextFromArticleHTML(
    _ html: String, resolveLink: @escaping (String) -> String?
  ) -> RichText {
    var reader = HTMLTextReader(
      hidesQuote: false, isArticle: true, resolveLink: resolveLink
    ) { _ in nil }
    reader.readHTML(Array(Array(html.utf8).prefix(longestArticle)))
    return RichText(runs: reader.flow.runs)
  }

  /// Returns true if a text of unknown format is HTML: it contains an end tag or an entity, and no
  /// tag of another language.
  static func looksLikeHTML(_ text: String) -> Bool {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else {
      return false
    }
    let bytes = Array(text.utf8)
    var hasEndTag = false
    for place in bytes.indices where bytes[place] == UInt8(ascii: "<") {
      let isEnd = place + 1 < bytes.count && bytes[place + 1] == UInt8(ascii: "/")
      let name = OpeningHTMLTag.tagName(at: bytes[(place + (isEnd ? 2 : 1))...])
      guard !name.isEmpty else { continue }
      guard HTMLElement.isElementName(name) else { return false }
      hasEndTag = hasEndTag || isEnd
    }
    return hasEndTag || HTMLEntityDecoder.bytesWithDecodedEntities(bytes[...]) != bytes
  }

  /// Returns true if a text looks like HTML, and begins and ends with a tag, as in
  /// "<p>One</p><p>Two</p>".
  static func isEnclosedInTags(_ text: String) -> Bool {
    let words = text.trimmingBlanks.utf8
    return words.first == UInt8(ascii: "<") && words.last == UInt8(ascii: ">")
      && words.dropFirst().first?.isASCIILetter == true && looksLikeHTML(text)
  }

  /// Returns true if a title of RSS, whose entities were decoded once, is HTML that was escaped: it
  /// has no tags but entities, or each of its tags marks words, as in "a <b>bold</b> word". If tags
  /// are what the title is about, as in "Using <div> and </div>" and "Vec<T>", it is plain text.
  static func titleLooksLikeHTML(_ text: String) -> Bool {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else {
      return false
    }
    let bytes = Array(text.utf8)
    // The open tags, with true for one directly before a word.
    var open: [(name: String, precedesWord: Bool)] = []
    var hasMarkup = false
    for place in bytes.indices where bytes[place] == UInt8(ascii: "<") {
      let isEnd = place + 1 < bytes.count && bytes[place + 1] == UInt8(ascii: "/")
      let name = OpeningHTMLTag.tagName(at: bytes[(place + (isEnd ? 2 : 1))...])
      guard !name.isEmpty else { continue }
      guard HTMLElement.isElementName(name),
        let end = bytes[place...].firstIndex(of: UInt8(ascii: ">"))
      else { return false }
      let (before, behind) = (bytes[..<place].last, bytes[(end + 1)...].first)
      let followsWord = before.map { !$0.isHTMLBlank } ?? false
      let precedesWord = behind.map { !$0.isHTMLBlank } ?? false
      switch HTMLElement(named: name) {
      case .br, .wbr, .hr:
        guard followsWord || precedesWord else { return false }
      case .img:
        guard end - place > 5 else { return false }
      case _ where isEnd:
        guard let start = open.popLast(), start.name == name, start.precedesWord || followsWord
        else { return false }
      default:
        // An element without words is meant literally.
        guard bytes[end - 1] != UInt8(ascii: "/"),
          !bytes[(end + 1)...].starts(with: Array("</".utf8))
        else { return false }
        open.append((name, precedesWord))
      }
      hasMarkup = true
    }
    guard open.isEmpty else { return false }
    return hasMarkup || HTMLEntityDecoder.bytesWithDecodedEntities(bytes[...]) != bytes
  }

  /// Returns a text with entities but without tags as plain text: entities are decoded, successive
  /// blanks become one, and the empty lines between paragraphs stay.
  static func plainTextWithParagraphs(of text: String) -> String {
    var paragraphs = ""
    var (hasBlank, lineEnds) = (false, 0)
    var last: Unicode.Scalar?
    // Scalar by scalar: a list of the words of a long text would take many times its memory.
    for scalar in HTMLEntityDecoder.textWithDecodedEntities(text).unicodeScalars {
      defer { last = scalar }
      let isBlank =
        scalar.isASCII
        ? scalar == " " || (0x09...0x0d).contains(scalar.value)
        : scalar != "\u{a0}" && scalar.properties.isWhitespace
      guard isBlank else {
        if !paragraphs.isEmpty, hasBlank { paragraphs += lineEnds > 1 ? "\n\n" : " " }
        paragraphs.unicodeScalars.append(scalar)
        (hasBlank, lineEnds) = (false, 0)
        continue
      }
      hasBlank = true
      if scalar != "\n" || last != "\r", Character(scalar).isNewline { lineEnds += 1 }
    }
    return paragraphs
  }

  private init(
    hidesQuote: Bool, isArticle: Bool, resolveLink: @escaping (String) -> String?,
    mention: @escaping (String) -> Person.ID?
  ) {
    (self.hidesQuote, self.isArticle) = (hidesQuote, isArticle)
    (self.resolveLink, self.mention) = (resolveLink, mention)
  }

  static func webAddressIfComplete(_ address: String) -> String? {
    let start = address.prefix(8).lowercased()
    let isOfTheWeb = start.hasPrefix("https://") || start.hasPrefix("http://")
    let isClean = address.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7f }
    return isOfTheWeb && isClean ? address.withoutUserInfo : nil
  }

  private mutating func readHTML(_ bytes: [UInt8]) {
    scanner = HTMLScanner(bytes)
    while let token = scanner.readNextToken() {
      switch token {
      case .text(let text): addText(text)
      case .open(let tag): beginElement(tag)
      case .close(let name): endElement(name)
      }
    }
    while let name = openElements.last?.tag.name { endElement(name) }
  }

  private mutating func addText(_ text: [UInt8]) {
    guard !context.isHidden else { return }
    if context.isPreformatted {
      flow.addPreformattedText(text, context.kind)
    } else if let script = context.script {
      flow.addText(
        HTMLSuperscriptAndNumberFormatter.superscriptOrSubscriptText(
          text, script, isLink: context.kind.isLink),
        context.kind)
    } else {
      flow.addText(text, context.kind)
    }
  }

  private mutating func beginElement(_ tag: OpeningHTMLTag) {
    switch tag.element {
    case .hr where tag.isHidden, .img where tag.isHidden, .input where tag.isHidden: break
    case .iframe where tag.isHidden || context.isHidden: break
    case .embed where tag.isHidden || context.isHidden: break
    case .br:
      if context.isInDataTable { flow.requireSpaceBeforeNextText() } else { flow.breakLine() }
    case .hr: addHorizontalRule()
    case .img: addPictureDescription(tag)
    case .input where tag["type"]?.lowercased() == "checkbox":
      addText(Array((tag["checked"] == nil ? "[ ] " : "[x] ").utf8))
    case .iframe, .embed: addMediaLink(tag)
    case .source:
      if let medium = openElements.last(where: { $0.tag.element?.isMedium == true }),
        medium.tag["src"] == nil, !medium.context.isHidden, !medium.tag.isHidden
      {
        addMediaLink(tag, named: medium.tag.name)
      }
    case .audio where tag.isSelfClosed, .video where tag.isSelfClosed:
      if !context.isHidden, !tag.isHidden { addMediaLink(tag) }
    case .wbr, .input, .meta, .link, .area, .base, .col, .track: break
    default: pushElement(tag)
    }
  }

  private mutating func addHorizontalRule() {
    flow.requireLineEndsBeforeNextText(atLeast: 2)
    if isArticle { addText(Array("———".utf8)) }
    flow.requireLineEndsBeforeNextText(atLeast: 2)
  }

  /// Adds the description of a picture in the HTML to the text; in an article within brackets,
  /// unless the picture is an emoji. A description that is the picture's file name is left out.
  private mutating func addPictureDescription(_ tag: OpeningHTMLTag) {
    let words = tag["alt"]?.withSingleBlanks ?? ""
    guard !isArticle || !Self.hasPictureFileEnding(words) else { return }
    let isEmoji = words.count <= 2 || words.hasPrefix(":") && words.hasSuffix(":")
    addText(Array((isArticle && !isEmoji ? "[\(words)]" : words).utf8))
  }

  private static func hasPictureFileEnding(_ text: String) -> Bool {
    let ending = text.suffix(5).lowercased()
    return [".jpg", ".jpeg", ".png", ".gif", ".webp"].contains { ending.hasSuffix($0) }
  }

  /// Adds a line to an article's text that links to a video, audio or an embedded page; for a video
  /// with several sources, the first source is linked.
  private mutating func addMediaLink(_ tag: OpeningHTMLTag, named name: String? = nil) {
    guard isArticle, let address = tag["src"].flatMap({ resolveLink($0.trimmingBlanks) }) else {
      return
    }
    if name != nil, let place = openElements.lastIndex(where: { $0.tag.element?.isMedium == true })
    {
      guard openElements[place].children == 0 else { return }
      openElements[place].children = 1
    }
    let label = HTMLMediaLinkLabeler.mediaLabel(name ?? tag.name, address)
    flow.requireLineEndsBeforeNextText(atLeast: 1)
    flow.addText(Array(label.rawValue.utf8), .label(label))
    flow.addText(Array(": ".utf8), .plain)
    _ = flow.beginRunReturningIndex()
    flow.addText(
      Array(HTMLMediaLinkLabeler.shortenedAddressForDisplay(address).utf8), .link(address))
    flow.requireLineEndsBeforeNextText(atLeast: 1)
  }

  private mutating func pushElement(_ tag: OpeningHTMLTag) {
    if tag.element == .li, openElements.last?.tag.element == .li { endElement("li") }
    if tag.element == .dt || tag.element == .dd, let term = openElements.last?.tag,
      term.element == .dt || term.element == .dd
    {
      endElement(term.name)
    }
    if tag.element?.isCell == true { closeTableCellOrRow { $0.isCell } }
    if tag.element == .tr { closeTableCellOrRow { $0 == .tr } }
    let lines = tag.element?.lines ?? 0
    if lines > 0, openElements.last?.tag.element == .p { endElement("p") }
    requireLineEndsAround(lines, around: tag)
    guard openElements.count < Self.deepest else { return }
    addSeparatorBeforeElement(tag)
    let start = tag.element == .a ? flow.beginRunReturningIndex() : 0
    openElements.append(OpenHTMLElement(tag: tag, context: context, start: start))
    applyElementToContext(tag)
    flow.margin = context.margin
  }

  /// Closes a cell or row of the innermost HTML table if the HTML lacks its end tag.
  private mutating func closeTableCellOrRow(_ isPart: (HTMLElement) -> Bool) {
    guard let place = openElements.lastIndex(where: { $0.tag.element.map(isPart) == true }),
      !openElements[place...].contains(where: { $0.tag.element == .table })
    else { return }
    while openElements.count > place { finishOpenElement(openElements.removeLast()) }
  }

  /// Adds line ends to the text before or after an HTML element; within a table of data only for
  /// rows and captions, and a blank for other elements.
  private mutating func requireLineEndsAround(_ lines: Int, around tag: OpeningHTMLTag) {
    if context.isInDataTable, tag.element != .table, tag.element != .tr, tag.element != .caption {
      if lines > 0 { flow.requireSpaceBeforeNextText() }
    } else {
      flow.requireLineEndsBeforeNextText(atLeast: lines)
    }
  }

  /// Adds the separator that precedes an HTML element, if it is a further cell of a table or the
  /// second term of a formula.
  private mutating func addSeparatorBeforeElement(_ tag: OpeningHTMLTag) {
    guard let place = openElements.indices.last else { return }
    let number = openElements[place].children
    if openElements[place].tag.element?.isMedium != true { openElements[place].children += 1 }
    if tag.element?.isCell == true {
      if number > 0 { flow.addSeparator("|", isKeptAtLineStart: context.isInDataTable) }
      return
    }
    guard number == 1, let sign = openElements[place].tag.element?.formulaSign else { return }
    addText(Array(sign.utf8))
  }

  /// Changes the state of the HTML parser for the content of an element that begins.
  private mutating func applyElementToContext(_ tag: OpeningHTMLTag) {
    if hidesQuote, tag.attributeContainsWord("quote-inline") { context.isHidden = true }
    if tag.isHidden { context.isHidden = true }
    switch tag.element {
    case .a:
      if let address = linkAddress(of: tag), !context.isHidden { context.kind = .link(address) }
    case .span:
      if tag.attributeContainsWord("invisible") { context.isHidden = true }
    case .b, .strong, .i, .em, .u:
      if context.kind == .plain { context.kind = .emphasis }
    case .h1, .h2, .h3, .h4, .h5, .h6:
      if context.kind == .plain { context.kind = isArticle ? .heading : .emphasis }
    case .th:
      if context.kind == .plain, isArticle { context.kind = .heading }
    case .table: context.isInDataTable = isArticle && isDataTableAhead()
    case .code:
      if context.kind == .plain { context.kind = .code }
    case .pre:
      context.isPreformatted = !context.isInDataTable
      if context.kind == .plain { context.kind = context.isPreformatted ? .codeBlock : .code }
    case .blockquote: addLineMargin("> ")
    case .ul, .menu: context.list = OpenHTMLList()
    case .ol:
      context.list = OpenHTMLList(
        nextNumber: firstItemNumber(of: tag), step: tag["reversed"] == nil ? 1 : -1,
        style: tag["type"] ?? "1")
    case .li: if !context.isHidden { beginListItem(tag) }
    case .dd: if isArticle { addLineMargin("  ") }
    case .sup, .sub: if isArticle { context.script = tag.element }
    case .q: addText(Array("“".utf8))
    case .audio, .video:
      if isArticle {
        if !context.isHidden { addMediaLink(tag) }
        // The content of the element is for browsers that cannot play it.
        context.isHidden = true
      }
    default: break
    }
  }

  /// Returns the number of the first item of a numbered HTML list; the numbers of a reversed list
  /// without a stated one end with 1.
  private mutating func firstItemNumber(of list: OpeningHTMLTag) -> Int {
    if let start = list["start"].flatMap({ Int($0) }) { return start }
    return list["reversed"] == nil ? 1 : scanner.itemCountOfList(lookingAhead: &lookahead)
  }

  private mutating func beginListItem(_ tag: OpeningHTMLTag) {
    // The outer list keeps counting, for its next item.
    let isFirst = context.list?.isFirst ?? true
    var bullet = "• "
    if let list = context.list, let next = list.nextNumber {
      let number = tag["value"].flatMap { Int($0) } ?? next
      bullet = HTMLSuperscriptAndNumberFormatter.listNumberText(number, list.style) + ". "
      context.list?.nextNumber = number &+ list.step
    }
    context.list?.isFirst = false
    if let own = openElements.indices.last { openElements[own].context.list = context.list }
    flow.beginListItem(withBullet: bullet, isFirst: isFirst || !isArticle)
    addLineMargin("  ")
  }

  private mutating func addLineMargin(_ mark: String) {
    if context.margin.utf8.count < 2 * Self.widestMargin { context.margin += mark }
  }

  private mutating func endElement(_ name: String) {
    guard let place = openElements.lastIndex(where: { $0.tag.name == name }) else {
      // Browsers show an empty paragraph for "</p>" alone, as the writer saw.
      if name == "p" { flow.requireLineEndsBeforeNextText(atLeast: 2) }
      return
    }
    while openElements.count > place { finishOpenElement(openElements.removeLast()) }
  }

  private mutating func finishOpenElement(_ element: OpenHTMLElement) {
    let tag = element.tag
    if tag.element == .span, tag.attributeContainsWord("ellipsis") { addText(Array("…".utf8)) }
    if tag.element == .q { addText(Array("”".utf8)) }
    if tag.element == .a, let address = linkAddress(of: tag) {
      setTagOrMentionKinds(element, address: address)
    }
    context = element.context
    flow.margin = context.margin
    requireLineEndsAround(tag.element?.lines ?? 0, around: tag)
  }

  /// Returns true if the HTML table that begins at the parser's position shows data: the table is
  /// small, and its cells are short, with at most two paragraphs and no lists, quotes or tables.
  private mutating func isDataTableAhead() -> Bool {
    var ahead = scanner
    let start = ahead.position
    defer { lookahead -= ahead.position - start }
    var isInCell = false
    var (length, paragraphs) = (0, 0)
    while ahead.position - start < min(lookahead, Self.largestTable),
      let token = ahead.readNextToken()
    {
      switch token {
      case .text(let text): if isInCell { length += text.count }
      case .open(let tag):
        if tag.element?.isCell == true { (isInCell, length, paragraphs) = (true, 0, 0) }
        switch tag.element {
        case .table, .ul, .ol, .dl, .pre, .blockquote, .hr, .h1, .h2, .h3, .iframe, .video:
          return false
        case .p, .div: paragraphs += 1
        default: break
        }
      case .close("table"): return true
      case .close: break
      }
      if length > Self.longestCell || paragraphs > 2 { return false }
    }
    return false
  }

  private static let longestCell = 240
  private static let largestTable = 64 << 10

  private func linkAddress(of link: OpeningHTMLTag) -> String? {
    link["href"].flatMap { resolveLink($0.trimmingBlanks) }
  }

  /// Changes the kind of the text of an HTML link to tag or mention, if the link leads to a tag or
  /// a person.
  private mutating func setTagOrMentionKinds(_ element: OpenHTMLElement, address: String) {
    let isTag =
      element.tag.attributeContainsWord("hashtag")
      || element.tag.attributeContainsWord("tag", in: "rel")
    let person = isTag ? nil : mention(address)
    flow.changeRunKindsFromIndex(from: element.start) { text in
      if let person { return .mention(person) }
      return isTag && text.hasPrefix("#") ? .tag(String(text.dropFirst())) : nil
    }
  }
}

/// A namespace for functions that write superscript, subscript and list numbers of HTML as
/// characters of plain text.
enum HTMLSuperscriptAndNumberFormatter {
  private static let plain = Array("0123456789+-=()abcdefghijklmnoprstuvwxyz")
  private static let superscriptCharacters = Array("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ")
  private static let lowered = Array("₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎")

  /// Returns text in superscript or subscript characters if it is a number or a single letter;
  /// other text is unchanged. A number that is a link is a footnote's, and gets brackets.
  static func superscriptOrSubscriptText(_ bytes: [UInt8], _ script: HTMLElement, isLink: Bool)
    -> [UInt8]
  {
    let text = String(decoding: bytes, as: UTF8.self)
    let word = text.trimmingBlanks
    guard !word.isEmpty else { return bytes }
    if isLink { return Int(word) == nil ? bytes : Array("[\(word)]".utf8) }
    let signs = script == .sup ? superscriptCharacters : lowered
    let changed = word.compactMap { character in
      plain.firstIndex(of: character).flatMap { $0 < signs.count ? signs[$0] : nil }
    }
    let letters = word.filter(\.isLetter).count
    guard changed.count == word.count, letters <= 1 else { return bytes }
    return Array(String(changed).utf8)
  }

  /// Returns the number of an item in an HTML list, written in the style of the list.
  static func listNumberText(_ number: Int, _ style: String) -> String {
    switch style {
    case "a" where (1...26).contains(number):
      String(Array("abcdefghijklmnopqrstuvwxyz")[number - 1])
    case "A" where (1...26).contains(number):
      String(Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")[number - 1])
    case "i" where (1...3999).contains(number): romanNumeral(number).lowercased()
    case "I" where (1...3999).contains(number): romanNumeral(number)
    default: String(number)
    }
  }

  private static func romanNumeral(_ number: Int) -> String {
    let signs = [
      (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"),
      (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
    ]
    var (text, rest) = ("", number)
    for (value, sign) in signs {
      while rest >= value {
        text += sign
        rest -= value
      }
    }
    return text
  }
}

/// A namespace for functions that make the link to a video, audio or an embedded page in an
/// article: its label, and its shortened address.
enum HTMLMediaLinkLabeler {
  private static let longest = 60
  private static let videoHosts = [
    "youtu", "vimeo", "dailymotion", "twitch", "peertube", "bilibili",
  ]
  private static let audioHosts = ["soundcloud", "spotify", "bandcamp", "podcast", "mixcloud"]

  static func mediaLabel(_ name: String, _ address: String) -> AttachmentLabel {
    let host = shortenedAddressForDisplay(address).prefix { $0 != "/" }
    if name == "audio" || audioHosts.contains(where: host.contains) { return .audio }
    if name == "video" || videoHosts.contains(where: host.contains) { return .video }
    return .page
  }

  /// Returns a web address without its scheme and "www.", cut to the maximum length for display.
  static func shortenedAddressForDisplay(_ address: String) -> String {
    var text = address[...]
    for start in ["https://", "http://", "www."] where text.hasPrefix(start) {
      text = text.dropFirst(start.count)
    }
    return text.count > longest ? "\(text.prefix(longest))…" : String(text)
  }
}

extension RichText.RichTextRun.RichTextRunKind {
  fileprivate var isLink: Bool {
    if case .link = self { true } else { false }
  }
}

extension RichText {
  /// Maximum number of characters of a word that is left out as a whole where a text is cut.
  private static let longestWord = 60

  /// Returns an entry's text cut at a blank before a number of characters, with an ellipsis;
  /// unchanged if the text is shorter. Text without blanks, such as Chinese, is cut between two
  /// characters.
  func shortenedText(to count: Int) -> RichText {
    var left = count
    var kept: [RichTextRun] = []
    for run in runs {
      guard run.text.count > left else {
        kept.append(run)
        left -= run.text.count
        continue
      }
      let part = run.text.prefix(left)
      let blank = part.suffix(Self.longestWord).lastIndex(where: \.isWhitespace)
      let end = blank ?? (part.count > Self.longestWord ? part.endIndex : part.startIndex)
      if end > part.startIndex { kept.append(RichTextRun(String(part[..<end]), run.kind)) }
      return RichText(runs: kept + [RichTextRun(" …")])
    }
    return self
  }
}
