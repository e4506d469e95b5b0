internal import FeedDomain

internal import FeedDomain

/// A scanner that splits HTML into texts and tags in linear time.
struct HTMLScanner {
  enum HTMLToken: Equatable {
    case text([UInt8])
    case open(OpeningHTMLTag)
    case close(String)
  }

  private let bytes: [UInt8]
  /// True if the HTML is a whole web page, of which the scanner reads more attributes, and also the
  /// content of scripts and titles.
  private let isPage: Bool
  /// True if a tag such as "<script/>" is a whole HTML element, and a "<" with which no tag begins
  /// is text, as in articles of web feeds, which often were XML; false for web pages in HTML.
  private let endsSelfClosed: Bool
  /// The offset in bytes at which the scanner continues, behind the last text or tag of the HTML.
  private(set) var position = 0
  /// The bytes within the last HTML element that the scanner skipped because its content is no
  /// text, such as a script.
  private(set) var skippedContent: ArraySlice<UInt8> = []
  /// The names of HTML elements that have no further end tag in the document, so that the scanner
  /// does not search for an end tag again.
  private var unclosed: Set<String> = []

  init(_ bytes: [UInt8], isPage: Bool = false, endsSelfClosed: Bool? = nil) {
    (self.bytes, self.isPage) = (bytes, isPage)
    self.endsSelfClosed = endsSelfClosed ?? !isPage
  }

  /// Returns the number of items of the HTML list whose opening tag was the last token. `limit` is
  /// the number of bytes that the scanner may look ahead, and is reduced by those it needed.
  func itemCountOfList(lookingAhead limit: inout Int) -> Int {
    var ahead = self
    defer { limit -= ahead.position - position }
    var (count, depth) = (0, 0)
    while ahead.position - position < limit, let token = ahead.readNextToken() {
      switch token {
      case .open(let tag):
        switch tag.element {
        case .li: if depth == 0 { count += 1 }
        case .ol, .ul, .menu: depth += 1
        default: break
        }
      case .close("ol"), .close("ul"), .close("menu"):
        guard depth > 0 else { return count }
        depth -= 1
      case .close, .text: break
      }
    }
    return count
  }

  mutating func readNextToken() -> HTMLToken? {
    while position < bytes.count {
      guard bytes[position] == UInt8(ascii: "<"), position + 1 < bytes.count else {
        return readTextToken()
      }
      switch bytes[position + 1] {
      case UInt8(ascii: "!"), UInt8(ascii: "?"): skipDeclaration()
      case UInt8(ascii: "/"): if let token = readClosingTagToken() { return token }
      case let byte where byte.isASCIILetter: if let token = readOpeningTagToken() { return token }
      default: return readTextToken()
      }
    }
    return nil
  }

  /// Returns the text of the HTML up to the next "<", with entities decoded.
  private mutating func readTextToken() -> HTMLToken {
    let start = position
    position = byteIndex(of: UInt8(ascii: "<"), from: position + 1) ?? bytes.count
    return .text(decodedText(bytes[start..<position]))
  }

  private func decodedText(_ text: ArraySlice<UInt8>) -> [UInt8] {
    HTMLEntityDecoder.bytesWithDecodedEntities(text, findsJoined: true)
  }

  private mutating func skipDeclaration() {
    if bytes[position...].starts(with: Array("<!--".utf8)) {
      position = endOfComment(at: position)
    } else {
      position = endOfMarkup(from: position + 2)
    }
  }

  private mutating func readClosingTagToken() -> HTMLToken? {
    let start = position + 2
    position = endOfMarkup(from: start)
    let name = OpeningHTMLTag.tagName(at: bytes[min(start, bytes.count)..<position])
    return name.isEmpty ? nil : .close(name)
  }

