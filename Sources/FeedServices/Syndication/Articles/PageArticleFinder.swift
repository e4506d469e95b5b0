internal import FeedDomain

/// An article that was found in a web page: its text as HTML of few kinds of elements, without
/// navigation, comments and advertisements, and its title, author, site and date.
struct WebPageArticle: Equatable, Sendable {
  var html: String
  var title: String?
  var author: String?
  var site: String?
  var createdAt: Timestamp?
}

/// A finder of the article in a web page, which works as Mozilla's Readability: elements get scores
/// by the text of their paragraphs, and higher ones if the page marks them as its article.
struct PageArticleFinder {
  /// The length in characters from which a found article ends the search; after a shorter one, the
  /// page is searched again with fewer exclusions.
  private static let sufficientLength = 500
  /// The smallest length in characters of a text that counts as the article of a web page.
  private static let minimumLength = 140

  /// A set of rules by which a search for the article excludes elements of a web page; each further
  /// search has fewer rules.
  private struct ArticleSearchExclusions {
    var dropsUnlikely = true
    var weighsNames = true
    var dropsPoorElements = true
  }

  private let page: WebPageTree
  private let facts: WebPageMetadata
  private let deadline: Double

  /// Finds the article in a web page of UTF-8 bytes; nil if the page has none. `isXML` is true for
  /// a page in XHTML.
  static func findArticleInPage(_ bytes: [UInt8], isXML: Bool = false) -> WebPageArticle? {
    PageArticleFinder(WebPageTree(bytes, isXML: isXML)).bestFoundArticle()
  }

  private init(_ page: WebPageTree) {
    self.page = page
    facts = WebPageMetadata(page)
    deadline = XMLTreeBuilder.processorTime + WebPageTree.longestTime / 2
  }

  private func bestFoundArticle() -> WebPageArticle? {
    var best: (html: String, length: Int)?
    let attempts = [
      ArticleSearchExclusions(), ArticleSearchExclusions(dropsUnlikely: false),
      ArticleSearchExclusions(dropsUnlikely: false, weighsNames: false),
      ArticleSearchExclusions(dropsUnlikely: false, weighsNames: false, dropsPoorElements: false),
    ]
    for exclusions in attempts {
      var search = ArticleSearch(page, facts, exclusions.dropsUnlikely, exclusions.weighsNames)
      if let found = search.bestCandidateHTML(cleaning: exclusions.dropsPoorElements),
        found.length > best?.length ?? 0
      {
        best = found
      }
      if best.map({ $0.length >= Self.sufficientLength }) == true { break }
      guard XMLTreeBuilder.processorTime < deadline else { break }
    }
    if let body = facts.body, body.count >= Self.sufficientLength,
      body.count > 2 * (best?.length ?? 0)
    {
      best = (Self.linkedDataHTML(ofBody: body), body.count)
    }
    guard let best, best.length >= Self.minimumLength else { return nil }
    return WebPageArticle(
      html: best.html, title: facts.title, author: facts.author, site: facts.site,
      createdAt: facts.createdAt)
  }

  /// Returns the text of an article from linked data (JSON-LD), which is plain or HTML, as HTML.
  private static func linkedDataHTML(ofBody body: String) -> String {
    guard !body.contains("</") else { return body }
    return body.split(whereSeparator: \.isNewline).map {
      "<p>\(ArticleHTMLWriter.escapedText(String($0)))</p>"
    }
    .joined()
  }
}

/// A search for the article among the elements of a web page, with one set of exclusions.
private struct ArticleSearch {
  private let page: WebPageTree
  private let facts: WebPageMetadata
  private let weighsNames: Bool
  /// The exclusions of the article search, by the index of the web page's element: true if the
  /// element is excluded.
  private var isDropped: [Bool]
  /// The number of characters in each HTML element of a web page, by the element's index; 0 for an
  /// excluded element, which adds nothing to the elements around it.
  private var lengths: [Int]
  private var linkLengths: [Int]
  private var commas: [Int]
  private var scores: [Int: Double] = [:]

