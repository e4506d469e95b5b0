internal import FeedDomain

/// A web page as a tree of elements and texts, with limits of its size, of the depth and number of
/// elements, and of the time to parse it.
struct WebPageTree {
  /// Maximum size of a web page in bytes; the rest is not parsed.
  static let longest = 5 << 20
  /// Maximum number of elements and texts of a web page; the rest is not parsed.
  static let mostNodes = 60_000
  private static let deepest = 200
  /// Maximum processor time, in seconds, for parsing a web page and finding its article.
  static let longestTime = 2.0

  struct WebPageNode {
    /// The tag of this HTML element in the web page; nil for a text.
    let tag: OpeningHTMLTag?
    let text: [UInt8]
    let parent: Int
    var children: [Int] = []
  }

  /// The elements and texts of the web page in its order, each after its parent; the first is the
  /// root.
  private(set) var nodes = [WebPageNode(tag: OpeningHTMLTag(name: "html"), text: [], parent: -1)]
  /// The contents of the web page's scripts with linked data (JSON-LD), as bytes.
  private(set) var linkedData: [[UInt8]] = []
  /// The title of the web page, from its element `title`; empty without one.
  private(set) var title = ""
  /// True if a limit was reached, so that the rest of the web page was not parsed.
  private(set) var isCut = false
  private var openElements = [0]
  private var deadline: Double
  private let isXML: Bool

  /// Creates the tree of a web page from its bytes in UTF-8, up to the first limit that is reached.
  /// If `isXML`, a tag such as "<script/>" is a whole element, otherwise an opening tag.
  init(_ bytes: [UInt8], isXML: Bool = false) {
    self.isXML = isXML
    deadline = XMLTreeBuilder.processorTime + Self.longestTime / 2
    var scanner = HTMLScanner(
      Array(bytes.prefix(Self.longest)), isPage: true, endsSelfClosed: isXML)
    isCut = bytes.count > Self.longest
    while let token = scanner.readNextToken() {
      guard nodes.count < Self.mostNodes,
        nodes.count % 512 != 0 || XMLTreeBuilder.processorTime < deadline
      else {
        isCut = true
        break
      }
      switch token {
      case .text(let text): addText(text)
      case .open(let tag): beginElement(tag, scanner)
      case .close(let name): endElement(name)
      }
    }
  }

  private mutating func addText(_ text: [UInt8]) {
    appendNode(WebPageNode(tag: nil, text: text, parent: top))
  }

  private var top: Int { openElements[openElements.count - 1] }

  @discardableResult private mutating func appendNode(_ node: WebPageNode) -> Int {
    nodes.append(node)
    nodes[node.parent].children.append(nodes.count - 1)
    return nodes.count - 1
  }

  private mutating func beginElement(_ tag: OpeningHTMLTag, _ scanner: HTMLScanner) {
    switch tag.element {
    case .script:
      if tag["type"]?.lowercased().contains("ld+json") == true {
        linkedData.append(Array(scanner.skippedContent))
      }
    case .title:
      if title.isEmpty {
        title =
          String(
            decoding: HTMLEntityDecoder.bytesWithDecodedEntities(scanner.skippedContent),
            as: UTF8.self
          )
          .withSingleBlanks
      }
    default:
      closeElements(before: tag)
      let place = appendNode(WebPageNode(tag: tag, text: [], parent: top))
      let isEmpty = Self.void.contains(tag.name) || isXML && tag.isSelfClosed
      if !isEmpty, openElements.count < Self.deepest { openElements.append(place) }
    }
  }

  /// Closes the open elements of the web page that an opening HTML tag ends, such as a list item
  /// before the next one.
  private mutating func closeElements(before tag: OpeningHTMLTag) {
    guard let last = nodes[top].tag else { return }
    let isEnded =
      switch tag.name {
      case "li", "tr", "option": last.name == tag.name
      case "td", "th": last.name == "td" || last.name == "th"
      case "dt", "dd": last.name == "dt" || last.name == "dd"
      default: last.name == "p" && (tag.element?.lines ?? 0) > 0
      }
    if isEnded, openElements.count > 1 { openElements.removeLast() }
    if tag.name == "tr", openElements.count > 1, let cell = nodes[top].tag?.name,
      cell == "td" || cell == "th"
    {
      endElement("tr")
    }
  }

  private mutating func endElement(_ name: String) {
    guard let place = openElements.lastIndex(where: { nodes[$0].tag?.name == name }), place > 0
    else {
      return
    }
    openElements.removeSubrange(place...)
  }

  static let void: Set<String> = [
    "area", "base", "br", "col", "embed", "hr", "iframe", "img", "input", "link", "meta", "source",
    "track", "wbr",
  ]
}

extension WebPageTree {
  /// Returns the text within an element of the web page, with single blanks.
  func elementText(_ place: Int, most: Int = .max) -> String {
    var bytes: [UInt8] = []
    appendElementText(place, &bytes, most)
    return String(decoding: bytes, as: UTF8.self).withSingleBlanks
  }