  private mutating func readOpeningTagToken() -> HTMLToken? {
    var reader = HTMLTagReader(bytes: bytes, position: position + 1, isPage: isPage)
    let (start, tag) = (position, reader.readTag())
    position = reader.position
    guard let tag else {
      // No other tag ends behind this one.
      return isPlainLessThanSign(at: start) ? .text(decodedText(bytes[start...])) : nil
    }
    let isSilent =
      tag.element?.isSilent == true || isPage && HTMLElement.controls.contains(tag.name)
    guard isSilent else { return .open(tag) }
    if !endsSelfClosed || !tag.isSelfClosed { skipElementContent(of: tag) }
    let isWanted = isPage && (tag.element == .script || tag.element == .title)
    return tag.element == .iframe || isWanted ? .open(tag) : nil
  }

  /// Returns true if a "<" before a letter, behind which no tag ends, is a sign of the text, as in
  /// "if x<y"; false if it begins a tag that is cut off.
  private func isPlainLessThanSign(at start: Int) -> Bool {
    let rest = bytes[(start + 1)...]
    return endsSelfClosed && !HTMLElement.isElementName(OpeningHTMLTag.tagName(at: rest))
      && !zip(rest, rest.dropFirst()).contains {
        $0 == UInt8(ascii: "=") && ($1 == UInt8(ascii: "\"") || $1 == UInt8(ascii: "'"))
      }
  }

  /// Skips the content of an HTML element whose content is no text. If the end tag is missing, the
  /// rest of the document is skipped in a web page, and for scripts and styles everywhere.
  private mutating func skipElementContent(of tag: OpeningHTMLTag) {
    let end = Array("</\(tag.name)".utf8)
    let start = position
    guard !unclosed.contains(tag.name) else { return }
    while let mark = byteIndex(of: UInt8(ascii: "<"), from: position) {
      let candidate = bytes[mark...].prefix(end.count).map(\.asciiLowercased)
      position = mark + 1
      // The end tag of an element whose name only begins with the same letters is no end.
      let next = mark + end.count < bytes.count ? bytes[mark + end.count] : UInt8(ascii: ">")
      guard candidate == end,
        next.isHTMLBlank || next == UInt8(ascii: "/") || next == UInt8(ascii: ">")
      else { continue }
      skippedContent = bytes[start..<mark]
      position = endOfMarkup(from: mark)
      return
    }
    guard !endsSelfClosed || tag.element == .script || tag.element == .style else {
      position = start
      unclosed.insert(tag.name)
      return
    }
    skippedContent = bytes[start...]
    position = bytes.count
  }

  /// Returns the offset behind an HTML comment, which "-->" ends, or, as in browsers, "--!>". A
  /// comment without an end extends to the end of the document.
  private func endOfComment(at start: Int) -> Int {
    // The two hyphens may be those of the beginning, as in "<!-->".
    var place = start + 2
    while let mark = byteIndex(of: UInt8(ascii: "-"), from: place) {
      if bytes[mark...].starts(with: Self.commentEnd) { return mark + 3 }
      if mark >= start + 4, bytes[mark...].starts(with: Self.wrongCommentEnd) { return mark + 4 }
      place = mark + 1
    }
    return bytes.count
  }

  private static let commentEnd = Array("-->".utf8)
  private static let wrongCommentEnd = Array("--!>".utf8)

  private func endOfMarkup(from start: Int) -> Int {
    byteIndex(of: UInt8(ascii: ">"), from: start).map { $0 + 1 } ?? bytes.count
  }

  private func byteIndex(of byte: UInt8, from start: Int) -> Int? {
    guard start < bytes.count else { return nil }
    return bytes[start...].firstIndex(of: byte)
  }
}

extension UInt8 {
  var isASCIILetter: Bool { (0x61...0x7a).contains(asciiLowercased) }
}

/// An HTML element that the parser of posts and articles knows.
enum HTMLElement: String, CaseIterable {
  case a, b, strong, i, em, u, code, span, br, hr, img
  case h1, h2, h3, h4, h5, h6, p, pre, blockquote, ul, ol, menu, table, figure, dl
  case li, div, section, article, aside, header, footer, tr, dt, dd, figcaption, details, summary,
    address, nav, main, center, form, fieldset, legend, hgroup
  case wbr, input, meta, link, area, base, col, embed, source, track
  case script, style, title, template, iframe, noembed, noframes, applet, desc, metadata
  case td, th, caption, sup, sub, q, audio, video
  case msup, msub, mfrac, annotation