  init(_ page: WebPageTree, _ facts: WebPageMetadata, _ dropsUnlikely: Bool, _ weighsNames: Bool) {
    (self.page, self.facts, self.weighsNames) = (page, facts, weighsNames)
    let count = page.nodes.count
    isDropped = Array(repeating: false, count: count)
    lengths = Array(repeating: 0, count: count)
    linkLengths = lengths
    commas = lengths
    excludeElements(droppingUnlikely: dropsUnlikely)
    measureTextLengths()
  }

  // MARK: - Exclusions

  private static let neverArticle: Set<String> = [
    "nav", "aside", "footer", "form", "button", "input", "select", "textarea", "dialog", "object",
    "style", "noscript", "menu", "label", "fieldset", "canvas", "link", "meta",
  ]
  private static let roles: Set<String> = [
    "menu", "menubar", "navigation", "complementary", "dialog", "alert", "alertdialog", "search",
    "banner", "contentinfo", "toolbar", "tablist", "form",
  ]
  private static let unlikely = [
    "-ad-", "ad-break", "agegate", "banner", "breadcrumb", "combx", "comment", "community",
    "cookie",
    "consent", "cover-wrap", "disqus", "extra", "footer", "gdpr", "header", "legends", "masthead",
    "menu", "modal", "newsletter", "nav", "outbrain", "pager", "pagination", "paywall", "popup",
    "promo", "recommend", "related", "remark", "replies", "rss", "shar", "shoutbox", "sidebar",
    "skyscraper", "social", "sponsor", "subscribe", "supplemental", "taboola", "toc-", "toolbar",
    "tags", "widget", "yom-remote", "advert", "author-bio", "byline", "read-next", "more-stories",
  ]
  private static let likely = [
    "and", "article", "body", "column", "content", "main", "shadow", "entry",
  ]

  private mutating func excludeElements(droppingUnlikely dropsUnlikely: Bool) {
    for place in page.nodes.indices.dropFirst() {
      let node = page.nodes[place]
      guard !isDropped[node.parent] else {
        isDropped[place] = true
        continue
      }
      guard let tag = node.tag else { continue }
      isDropped[place] =
        Self.neverArticle.contains(tag.name) && !isNoscriptPictureFallback(place)
        || tag.role.map(Self.roles.contains) == true || tag.isInvisible
        || dropsUnlikely && isUnlikelyElement(tag, place)
    }
  }

  /// Returns true if the element of the web page is a `noscript` with the picture that a script
  /// would otherwise load.
  private func isNoscriptPictureFallback(_ place: Int) -> Bool {
    page.nodes[place].tag?.name == "noscript"
      && page.nodes[place].children.contains { page.nodes[$0].tag?.element == .img }
  }

  private func isUnlikelyElement(_ tag: OpeningHTMLTag, _ place: Int) -> Bool {
    switch tag.name {
    case "html", "body", "a", "article", "main", "code", "pre", "img", "p", "figure", "table", "td",
      "tr", "tbody", "blockquote":
      // A paragraph is excluded by its text, not by its names, unless it is a comment.
      return tag.name == "p" && tag.names.contains("comment")
    default: break
    }
    let names = tag.names
    guard !names.isEmpty, Self.unlikely.contains(where: names.contains) else { return false }
    // A header at the top of an article names it; it is kept with its pictures.
    return !Self.likely.contains(where: names.contains)
  }

  // MARK: - Lengths

