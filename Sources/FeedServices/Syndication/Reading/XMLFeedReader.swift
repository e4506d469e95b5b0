internal import FeedDomain
internal import Groundwork

/// A parser of web feeds in XML: RSS of every version, Atom and Microsoft's CDF. All formats share
/// one parser, since many feeds mix their elements.
struct XMLFeedReader {
  static let parts: Set<String> = ["item", "entry", "atom:entry", "atom:item"]
  static let roots: Set<String> = [
    "rss", "rdf:rdf", "rdf", "feed", "atom:feed", "channel", "atom:channel", "atom:rss",
  ]

  /// The names of the XML elements in a web feed that contain no elements but HTML. A field that
  /// begins within one of them shows that its end tag is missing.
  static let fields: Set<String> = plainFields.union([
    "description", "content:encoded", "content", "atom:content", "summary", "atom:summary",
    "itunes:summary", "atom:subtitle", "author", "atom:author",
  ])
  /// The names of the XML elements in a web feed that contain no elements but markup of words, such
  /// as "<b>".
  static let plainFields: Set<String> = [
    "title", "atom:title", "link", "atom:link", "guid", "atom:id", "id", "pubdate", "dc:date",
    "updated", "atom:updated", "atom:published", "atom:issued", "atom:modified", "lastbuilddate",
    "dc:creator", "dc:subject", "category", "atom:category", "comments", "slash:comments",
    "enclosure", "feedburner:origlink", "wfw:commentrss", "media:thumbnail", "itunes:duration",
    "itunes:author", "generator", "language", "ttl",
  ]

  let document: XMLReader.ParsedXMLDocument
  let baseAddress: LinkBaseAddress

  /// The web feed in the XML document; nil if the document contains none.
  var webFeed: WebFeed? {
    let root = document.root
    guard
      Self.roots.contains(root.name) || Self.parts.contains(root.name)
        || document.recurringElements.contains(where: \.isEntryOfFeed)
    else { return nil }
    // In Microsoft's format, channels within the channel are its sections.
    let isChannel = root.name == "channel" || root.name == "atom:channel"
    let channel = isChannel ? nil : root.firstChild("channel", "atom:channel")
    let head = channel ?? root
    let place = baseAddress.nestedBase(root.baseAddress).nestedBase(channel?.baseAddress)
    var webFeed = WebFeed()
    webFeed.name = head.title.map { RawFeedEntry.plainText($0, place) }
    let site = head.pageAddressOfFeedOrEntry(place) ?? head["href"]
    webFeed.site = site.flatMap(place.absoluteHTTPAddress)
    let isRSS = ["rss", "rdf:rdf", "rdf"].contains(root.name)
    // A site that is itself relative is no base.
    let sitePlace =
      isRSS ? site.flatMap(HTMLTextReader.webAddressIfComplete).map { LinkBaseAddress($0) } : nil
    webFeed.about = head.summary.map { RawFeedEntry.plainText($0, place) } ?? ""
    // In RSS 1.0 the channel's image only refers to the image beside the channel.
    let image = [head, root].lazy
      .compactMap { $0.firstChild("image")?.firstChildText(named: "url") }.first
    webFeed.icon =
      (image ?? head.firstChild("itunes:image")?["href"]
      ?? head.firstChildText(named: "atom:icon", "icon", "webfeeds:icon", "atom:logo", "logo"))
      .flatMap(place.absoluteHTTPSAddress)
    webFeed.minutes =
      head.firstChildText(named: "ttl").flatMap { Int($0) } ?? head.minutesBetweenUpdates
    (webFeed.quietHours, webFeed.quietDays) = (head.quietHours, head.quietDays)
    let authors = head.authorsOfFeed
    webFeed.entries = document.recurringElements.map { element in
      // Links of RSS are relative to the base that elements state, otherwise to the site, since
      // many feeds are published by another server.
      var entry = element.parsedRawEntry(
        element.hasOwnBase ? self.baseAddress : sitePlace ?? self.baseAddress)
      entry.author = entry.author ?? authors
      return entry
    }.webFeedEntries()
    return webFeed
  }
}