  /// The known HTML elements by name, since comparing names one by one would take as long as
  /// parsing the rest of a post.
  private static let named = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

  init?(named name: String) {
    guard let element = Self.named[name] else { return nil }
    self = element
  }

  /// The minimum number of line ends before and after the HTML element in the text.
  var lines: Int {
    switch self {
    case .p, .pre, .blockquote, .ul, .ol, .menu, .h1, .h2, .h3, .h4, .h5, .h6, .table, .figure, .dl:
      2
    case .caption, .li, .div, .section, .article, .aside, .header, .footer, .tr, .dt, .dd,
      .figcaption,
      .details, .summary, .address, .nav, .main, .center, .form, .fieldset, .legend, .hgroup:
      1
    default: 0
    }
  }

  var isCell: Bool { self == .td || self == .th }

  /// True if the HTML element is a video or audio element.
  var isMedium: Bool { self == .audio || self == .video }

  /// The character that the text has between the two terms of an HTML formula element, such as "/"
  /// for a fraction; nil for other elements.
  var formulaSign: String? {
    switch self {
    case .msup: "^"
    case .msub: "_"
    case .mfrac: "/"
    default: nil
    }
  }

  /// True if the content of the HTML element is not shown as text, such as a script's.
  var isSilent: Bool {
    switch self {
    case .script, .style, .title, .template, .iframe, .noembed, .noframes, .applet, .desc,
      .metadata, .annotation:
      true
    default: false
    }
  }

  /// The names of HTML elements that are controls or drawings, whose content is skipped in web
  /// pages.
  static let controls: Set<String> = ["select", "svg", "textarea", "xmp"]

  /// Returns true if a name is that of an HTML element, known to the parser or not.
  static func isElementName(_ name: String) -> Bool { named[name] != nil || others.contains(name) }

  private static let others: Set<String> = [
    "abbr", "acronym", "big", "button", "canvas", "cite", "colgroup", "del",
    "dfn", "dialog", "dir", "font", "ins", "kbd", "label", "map",
    "mark", "meter", "noscript", "object", "optgroup", "option", "output", "param", "picture",
    "progress", "rp", "rt", "ruby", "s", "samp", "select", "small", "strike", "svg", "tbody",
    "textarea", "tfoot", "thead", "time", "tt", "var", "xmp",
  ]
}

/// An opening HTML tag with those attributes that the parser uses.
struct OpeningHTMLTag: Equatable {
  let name: String
  let element: HTMLElement?
  /// True if the HTML tag closes its own element, as in "<video/>".
  var isSelfClosed = false
  // A tag has few attributes, which are found faster in an array than in a dictionary.
  private var attributes: [HTMLAttribute] = []

  private struct HTMLAttribute: Equatable {
    let name: String
    let value: String
  }

  init(name: String) {
    self.name = name
    element = HTMLElement(named: name)
  }

  subscript(attribute: String) -> String? { attributes.first { $0.name == attribute }?.value }

  /// True if the HTML element is not shown: it has the attribute `hidden`, or its style says so.
  var isHidden: Bool {
    if self["hidden"] != nil { return true }
    guard let style = self["style"], style.utf8.contains(UInt8(ascii: ":")) else { return false }
    return style.lowercased().filter { !$0.isWhitespace }.contains("display:none")
  }

  mutating func addAttribute(_ attribute: String, _ value: String) {
    attributes.append(HTMLAttribute(name: attribute, value: value))
  }

  /// Returns true if an attribute of the HTML tag, by default `class`, contains a word among its
  /// words.
  func attributeContainsWord(_ word: String, in attribute: String = "class") -> Bool {
    self[attribute]?.utf8.split(separator: 0x20).contains { $0.elementsEqual(word.utf8) }
      ?? false
  }

  static func attributeName(_ bytes: ArraySlice<UInt8>) -> String {
    lowercasedName(bytes.prefix(32))
  }

  static func tagName(at bytes: ArraySlice<UInt8>) -> String {
    lowercasedName(bytes.prefix(32).prefix { $0.isASCIILetter || (0x30...0x39).contains($0) })
  }