  private func appendElementText(_ place: Int, _ bytes: inout [UInt8], _ most: Int) {
    guard bytes.count < most else { return }
    let node = nodes[place]
    bytes += node.text
    if (node.tag?.element?.lines ?? 0) > 0 { bytes.append(0x20) }
    for child in node.children { appendElementText(child, &bytes, most) }
    if (node.tag?.element?.lines ?? 0) > 0 { bytes.append(0x20) }
  }

  /// Returns the content of the web page's first `meta` element with one of the names, which are
  /// tried in order; nil if none exists.
  func metaContent(_ names: String...) -> String? {
    for name in names {
      for node in nodes {
        guard let tag = node.tag, tag.element == .meta,
          (tag["property"] ?? tag["name"] ?? tag["itemprop"])?.lowercased() == name,
          let content = tag["content"]?.withSingleBlanks, !content.isEmpty
        else { continue }
        return content
      }
    }
    return nil
  }

  func firstElementIndex(where isMeant: (OpeningHTMLTag) -> Bool) -> Int? {
    nodes.indices.first { nodes[$0].tag.map(isMeant) == true }
  }

  /// Returns true if an element of the web page is inside another element, or is that element.
  func isInsideElement(_ place: Int, _ outer: Int) -> Bool {
    var place = place
    while place >= outer {
      if place == outer { return true }
      place = nodes[place].parent
    }
    return false
  }
}

/// A record of the facts that a web page states about its article, in linked data (JSON-LD) and
/// `meta` elements: title, author, site, date and text.
struct WebPageMetadata: Equatable {
  var title: String?
  var author: String?
  var site: String?
  var createdAt: Timestamp?
  /// The text of the article in the web page's linked data (JSON-LD); nil if there is none.
  var body: String?

  init(_ page: WebPageTree) {
    for data in page.linkedData {
      guard let json = try? JSON(data) else { continue }
      for object in Self.linkedDataObjects(json, depth: 0) { readLinkedData(object) }
    }
    let heading = page.firstElementIndex { $0.name == "h1" }.map { page.elementText($0, most: 500) }
    title =
      page.metaContent("og:title", "twitter:title") ?? title
      ?? (heading?.isEmpty == false ? heading : nil) ?? Self.titleWithoutSiteName(page.title)
    if let own = page.metaContent("author", "article:author", "dc.creator", "parsely-author"),
      author == nil, !own.hasPrefix("http")
    {
      author = own
    }
    site = page.metaContent("og:site_name", "application-name") ?? site
    let date = page.metaContent(
      "article:published_time", "date", "dc.date", "datepublished", "parsely-pub-date")
    let time = page.firstElementIndex { $0.name == "time" && $0["datetime"] != nil }
      .flatMap { page.nodes[$0].tag?["datetime"] }
    createdAt = createdAt ?? WebFeedDateParser.firstTimestamp([date, time].compactMap(\.self))
    title = title.map { String($0.prefix(300)) }
  }

  /// Returns the objects in the page's linked data (JSON-LD), also in nested lists and graphs.
  private static func linkedDataObjects(_ json: JSON, depth: Int) -> [JSON] {
    guard depth < 4 else { return [] }
    if json.isArray {
      return json.array.prefix(100).flatMap { linkedDataObjects($0, depth: depth + 1) }
    }
    return [json]
      + json["@graph"].array.prefix(100).flatMap { linkedDataObjects($0, depth: depth + 1) }
  }

  private static let kinds = ["article", "blogposting", "newsarticle", "report", "posting"]

  private mutating func readLinkedData(_ object: JSON) {
    let types =
      [object["@type"].string].compactMap(\.self)
      + object["@type"].array.compactMap(\.string)
    guard types.contains(where: { type in Self.kinds.contains { type.lowercased().hasSuffix($0) } })
    else { return }
    title = title ?? object["headline"].nonEmptyString ?? object["name"].nonEmptyString
    let people = object["author"].isArray ? object["author"].array : [object["author"]]
    let names = people.compactMap { $0["name"].nonEmptyString ?? $0.nonEmptyString }
      .filter { !$0.hasPrefix("http") }
    if author == nil, !names.isEmpty { author = names.joined(separator: ", ").withSingleBlanks }
    site = site ?? object["publisher"]["name"].nonEmptyString
    if let date = object["datePublished"].nonEmptyString {
      createdAt = createdAt ?? WebFeedDateParser.firstTimestamp([date])
    }
    body = body ?? object["articleBody"].nonEmptyString
  }

  /// Returns a web page's title without the name of the site behind a bar or dash, if more than two
  /// words remain, otherwise the whole title; nil for an empty title.
  private static func titleWithoutSiteName(_ title: String) -> String? {
    guard !title.isEmpty else { return nil }
    for sign in [" | ", " — ", " – ", " - ", " « ", " :: ", " · "] {
      guard let end = title.startOfLastOccurrence(of: sign) else { continue }
      let start = String(title[..<end])
      if start.split(separator: " ").count > 2 { return start.trimmingBlanks }
    }
    return title
  }
}

extension String {
  /// Returns the index at which the last occurrence of a pattern begins; nil if there is none.
  fileprivate func startOfLastOccurrence(of pattern: String) -> Index? {
    var place = endIndex
    while place > startIndex {
      place = index(before: place)
      if self[place...].hasPrefix(pattern) { return place }
    }
    return nil
  }
}