  private mutating func measureTextLengths() {
    for place in page.nodes.indices.reversed() where !isDropped[place] {
      let node = page.nodes[place]
      if node.tag == nil {
        var isBlank = true
        for byte in node.text {
          if byte.isHTMLBlank {
            if !isBlank { lengths[place] += 1 }
            isBlank = true
          } else {
            // Continuation bytes of UTF-8 are not counted.
            if byte & 0xc0 != 0x80 { lengths[place] += 1 }
            if byte == 0x2c { commas[place] += 1 }
            isBlank = false
          }
        }
        commas[place] += Self.nonLatinCommaCount(node.text)
      } else if let tag = node.tag, tag.element == .a {
        let isHere = tag["href"]?.hasPrefix("#") == true
        linkLengths[place] = isHere ? lengths[place] * 3 / 10 : lengths[place]
      }
      guard node.parent >= 0 else { continue }
      lengths[node.parent] += lengths[place]
      linkLengths[node.parent] += linkLengths[place]
      commas[node.parent] += commas[place]
    }
  }

  /// Returns the number of Chinese, Japanese and Arabic commas and full stops in a text.
  private static func nonLatinCommaCount(_ text: [UInt8]) -> Int {
    guard text.contains(where: { $0 >= 0x80 }) else { return 0 }
    return String(decoding: text, as: UTF8.self).unicodeScalars.count {
      $0 == "、" || $0 == "，" || $0 == "،" || $0 == "。"
    }
  }

  private func linkDensity(_ place: Int) -> Double {
    lengths[place] == 0 ? 0 : Double(linkLengths[place]) / Double(lengths[place])
  }

  // MARK: - Scores

  /// Returns the HTML of the elements that are most likely the article, and the length of their
  /// text in characters; nil if no element can be the article.
  mutating func bestCandidateHTML(cleaning: Bool) -> (html: String, length: Int)? {
    scoreElements()
    let chosen = self.articleElementIndices()
    guard !chosen.isEmpty else { return nil }
    let scored = self
    var writer = ArticleHTMLWriter(
      page: page, isDropped: isDropped, title: facts.title,
      isClean: { cleaning ? scored.shouldKeepElement($0) : true })
    for place in chosen { writer.writeElement(place) }
    return writer.length == 0 ? nil : (writer.html, writer.length)
  }

  private static let paragraphs: Set<String> = [
    "p", "td", "pre", "blockquote", "li", "section", "h2",
  ]

  private mutating func scoreElements() {
    for place in page.nodes.indices where !isDropped[place] {
      guard let tag = page.nodes[place].tag, lengths[place] >= 25,
        Self.paragraphs.contains(tag.name) || tag.name == "div" && isDivUsedAsParagraph(place)
      else { continue }
      let worth = 1 + Double(commas[place]) + min(Double(lengths[place]) / 100, 3)
      var ancestor = page.nodes[place].parent
      var level = 0
      while ancestor > 0, level < 5 {
        let part = level == 0 ? 1 : level == 1 ? 2 : Double(level) * 3
        scores[ancestor] = (scores[ancestor] ?? initialElementScore(ancestor)) + worth / part
        ancestor = page.nodes[ancestor].parent
        level += 1
      }
    }
  }

  /// Returns true if the element of the web page is a `div` that serves as a paragraph: it contains
  /// text, and no elements that begin lines.
  private func isDivUsedAsParagraph(_ place: Int) -> Bool {
    page.nodes[place].children.contains { page.nodes[$0].tag == nil && lengths[$0] > 1 }
      && !page.nodes[place].children.contains {
        (page.nodes[$0].tag?.element?.lines ?? 0) > 0
      }
  }

  private func initialElementScore(_ place: Int) -> Double {
    guard let tag = page.nodes[place].tag else { return 0 }
    var score = weighsNames ? Double(tag.nameWeight) : 0
    if tag["itemprop"]?.lowercased().contains("articlebody") == true { score += 75 }
    switch tag.name {
    case "article", "main": score += 15
    case "div", "section": score += 5
    case "pre", "td", "blockquote": score += 3
    case "address", "ol", "ul", "dl", "dd", "dt", "li", "form": score -= 3
    case "h1", "h2", "h3", "h4", "h5", "h6", "th": score -= 5
    default: break
    }
    return score
  }