  private static func lowercasedName(_ name: ArraySlice<UInt8>) -> String {
    // Names are nearly always in lower case, which needs no copy.
    guard name.contains(where: { $0 != $0.asciiLowercased }) else {
      return String(decoding: name, as: UTF8.self)
    }
    return String(decoding: name.map(\.asciiLowercased), as: UTF8.self)
  }
}

/// A parser of an opening HTML tag, beginning behind its "<".
struct HTMLTagReader {
  private static let readAttributes = [
    "href", "class", "rel", "alt", "start", "src", "type", "width", "height", "title", "checked",
    "reversed", "value", "hidden", "style",
  ]
  /// The names of the HTML attributes of images that are read in addition to `src`: those with
  /// addresses of other sizes, and those with addresses that a script of the page would load late.
  private static let wantedOfImages: Set<String> = [
    "data-lazy-src", "data-original", "data-src", "data-srcset", "data-url", "srcset",
  ]
  /// The names of those HTML attributes that the tag parser reads in web pages only.
  private static let wantedOfPages: Set<String> = [
    "aria-hidden", "charset", "colspan", "content", "data-lazy-src", "data-original", "data-src",
    "data-srcset", "data-url", "datetime", "id", "itemprop", "itemtype", "lang", "name",
    "property", "role", "srcset",
  ]

  private let bytes: [UInt8]
  private(set) var position: Int
  private let isPage: Bool

  init(bytes: [UInt8], position: Int, isPage: Bool = false) {
    (self.bytes, self.position, self.isPage) = (bytes, position, isPage)
  }

  /// Parses the opening HTML tag; nil if the document ends within the tag.
  mutating func readTag() -> OpeningHTMLTag? {
    var tag = OpeningHTMLTag(name: OpeningHTMLTag.tagName(at: bytes[position...]))
    let isImage = tag.element == .img
    skipBytes { !$0.isHTMLBlank && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ">") }
    while position < bytes.count {
      skipBytes { $0.isHTMLBlank || $0 == UInt8(ascii: "/") }
      guard position < bytes.count else { return nil }
      if bytes[position] == UInt8(ascii: ">") {
        tag.isSelfClosed = bytes[position - 1] == UInt8(ascii: "/")
        position += 1
        return tag
      }
      let (name, value) = readAttribute()
      guard
        Self.readAttributes.contains(name) || isImage && Self.wantedOfImages.contains(name)
          || isPage && Self.wantedOfPages.contains(name), tag[name] == nil
      else { continue }
      tag.addAttribute(
        name, String(decoding: HTMLEntityDecoder.bytesWithDecodedEntities(value), as: UTF8.self))
    }
    return nil
  }

  /// Parses the name and the value of an HTML attribute; entities in the value are not decoded yet.
  private mutating func readAttribute() -> (name: String, value: ArraySlice<UInt8>) {
    let start = position
    position += 1  // A name may begin with "=".
    skipBytes {
      !$0.isHTMLBlank && $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ">")
        && $0 != UInt8(ascii: "/")
    }
    let name = OpeningHTMLTag.attributeName(bytes[start..<position])
    skipBytes(\.isHTMLBlank)
    guard position < bytes.count, bytes[position] == UInt8(ascii: "=") else { return (name, []) }
    position += 1
    skipBytes(\.isHTMLBlank)
    return (name, readAttributeValue())
  }

  private mutating func readAttributeValue() -> ArraySlice<UInt8> {
    guard position < bytes.count else { return [] }
    let quote = bytes[position]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      let start = position
      skipBytes { !$0.isHTMLBlank && $0 != UInt8(ascii: ">") }
      return bytes[start..<position]
    }
    position += 1
    let start = position
    skipBytes { $0 != quote }
    defer { position = min(position + 1, bytes.count) }
    return bytes[start..<position]
  }

  private mutating func skipBytes(_ isSkipped: (UInt8) -> Bool) {
    while position < bytes.count, isSkipped(bytes[position]) { position += 1 }
  }
}

extension UInt8 {
  var isHTMLBlank: Bool {
    self == 0x20 || self == 0x09 || self == 0x0a || self == 0x0c || self == 0x0d
  }
}
