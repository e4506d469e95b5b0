internal import FeedDomain

/// Parses a post's HTML, as Mastodon and its family send it, into text with links. Not a library:
/// posts use little of HTML and come from anybody, and a tree of nested elements costs more than
/// this linear pass. Nothing is kept of scripts and unknown elements; the text is raw, for
/// `SafeText` to make safe.
struct HTMLReader {
  private static let mostBytes = 128 << 10
  private static let deepest = 64
  /// Every line begins with the margin: a wide one would make many short lines.
  private static let widestMargin = 8

  /// The state within an element.
  private struct Context {
    var kind = RichText.Run.Kind.plain
    var isHidden = false
    var isPreformatted = false
    /// Marks of two characters each.
    var margin = ""
    var list: List?
  }

  private struct List {
    var next: Int?  // Nil for a list without numbers.
  }

  private struct Element {
    let tag: HTMLTag
    let context: Context
    /// Where a link's text begins.
    let start: Int
  }

  private let mention: (String) -> Person.ID?
  /// Resolves a link; nil if it leads nowhere on the web.
  private let place: (String) -> String?
  private let hidesQuote: Bool
  private var flow = HTMLFlow()
  private var open: [Element] = []
  private var context = Context()

  /// The text of a post; `mention` tells whose page an address is. The link that replaces a quoted
  /// post is left out if the quote is shown. Relative links are resolved by `place`.
  static func text(
    _ html: String, hidesQuote: Bool = false,
    mention: (String) -> Person.ID? = { _ in nil },
    place: @escaping (String) -> String? = HTMLReader.webAddress
  ) -> RichText {
    withoutActuallyEscaping(mention) { mention in
      var reader = HTMLReader(hidesQuote: hidesQuote, place: place, mention: mention)
      // The beginning of an array is copied at once, that of a text byte by byte.
      reader.read(Array(Array(html.utf8).prefix(mostBytes)))
      return RichText(runs: reader.flow.runs)
    }
  }

  private init(
    hidesQuote: Bool, place: @escaping (String) -> String?,
    mention: @escaping (String) -> Person.ID?
  ) {
    (self.hidesQuote, self.place, self.mention) = (hidesQuote, place, mention)
  }

  /// The address, where it is one of the web and whole.
  static func webAddress(_ address: String) -> String? {
    let start = address.prefix(8).lowercased()
    let isOfTheWeb = start.hasPrefix("https://") || start.hasPrefix("http://")
    let isClean = address.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7f }
    return isOfTheWeb && isClean ? address : nil
  }

  private mutating func read(_ bytes: [UInt8]) {
    var scanner = HTMLScanner(bytes)
    while let token = scanner.next() {
      switch token {
      case .text(let text): add(text)
      case .open(let tag): begin(tag)
      case .close(let name): end(name)
      }
    }
    while let name = open.last?.tag.name { end(name) }
  }

  private mutating func add(_ text: [UInt8]) {
    guard !context.isHidden else { return }
    if context.isPreformatted {
      flow.add(preformatted: text, context.kind)
    } else {
      flow.add(text, context.kind)
    }
  }

  private mutating func begin(_ tag: HTMLTag) {
    switch tag.element {
    case .br: flow.breakLine()
    case .hr: flow.end(lines: 2)
    case .img: add(Array((tag["alt"] ?? "").utf8))
    case .wbr, .input, .meta, .link, .area, .base, .col, .embed, .source, .track: break
    default: push(tag)
    }
  }

  private mutating func push(_ tag: HTMLTag) {
    if tag.element == .li, open.last?.tag.element == .li { end("li") }
    let lines = tag.element?.lines ?? 0
    if lines > 0, open.last?.tag.element == .p { end("p") }
    flow.end(lines: lines)
    guard open.count < Self.deepest else { return }
    let start = tag.element == .a ? flow.mark() : 0
    open.append(Element(tag: tag, context: context, start: start))
    enter(tag)
    flow.margin = context.margin
  }

  /// Changes the context for what the element contains.
  private mutating func enter(_ tag: HTMLTag) {
    if hidesQuote, tag.has("quote-inline") { context.isHidden = true }
    switch tag.element {
    case .a:
      if let address = address(of: tag), !context.isHidden { context.kind = .link(address) }
    case .span:
      if tag.has("invisible") { context.isHidden = true }
    case .b, .strong, .i, .em, .u, .h1, .h2, .h3, .h4, .h5, .h6:
      if context.kind == .plain { context.kind = .emphasis }
    case .code:
      if context.kind == .plain { context.kind = .code }
    case .pre:
      context.isPreformatted = true
      if context.kind == .plain { context.kind = .code }
    case .blockquote: indent("> ")
    case .ul, .menu: context.list = List()
    case .ol: context.list = List(next: tag["start"].flatMap { Int($0) } ?? 1)
    case .li: enterItem()
    default: break
    }
  }

  private mutating func enterItem() {
    guard let number = context.list?.next else { return startItem("• ") }
    startItem("\(number). ")
    // The list counts on, for the item that follows.
    guard let place = open.indices.last else { return }
    var externalActions = open[place].context
    externalActions.list?.next = number &+ 1
    open[place] = Element(tag: open[place].tag, context: externalActions, start: open[place].start)
  }

  private mutating func startItem(_ bullet: String) {
    flow.begin(item: bullet)
    indent("  ")
  }

  private mutating func indent(_ mark: String) {
    if context.margin.utf8.count < 2 * Self.widestMargin { context.margin += mark }
  }

  private mutating func end(_ name: String) {
    guard let place = open.lastIndex(where: { $0.tag.name == name }) else {
      // Browsers make an empty paragraph of it, which is what its writer sees.
      if name == "p" { flow.end(lines: 2) }
      return
    }
    while open.count > place { leave(open.removeLast()) }
  }

  private mutating func leave(_ element: Element) {
    let tag = element.tag
    if tag.element == .span, tag.has("ellipsis") { add(Array("…".utf8)) }
    if tag.element == .a, let address = address(of: tag) { rename(element, address: address) }
    context = element.context
    flow.margin = context.margin
    flow.end(lines: tag.element?.lines ?? 0)
  }

  private func address(of link: HTMLTag) -> String? {
    link["href"].flatMap { place($0.trimmingBlanks) }
  }

  /// Tells tags and mentions from other links.
  private mutating func rename(_ element: Element, address: String) {
    let isTag = element.tag.has("hashtag") || element.tag.has("tag", in: "rel")
    let person = isTag ? nil : mention(address)
    flow.rename(from: element.start) { text in
      if let person { return .mention(person) }
      return isTag && text.hasPrefix("#") ? .tag(String(text.dropFirst())) : nil
    }
  }
}