  private func adjustedElementScore(_ place: Int) -> Double {
    (scores[place] ?? 0) * (1 - linkDensity(place))
  }

  /// Returns the indices of the web page's elements that make up the article: the best candidate
  /// and those of its siblings that belong to it, in the page's order.
  private func articleElementIndices() -> [Int] {
    let ranked = scores.keys.sorted {
      (adjustedElementScore($0), $1) > (adjustedElementScore($1), $0)
    }
    guard var best = ranked.first, adjustedElementScore(best) > 0 else {
      return bodyOrRootElementIndex()
    }
    best = commonAncestorIndex(of: ranked, best)
    best = bestAncestorIndex(from: best)
    let parent = page.nodes[best].parent
    guard parent > 0 else { return [best] }
    let threshold = max(10, adjustedElementScore(best) * 0.2)
    let name = page.nodes[best].tag?["class"] ?? ""
    return page.nodes[parent].children.filter { place in
      guard place != best else { return true }
      guard !isDropped[place], let tag = page.nodes[place].tag else { return false }
      let bonus = !name.isEmpty && tag["class"] == name ? adjustedElementScore(best) * 0.2 : 0
      if let score = scores[place], score > 0, adjustedElementScore(place) + bonus >= threshold {
        return true
      }
      if tag.element == .figure { return true }
      guard tag.element == .p else { return false }
      return lengths[place] > 80 && linkDensity(place) < 0.25
        || lengths[place] > 0 && linkDensity(place) == 0
          && page.elementText(place, most: 200).endsSentence
    }
  }

  private func bodyOrRootElementIndex() -> [Int] {
    page.firstElementIndex { $0.name == "body" }.map { [$0] } ?? [0]
  }

  /// Returns the index of the web page's element that contains several candidates for the article
  /// with nearly the best score; the best candidate's own index if there is none.
  private func commonAncestorIndex(of ranked: [Int], _ best: Int) -> Int {
    let rivals = ranked.dropFirst().prefix(5).filter {
      adjustedElementScore($0) >= adjustedElementScore(best) * 0.75
    }
    guard rivals.count >= 3 else { return best }
    var ancestor = page.nodes[best].parent
    while ancestor > 0 {
      if page.nodes[ancestor].tag?.name == "body" { return best }
      if rivals.count(where: { page.isInsideElement($0, ancestor) }) >= 3 { return ancestor }
      ancestor = page.nodes[ancestor].parent
    }
    return best
  }

  /// Returns the index of the element that replaces the best candidate for the article: the first
  /// ancestor with a higher score than its child, if there is one, and then a parent without other
  /// children.
  private func bestAncestorIndex(from best: Int) -> Int {
    var best = best
    var last = adjustedElementScore(best)
    let least = last / 3
    var parent = page.nodes[best].parent
    while parent > 0, page.nodes[parent].tag?.name != "body" {
      let score = adjustedElementScore(parent)
      if score < least { break }
      if score > last {
        best = parent
        break
      }
      last = score
      parent = page.nodes[parent].parent
    }
    parent = page.nodes[best].parent
    while parent > 0, page.nodes[parent].tag?.name != "body",
      page.nodes[parent].children.count(where: { page.nodes[$0].tag != nil && !isDropped[$0] }) == 1
    {
      best = parent
      parent = page.nodes[best].parent
    }
    return best
  }

  // MARK: - Cleaning