extension XMLElement {
  /// The table of the prefixes that this program uses for XML namespaces in web feeds, by the
  /// namespace's address in a form for comparing.
  static let feedNamespaces: [String: String] = {
    var namespaces: [String: String] = [:]
    for line in feedNamespaceTable.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      for address in words.dropFirst() {
        namespaces[XMLNamespaceScopes.comparableNamespaceAddress(address)] =
          words[0] == "-" ? "" : words[0]
      }
    }
    return namespaces
  }()

  /// The text of the table of XML namespaces in web feeds: in each line the prefix that this
  /// program uses, "-" for none, and the addresses of the namespace.
  private static let feedNamespaceTable = """
    - http://backend.userland.com/rss http://backend.userland.com/rss2
    - http://backend.userland.com/rss091 http://backend.userland.com/rss092
    - http://backend.userland.com/rss093 http://backend.userland.com/rss094
    - http://blogs.law.harvard.edu/tech/rss http://purl.org/rss/1.0 http://purl.org/net/rss1.1
    - http://my.netscape.com/rdf/simple/0.9 http://channel.netscape.com/rdf/simple/0.9
    - http://purl.org/rss/1.0/modules/rss091 http://my.netscape.com/publish/formats/rss-0.91.dtd
    - http://www.rssboard.org/rss-specification http://cyber.law.harvard.edu/rss/rss.html
    atom http://www.w3.org/2005/atom http://purl.org/atom/ns http://purl.org/pie
    atom http://purl.org/echo http://example.com/necho http://example.com/newformat
    atom uri/of/echo/namespace
    rdf http://www.w3.org/1999/02/22-rdf-syntax-ns
    content http://purl.org/rss/1.0/modules/content
    dc http://purl.org/dc/elements/1.1 http://purl.org/dc/elements/1.0
    dcterms http://purl.org/dc/terms
    media http://search.yahoo.com/mrss http://www.rssboard.org/media-rss
    media http://search.yahoo.com/mrss/1.0
    itunes http://www.itunes.com/dtds/podcast-1.0.dtd http://example.com/dtds/podcast-1.0.dtd
    googleplay http://www.google.com/schemas/play-podcasts/1.0
    googleplay http://www.google.com/schemas/play-podcasts/1.0/play-podcasts.xsd
    podcast https://podcastindex.org/namespace/1.0
    podcast https://github.com/podcastindex-org/podcast-namespace/blob/main/docs/1.0.md
    podcast https://github.com/podcastindex-org/podcast-namespace/blob/master/docs/1.0.md
    psc http://podlove.org/simple-chapters
    slash http://purl.org/rss/1.0/modules/slash
    thr http://purl.org/syndication/thread/1.0 http://purl.org/rss/1.0/modules/threading
    sy http://purl.org/rss/1.0/modules/syndication
    webfeeds http://webfeeds.org/rss/1.0
    feedburner http://rssnamespace.org/feedburner/ext/1.0
    xhtml http://www.w3.org/1999/xhtml
    xml http://www.w3.org/xml/1998/namespace
    """

  // MARK: Fields of feeds and entries

  fileprivate var title: RawFeedEntry.RawEntryText? {
    firstNonEmptyChildText("title", "atom:title", format: .title)
      ?? firstNonEmptyChildText("dc:title", "media:title", "itunes:title", format: .title)
      ?? mediaRSSText("media:title", format: .title)
      ?? firstChild("a").flatMap { $0.atomContentText(.html) }
  }

  /// The number of minutes between updates of this web feed, as a period and the number of updates
  /// in it; nil if the feed states neither. The period is a day if it is missing or unknown.
  fileprivate var minutesBetweenUpdates: Int? {
    let periods = [
      "hourly": 60, "daily": 1_440, "weekly": 10_080, "monthly": 43_200, "yearly": 525_600,
    ]
    let (period, frequency) = (
      firstChildText(named: "sy:updateperiod"), firstChildText(named: "sy:updatefrequency")
    )
    guard period != nil || frequency != nil else { return nil }
    let minutes = periods[period?.lowercased() ?? "daily"] ?? 1_440
    return minutes / max(1, frequency.flatMap { Int($0) } ?? 1)
  }

  /// The hours of the day in UTC at which this web feed asks not to be fetched, where 24 means 0;
  /// empty if it states all of them.
  fileprivate var quietHours: Set<Int> {
    let hours = firstChild("skiphours")?.childrenNamed("hour") ?? []
    let stated = Set(
      hours.compactMap { Int($0.text.trimmingBlanks) }.filter { (0...24).contains($0) }
        .map { $0 % 24 })
    return stated.count < 24 ? stated : []
  }

  /// The days of the week in UTC, from 0 for Sunday to 6, on which this web feed asks not to be
  /// fetched; empty if it states all of them.
  fileprivate var quietDays: Set<Int> {
    let names = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]
    let stated = Set(
      (firstChild("skipdays")?.childrenNamed("day") ?? []).compactMap {
        names.firstIndex(of: String($0.text.trimmingBlanks.lowercased().prefix(3)))
      })
    return stated.count < 7 ? stated : []
  }

  /// Returns the text of an element of Media RSS within this entry, such as the title of its video;
  /// nil if there is no such element.
  private func mediaRSSText(_ name: String, format: RawFeedEntry.RawEntryText.RawEntryTextFormat)
    -> RawFeedEntry.RawEntryText?
  {
    for element in childrenNamed("media:group", "media:content") {
      if let text = element.firstNonEmptyChildText(name, format: format) { return text }
      for content in element.childrenNamed("media:content") {
        if let text = content.firstNonEmptyChildText(name, format: format) { return text }
      }
    }
    return nil
  }

  /// True if this XML element, in a document of unknown kind, looks like the entry of a web feed:
  /// it has a title, and a link, id, date or text.
  fileprivate var isEntryOfFeed: Bool {
    firstChild("title", "atom:title") != nil
      && firstChild("link", "atom:link", "guid", "pubdate", "description", "content:encoded") != nil
  }

  fileprivate var summary: RawFeedEntry.RawEntryText? {
    firstNonEmptyChildText(
      "description", "atom:summary", "summary", "atom:subtitle", "atom:tagline", format: .html)
      ?? firstChild("atom:description").flatMap { $0.atomContentText(.html) }
      ?? firstNonEmptyChildText(
        "subtitle", "tagline", "dc:description", "itunes:summary", format: .html)
      ?? firstNonEmptyChildText("googleplay:description", format: .html)
      // Plain unless declared otherwise, but many write HTML all the same.
      ?? firstNonEmptyChildText("media:description", format: .either)
      ?? mediaRSSText("media:description", format: .either)
      ?? firstNonEmptyChildText("itunes:subtitle", "abstract", "dcterms:abstract", format: .html)
  }

  private var content: RawFeedEntry.RawEntryText? {
    firstNonEmptyChildText(
      "content:encoded", "atom:content", "content", "fullitem", "encoded", format: .html)
      ?? firstChild("xhtml:body", "xhtml:div", "body").map {
        RawFeedEntry.RawEntryText(text: $0.markup, base: $0["xml:base"])
      }
  }

  /// Returns the address of the web page that this element of a web feed, the feed or an entry,
  /// states as its own; nil if it states none.
  fileprivate func pageAddressOfFeedOrEntry(_ place: LinkBaseAddress) -> String? {
    let alternates = atomLinks("alternate")
    let ofHTML = alternates.filter { link in
      link["type"].map { ["text/html", "application/xhtml+xml"].contains($0.lowercased()) } ?? true
    }
    let language = self["xml:lang"]?.lowercased()
    let translated = ofHTML.filter {
      $0["hreflang"] == nil || $0["hreflang"]?.lowercased() == language
    }
    for link in childrenNamed("link") + childrenNamed("atom:link") {
      let words = link.text.trimmingBlanks
      // Some feeds escape an address twice.
      if !words.isEmpty {
        return place.resolvedAddress(words.replacingEntity("&amp;", with: "&"), in: link)
      }
    }
    let link =
      translated.first { $0["type"] != nil } ?? translated.first ?? ofHTML.first
      ?? alternates.first
    return link?.addressOfLinkElement(place) ?? firstChild("a")?["href"]
  }

  /// Returns the Atom links of this feed or entry that have a relation, such as "alternate".
  fileprivate func atomLinks(_ relation: String) -> [XMLElement] {
    childrenNamed("atom:link", "link").filter {
      guard ($0["href"] ?? $0["url"] ?? $0["uri"]) != nil else { return false }
      let relations = ($0["rel"]?.lowercased() ?? "alternate").split(whereSeparator: \.isWhitespace)
      return relations.contains { $0.split(separator: "/").last.map(String.init) == relation }
    }
  }

  /// Returns the address of this link element of a web feed: its attribute `href`, `url` or `uri`;
  /// nil if the element has none.
  private func addressOfLinkElement(_ place: LinkBaseAddress) -> String? {
    (self["href"] ?? self["url"] ?? self["uri"]).map { place.resolvedAddress($0, in: self) }
  }

  /// Returns the address, in the attribute `src`, of Atom content stored elsewhere; nil without it.
  private func atomContentSourceAddress(_ place: LinkBaseAddress) -> String? {
    self["src"].map { place.resolvedAddress($0, in: self) }
  }

  /// Returns the text of the first child element with one of the names that is not empty; nil if
  /// there is none. `format` applies if the element states none, except for Atom, whose texts are
  /// then plain.
  private func firstNonEmptyChildText(
    _ names: String..., format: RawFeedEntry.RawEntryText.RawEntryTextFormat
  )
    -> RawFeedEntry.RawEntryText?
  {
    for name in names {
      for element in childrenNamed(name) {
        let usual = name.hasPrefix("atom:") ? .plain : format
        if let text = element.atomContentText(usual), !text.text.allSatisfy(\.isWhitespace) {
          return text
        }
      }
    }
    return nil
  }

  /// Returns the text of this Atom element in the format that its `type` attribute states, or in
  /// `usual` without one; nil if the content is at another address or is binary.
  private func atomContentText(_ usual: RawFeedEntry.RawEntryText.RawEntryTextFormat)
    -> RawFeedEntry.RawEntryText?
  {
    guard self["src"] == nil else { return nil }
    let type = self["type"]?.lowercased().prefix { $0 != ";" }.trimmingBlanks ?? ""
    let base = self["xml:base"]
    if type.hasPrefix("multipart/") {
      let forms = childrenNamed("atom:content", "content")
      return (forms.first { $0["type"]?.lowercased().contains("html") == true } ?? forms.first)?
        .atomContentText(usual)
    }
    if self["mode"]?.lowercased() == "base64" || Self.isBase64Encoded(type) {
      guard !type.hasPrefix("image/"), !type.hasPrefix("audio/"), !type.hasPrefix("video/") else {
        return nil
      }
      guard let bytes = Base64.decodedBytes(from: text.filter { !$0.isWhitespace }),
        self["mode"] != nil || CharacterDecoding.isUTF8WithoutControlCharacters(bytes)
      else {
        return .init(text: text, format: .either, base: base)
      }
      return .init(
        text: String(decoding: CharacterDecoding.utf8Bytes(bytes), as: UTF8.self),
        format: type.contains("html") ? .html : .either, base: base)
    }
    switch type {
    case "html", "text/html", "text/x-html": return .init(text: html, base: base)
    case "xhtml", "application/xhtml+xml", "text/xml", "application/xml":
      return .init(
        text: self["mode"]?.lowercased() == "escaped" && !hasChildren ? text : markup, base: base)
    default:
      // Text with child elements is HTML, whatever type is stated.
      if hasChildren { return .init(text: usual == .plain ? markup : html, base: base) }
      // Many feeds do not state that the content of Atom is HTML.
      if usual == .plain, self["type"] == nil, ["atom:content", "atom:summary"].contains(name),
        HTMLTextReader.isEnclosedInTags(text)
      {
        return .init(text: text, base: base)
      }
      return .init(
        text: text, format: type.isEmpty || type == "text/plain" && usual == .html ? usual : .plain,
        base: base)
    }
  }

  /// Returns true if Atom content of a media type is binary, and thus encoded in Base64.
  private static func isBase64Encoded(_ type: String) -> Bool {
    type.contains("/") && !type.hasPrefix("text/") && !type.hasSuffix("+xml")
      && !type.hasSuffix("/xml")
  }

  // MARK: Entries

  /// True if this entry of a web feed, or an element around it, states a base address for links.
  fileprivate var hasOwnBase: Bool { !outerBases.isEmpty || self["xml:base"] != nil }

  fileprivate func parsedRawEntry(_ outer: LinkBaseAddress) -> RawFeedEntry {
    var entry = RawFeedEntry()
    entry.base = outer
    entry.bases = outerBases + [self["xml:base"]].compactMap(\.self)
    let place = entry.bases.reduce(outer) { $0.nestedBase($1) }
    let guid = firstChildText(named: "guid", "atom:guid")
    entry.id = guid ?? firstChildText(named: "atom:id", "id") ?? self["rdf:about"]
    entry.title = title
    entry.content = content
    entry.summary = summary
    entry.author = authors
    let page = pageAddressOfFeedOrEntry(place)
    // FeedBurner's own link only leads to the entry's page.
    let original = firstChildText(named: "feedburner:origlink")
      .flatMap(HTMLTextReader.webAddressIfComplete)
    entry.links = [original, page].compactMap(\.self)
    if page.flatMap(HTMLTextReader.webAddressIfComplete) == nil {
      entry.links +=
        [
          self["href"], permanentLink(place),
          atomLinks("related").first?.addressOfLinkElement(place),
          externalContent?.atomContentSourceAddress(place),
          firstChildText(named: "atom:id", "id").flatMap(HTMLTextReader.webAddressIfComplete),
          self["rdf:about"].flatMap(HTMLTextReader.webAddressIfComplete),
          playerAddress.flatMap(HTMLTextReader.webAddressIfComplete),
          atomLinks("via").first?.addressOfLinkElement(place),
        ].compactMap(\.self)
    }
    entry.dates = entryDates
    addMedia(to: &entry, place)
    addPodcastDetails(to: &entry)
    entry.tags = tags
    addCommentPageAndCount(to: &entry)
    entry.remainder = remainder
    entry.isEmpty = !hasChildren && attributes.isEmpty && entry.remainder.isEmpty
    return entry
  }

  /// The texts that may be the date of this entry of a web feed, the likeliest first.
  var entryDates: [String] {
    let dates = children.filter { Self.allDateNames.contains($0.name) }
    // Of several dates of a kind the last counts, as in other feed readers.
    return Self.dateNames.flatMap { names in
      dates.filter { names.contains($0.name) }.reversed().map(\.text)
    } + [self["lastmod"]].compactMap(\.self)
  }

  /// The Atom content element of this entry that names the address of its content; nil if the entry
  /// contains its content.
  private var externalContent: XMLElement? {
    childrenNamed("atom:content").first { $0["src"]?.isEmpty == false }
  }

  /// The text within the XML element of this entry, without its dates and people, otherwise its
  /// children's labels, titles and addresses; it is shown for an entry that has nothing else.
  private var remainder: String {
    let texts = nodes.map { node in
      switch node {
      case .text(let words): words.trimmingBlanks
      case .element(let child):
        Self.allDateNames.contains(child.name) || Self.peopleNames.contains(child.name)
          ? "" : child.text.trimmingBlanks
      }
    }
    let text = texts.filter { !$0.isEmpty }.joined(separator: " ")
    guard text.isEmpty else { return text }
    return children.flatMap { child in
      [child["label"] ?? child["term"] ?? child["title"] ?? child["href"] ?? child["url"]]
        .compactMap(\.self)
    }.joined(separator: " ")
  }

  /// The names of the XML elements that state the date of a web feed's entry, in sets of equal
  /// meaning, publication first.
  private static let dateNames: [Set<String>] = [
    [
      "pubdate", "atom:pubdate", "atom:published", "published", "dcterms:issued", "atom:issued",
      "issued",
    ],
    ["dc:date"], ["dcterms:created", "atom:created", "created"],
    [
      "atom:updated", "updated", "dcterms:modified", "atom:modified", "modified", "dcterms:date",
      "lastbuilddate", "atom:lastbuilddate",
    ],
    ["date", "atom:date"],
  ]
  /// The names of the XML elements that state the people of a web feed's entry.
  private static let peopleNames: Set<String> = [
    "dc:creator", "author", "atom:author", "dc:author", "itunes:author", "googleplay:author",
    "managingeditor", "creator", "contributor", "atom:contributor", "dc:contributor",
    "dc:publisher", "itunes:owner", "webmaster", "podcast:person",
  ]
  private static let allDateNames = dateNames.reduce(Set()) { $0.union($1) }

  /// Returns the address of the web page that this entry of a web feed states as its id; nil if the
  /// id is no address, or is declared to be no link.
  private func permanentLink(_ place: LinkBaseAddress) -> String? {
    guard let guid = firstChild("guid", "atom:guid") else { return nil }
    let words = guid.text.trimmingBlanks
    switch guid["ispermalink"]?.lowercased() {
    case "false": return nil
    case "true" where words.contains("/"): return place.resolvedAddress(words, in: guid)
    default: return HTMLTextReader.webAddressIfComplete(words)
    }
  }

  private var authors: String? {
    let names = ["dc:creator", "author", "atom:author", "dc:author", "itunes:author"]
    for name in names + ["googleplay:author", "managingeditor", "creator"] {
      let people = childrenNamed(name).compactMap(\.person)
      if !people.isEmpty { return people.joined(separator: ", ") }
    }
    let source = firstChild("atom:source", "source")
    let people = source?.childrenNamed("atom:author", "author").compactMap(\.person) ?? []
    return people.isEmpty ? nil : people.joined(separator: ", ")
  }

  /// The names of the authors of this web feed, which count for entries without an author; nil if
  /// the feed states none.
  fileprivate var authorsOfFeed: String? {
    let names = [
      "atom:author", "author", "itunes:author", "googleplay:author", "itunes:owner",
      "managingeditor", "dc:creator", "podcast:person", "webmaster",
    ]
    for name in names {
      let people = childrenNamed(name).compactMap(\.person)
      if !people.isEmpty { return people.joined(separator: ", ") }
    }
    return nil
  }

  /// The tags and categories of this entry of a web feed.
  private var tags: [String] {
    let groups = [self] + childrenNamed("media:group")
    let categories =
      childrenNamed("category", "atom:category", "dc:subject")
      + groups.flatMap { $0.childrenNamed("media:category") }
    let lists =
      childrenNamed("itunes:keywords") + groups.flatMap { $0.childrenNamed("media:keywords") }
    return categories.map { $0["label"] ?? $0["term"] ?? $0.text }
      + lists.flatMap { $0.text.split(separator: ",").map(String.init) }
  }

  /// Adds the address of the page with the comments on this entry of a web feed, and their number.
  private func addCommentPageAndCount(to entry: inout RawFeedEntry) {
    let replies = atomLinks("replies")
    let page = replies.first { $0["type"]?.lowercased().contains("html") ?? true }
    let address =
      firstChildText(named: "comments") ?? page?["href"]
      ?? firstChild("podcast:socialinteract")?["uri"]
    if let address { entry.attachments.append(.init(label: .comments, address: address)) }
    let count =
      firstChildText(named: "slash:comments", "thr:total")
      ?? replies.lazy.compactMap { $0["thr:count"] }.first
    entry.commentCount = count.flatMap { Int($0) }.flatMap {
      (0...1_000_000_000).contains($0) ? $0 : nil
    }
  }

  /// The name of the person in this XML element of a web feed, such as an entry's author, otherwise
  /// the e-mail address; nil if both are missing.
  private var person: String? {
    if hasChildren {
      let name =
        firstChildText(named: "atom:name", "name", "foaf:name", "itunes:name", "title")
        ?? firstChildText(named: "atom:email", "email", "itunes:email")
      // Words in or beside elements of HTML are a name, such as one that links to the person's
      // page.
      let isHTML = children.allSatisfy { HTMLElement.isElementName($0.name) }
      if name != nil || !hasWords && !isHTML { return name }
    }
    let text = personText.withSingleBlanks
    guard !text.isEmpty else { return nil }
    // "mail (Name)", "Name (mail)" and "Name <mail>".
    for (open, close) in [("(", ")"), ("<", ">")] as [(Character, Character)] {
      guard text.last == close, let start = text.lastIndex(of: open) else { continue }
      let inner = text[text.index(after: start)...].dropLast().trimmingBlanks
      let outer = text[..<start].trimmingBlanks
      if inner.contains("@") {
        // The name may be quoted, as in the head of a mail.
        let isQuoted = outer.count > 2 && outer.first == "\"" && outer.last == "\""
        return outer.isEmpty ? inner : isQuoted ? String(outer.dropFirst().dropLast()) : outer
      }
      if outer.contains("@"), !outer.contains(" ") { return inner.isEmpty ? outer : inner }
    }
    return text
  }

  /// True if this XML element has text of its own, outside of child elements.
  private var hasWords: Bool {
    nodes.contains {
      if case .text(let words) = $0 { !words.trimmingBlanks.isEmpty } else { false }
    }
  }

  /// The text of this XML element that names a person, such as an author, without the HTML that
  /// some feeds escape in it.
  private var personText: String {
    let text = text
    return HTMLTextReader.looksLikeHTML(text)
      ? HTMLTextReader.richTextFromPostHTML(text).plain
      : HTMLEntityDecoder.textWithDecodedEntities(text)
  }

  // MARK: Media

  private func addMedia(to entry: inout RawFeedEntry, _ place: LinkBaseAddress) {
    let enclosures = childrenNamed("enclosure", "atom:enclosure")
    for enclosure in enclosures {
      entry.attachFile(enclosure.addressOfLinkElement(place), enclosure["type"])
    }
    for link in atomLinks("enclosure") {
      entry.attachFile(link.addressOfLinkElement(place), link["type"], words: link["title"] ?? "")
    }
    if let content = externalContent, let url = content.atomContentSourceAddress(place),
      EntryHTMLPictureParser.mediaKind(type: content["type"], url: url) != nil
    {
      entry.attachFile(url, content["type"])
    }
    // Of a group, which has one file in several forms, only the first is attached.
    let ofGroups = childrenNamed("media:group").filter { $0.parsedMediaRSSFiles(self).isEmpty }
      .compactMap { $0.firstChild("media:content") }
    for content in childrenNamed("media:content") + ofGroups {
      // Flash videos cannot be played any more.
      guard let type = content["type"]?.lowercased(), !type.contains("flash"),
        EntryHTMLPictureParser.mediaKind(
          type: type, medium: content["medium"], url: content["url"] ?? "")
          == nil
      else { continue }
      entry.attachFile(content.addressOfLinkElement(place), type)
    }
    for link in childrenNamed("media:peerlink") {
      entry.attachFile(link.addressOfLinkElement(place), link["type"])
    }
    if entry.media.isEmpty, entry.attachments.isEmpty {
      for alternate in childrenNamed("podcast:alternateenclosure").prefix(1) {
        let source = alternate.firstChild("podcast:source")
        entry.attachFile(source?["uri"], source?["contenttype"] ?? alternate["type"])
      }
    }
    let cover = firstChild("itunes:image", "podcast:image")
    let address = cover?["href"]
    entry.media =
      entry.media.map { $0.addingCoverAndDuration(cover: address, seconds: seconds) } + mediaContent
  }

  /// The address of the web page that plays the entry's video or audio; nil without one.
  private var playerAddress: String? {
    let groups = childrenNamed("media:group")
    let contents = ([self] + groups).flatMap { $0.childrenNamed("media:content") }
    return ([self] + groups + contents).lazy.compactMap { $0.firstChild("media:player")?["url"] }
      .first
  }

  /// The duration of this entry's video or audio in seconds; nil if the feed states none.
  private var seconds: Int? {
    firstChildText(named: "itunes:duration").flatMap(Episode.parsedDurationInSeconds)
  }

  /// The media of this entry in the format Media RSS. Of a group, which has one photo or video in
  /// several sizes, only the first is included.
  private var mediaContent: [EntryMediaFile] {
    let groups = childrenNamed("media:group")
    let all = parsedMediaRSSFiles(self) + groups.compactMap { $0.parsedMediaRSSFiles(self).first }
    let thumbnails = ([self] + groups).compactMap { $0.firstChild("media:thumbnail") }
    guard all.isEmpty, let thumbnail = thumbnails.first(where: { $0["url"] != nil }),
      let url = thumbnail["url"]
    else { return all }
    return [
      EntryMediaFile(
        url: url, kind: .still, width: EntryHTMLPictureParser.parsedSideLength(thumbnail["width"]),
        height: EntryHTMLPictureParser.parsedSideLength(thumbnail["height"]))
    ]
  }

  private func parsedMediaRSSFiles(_ entry: XMLElement) -> [EntryMediaFile] {
    childrenNamed("media:content").compactMap { content in
      guard let url = content["url"],
        let kind = EntryHTMLPictureParser.mediaKind(
          type: content["type"], medium: content["medium"], url: url)
      else { return nil }
      let cover =
        content.firstChild("media:thumbnail") ?? firstChild("media:thumbnail")
        ?? entry.firstChild("media:thumbnail")
      return EntryMediaFile(
        url: url, kind: kind, width: EntryHTMLPictureParser.parsedSideLength(content["width"]),
        height: EntryHTMLPictureParser.parsedSideLength(content["height"]),
        words: (content.firstChildText(named: "media:description", "media:title")
          ?? firstChildText(named: "media:description") ?? "").withSingleBlanks,
        cover: kind == .still ? nil : cover?["url"]
      ).addingCoverAndDuration(
        cover: nil, seconds: content["duration"].flatMap(Episode.parsedDurationInSeconds))
    }
  }

  private func addPodcastDetails(to entry: inout RawFeedEntry) {
    for chapter in firstChild("psc:chapters")?.childrenNamed("psc:chapter") ?? [] {
      guard let start = chapter["start"] else { continue }
      let time = start.prefix { $0 != "." }
      entry.notes.append("\(time) \(chapter["title"] ?? "")")
      if let seconds = Episode.parsedDurationInSeconds(start) {
        entry.chapters.append(
          Episode.EpisodeChapter(start: seconds, title: (chapter["title"] ?? "").withSingleBlanks))
      }
    }
    let people = childrenNamed("podcast:person").compactMap { person -> String? in
      let name = person.text.withSingleBlanks
      guard !name.isEmpty else { return nil }
      return "\(name) (\((person["role"] ?? "host").lowercased()))"
    }
    if !people.isEmpty { entry.notes.append(people.joined(separator: ", ")) }
    if let chapters = firstChild("podcast:chapters")?["url"] {
      entry.attachments.append(.init(label: .chapters, address: chapters))
    }
    for transcript in childrenNamed("podcast:transcript").prefix(1) {
      guard let url = transcript["url"] else { continue }
      entry.attachments.append(.init(label: .transcript, address: url))
    }
  }
}

extension LinkBaseAddress {
  /// Returns the address that an XML element of a web feed states, made absolute if the element has
  /// a base address of its own, otherwise as stated.
  fileprivate func resolvedAddress(_ text: String, in element: XMLElement) -> String {
    guard let base = element["xml:base"] else { return text }
    return nestedBase(base).absoluteHTTPAddress(text) ?? text
  }
}

extension String {
  fileprivate func replacingEntity(_ entity: String, with sign: String) -> String {
    guard utf8.contains(UInt8(ascii: "&")) else { return self }
    var parts: [String] = []
    var rest = self[...]
    while let mark = rest.firstIndex(of: "&") {
      parts.append(String(rest[..<mark]))
      rest = rest[mark...]
      parts.append(rest.hasPrefix(entity) ? sign : "&")
      rest = rest.dropFirst(rest.hasPrefix(entity) ? entity.count : 1)
    }
    return parts.joined() + rest
  }
}