  /// Returns true if an element within a web page's article is part of its text; false for lists of
  /// links, forms, and boxes that ask the reader to subscribe.
  private func shouldKeepElement(_ place: Int) -> Bool {
    guard let tag = page.nodes[place].tag else { return true }
    guard ["div", "ul", "ol", "table", "section", "header"].contains(tag.name) else { return true }
    let facts = contentCounts(place)
    if tag.name == "header" { return facts.pictures > 0 || lengths[place] > 200 }
    if tag.name == "table", facts.headings + facts.cells > 4 { return true }
    let weight = weighsNames ? tag.nameWeight : 0
    if weight < 0 { return false }
    let density = linkDensity(place)
    guard commas[place] < 10 else { return density < 0.5 || weight > 0 && density < 0.7 }
    if facts.pictures > 0, lengths[place] < 500, density < 0.3 { return true }
    if facts.code > 0 || facts.figures > 0 { return true }
    let isList = tag.name == "ul" || tag.name == "ol"
    if facts.inputs * 3 > max(1, facts.paragraphs) { return false }
    if !isList, facts.items > facts.paragraphs + 100 { return false }
    if lengths[place] < 25, facts.pictures == 0, facts.media == 0 {
      return lengths[place] > 0 && isList
    }
    let mostLinks = isList ? 0.6 : 0.35
    if density > mostLinks, weight < 25 { return false }
    return density <= 0.6
  }

  private struct ElementContentCounts {
    var paragraphs = 0
    var pictures = 0
    var figures = 0
    var items = 0
    var inputs = 0
    var code = 0
    var cells = 0
    var headings = 0
    var media = 0
  }

  private func contentCounts(_ place: Int) -> ElementContentCounts {
    var facts = ElementContentCounts()
    var waiting = page.nodes[place].children
    while let next = waiting.popLast() {
      guard let tag = page.nodes[next].tag else { continue }
      switch tag.name {
      case "p": facts.paragraphs += 1
      case "img", "picture": facts.pictures += 1
      case "figure": facts.figures += 1
      case "li": facts.items += 1
      case "input": facts.inputs += 1
      case "pre", "code": facts.code += 1
      case "td": facts.cells += 1
      case "th": facts.headings += 1
      case "iframe", "video", "audio": facts.media += 1
      default: break
      }
      waiting += page.nodes[next].children
    }
    return facts
  }
}

extension OpeningHTMLTag {
  /// The class and id of this HTML element as one text, in lower case, with a blank between.
  fileprivate var names: String {
    guard self["class"] != nil || self["id"] != nil else { return "" }
    return "\(self["class"] ?? "") \(self["id"] ?? "")".lowercased()
  }

  fileprivate var role: String? { self["role"]?.lowercased() }

  fileprivate var isInvisible: Bool {
    if self["hidden"] != nil { return true }
    let isFallback = self["class"]?.contains("fallback-image") == true
    if self["aria-hidden"]?.lowercased() == "true", !isFallback, element != .img { return true }
    guard let style = self["style"]?.lowercased().filter({ !$0.isWhitespace }) else { return false }
    return style.contains("display:none") || style.contains("visibility:hidden")
  }

  private static let positive = [
    "article", "body", "content", "entry", "hentry", "h-entry", "main", "page", "post", "text",
    "blog", "story",
  ]
  private static let negative = [
    "-ad-", "hidden", "banner", "combx", "comment", "com-", "contact", "footer", "gdpr", "masthead",
    "media", "meta", "outbrain", "promo", "related", "scroll", "share", "shoutbox", "sidebar",
    "skyscraper", "sponsor", "shopping", "tags", "widget", "newsletter", "subscribe", "signup",
    "author-bio", "recommend", "paywall",
  ]

  /// The weight of the HTML element's class and id in the search for an article: positive for names
  /// of articles, negative for names of other parts of a page, such as menus.
  fileprivate var nameWeight: Int {
    var weight = 0
    for name in [self["class"], self["id"]].compactMap({ $0?.lowercased() }) where !name.isEmpty {
      if Self.negative.contains(where: name.contains) { weight -= 25 }
      if Self.positive.contains(where: name.contains) { weight += 25 }
    }
    return weight
  }
}

extension String {
  fileprivate var endsSentence: Bool {
    guard let last else { return false }
    return ".!?。".contains(last) || contains(". ")
  }
}

extension [UInt8] {
  /// The length of this text in bytes if each run of successive blanks counts as one.
  fileprivate var lengthWithSingleBlanks: Int {
    var (length, isBlank) = (0, true)
    for byte in self {
      if !byte.isHTMLBlank || !isBlank { length += 1 }
      isBlank = byte.isHTMLBlank
    }
    return length
  }
}

/// A writer of the elements of a web page's article as HTML with few kinds of elements.
private struct ArticleHTMLWriter {
  let page: WebPageTree
  let isDropped: [Bool]
  /// The title of the article that is written; a heading that repeats the title is left out of the
  /// HTML. nil if unknown.
  let title: String?
  let isClean: (Int) -> Bool
  private(set) var html = ""
  private(set) var length = 0

  init(
    page: WebPageTree, isDropped: [Bool], title: String?, isClean: @escaping (Int) -> Bool
  ) {
    (self.page, self.isDropped, self.title, self.isClean) = (page, isDropped, title, isClean)
  }

  private static let keptElements: Set<String> = [
    "p", "br", "hr", "h1", "h2", "h3", "h4", "h5", "h6", "a", "img", "figure", "figcaption",
    "blockquote", "pre", "code", "ul", "ol", "li", "dl", "dt", "dd", "em", "i", "strong", "b",
    "sup",
    "sub", "q", "table", "thead", "tbody", "tr", "td", "th", "audio", "video", "source", "iframe",
    "details", "summary", "div", "section", "msup", "msub", "mfrac",
  ]
  private static let attributes = [
    "href", "src", "srcset", "data-src", "data-srcset", "data-original", "data-lazy-src",
    "data-url", "alt", "width", "height", "start", "type", "value", "reversed", "colspan", "role",
  ]
  private static let elementsWithClass: Set<String> = ["td", "img", "pre", "code"]

  mutating func writeElement(_ place: Int) {
    let node = page.nodes[place]
    guard !isDropped[place] else { return }
    guard let tag = node.tag else {
      html += Self.escapedText(String(decoding: node.text, as: UTF8.self))
      length += node.text.lengthWithSingleBlanks
      return
    }
    guard isClean(place), !isTitleElement(tag, place) else { return }
    let isKept = Self.keptElements.contains(tag.name)
    let isBlock = ["article", "main", "header"].contains(tag.name)
    let name = isKept ? tag.name : isBlock ? "div" : nil
    if let name { writeOpeningTag(name, tag) }
    for child in node.children { writeElement(child) }
    if let name, !WebPageTree.void.contains(name) { html += "</\(name)>" }
    if name == "iframe" { html += "</iframe>" }
  }

  private mutating func writeOpeningTag(_ name: String, _ tag: OpeningHTMLTag) {
    html += "<\(name)"
    for attribute in Self.attributes {
      guard let value = tag[attribute] else { continue }
      html += " \(attribute)=\"\(Self.escapedText(value))\""
    }
    if Self.elementsWithClass.contains(name), let names = tag["class"] {
      html += " class=\"\(Self.escapedText(names))\""
    }
    html += ">"
  }

  private func isTitleElement(_ tag: OpeningHTMLTag, _ place: Int) -> Bool {
    guard tag.name == "h1" || tag.name == "h2", let title else { return false }
    let heading = page.elementText(place, most: 600).lowercased()
    let whole = title.lowercased()
    return heading == whole || tag.name == "h1" && heading.count > 10 && whole.contains(heading)
  }

  static func escapedText(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0x26 || $0 == 0x3c || $0 == 0x3e || $0 == 0x22 }) else {
      return text
    }
    var escaped = ""
    escaped.reserveCapacity(text.utf8.count + 16)
    for character in text.unicodeScalars {
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      default: escaped.unicodeScalars.append(character)
      }
    }
    return escaped
  }
}
