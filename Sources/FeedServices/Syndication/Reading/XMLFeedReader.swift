internal import FeedDomain
internal import Groundwork

/// A parser of web feeds in RSS of every version, Atom and Microsoft's CDF. All formats are read by
/// one parser, since many feeds mix their elements.
struct XMLFeedReader {
  static let parts: Set<String> = ["item", "entry", "atom:entry", "atom:item"]
  static let roots: Set<String> = [
    "rss", "rdf:rdf", "rdf", "feed", "atom:feed", "channel", "atom:channel", "atom:rss",
  ]

  let document: XMLReader.Document
  let place: LinkBase

  /// The parsed web feed; nil for XML of another kind.
  var webFeed: WebFeed? {
    let root = document.root
    guard
      Self.roots.contains(root.name) || Self.parts.contains(root.name)
        || document.parts.contains(where: \.isEntryOfFeed)
    else { return nil }
    // In Microsoft's format, channels within the channel are its sections.
    let isChannel = root.name == "channel" || root.name == "atom:channel"
    let channel = isChannel ? nil : root.first("channel", "atom:channel")
    let head = channel ?? root
    let place = place.at(root["xml:base"]).at(channel?["xml:base"])
    var webFeed = WebFeed()
    webFeed.name = head.title.map { RawEntry.plain($0, place) }
    webFeed.site = (head.link ?? head["href"]).flatMap(place.address)
    webFeed.about = head.summary.map { RawEntry.plain($0, place) } ?? ""
    let image = head.first("image") ?? root.first("image")
    webFeed.icon =
      (image?.words("url") ?? head.first("itunes:image")?["href"]
      ?? head.words("atom:icon", "icon", "webfeeds:icon", "atom:logo", "logo"))
      .flatMap(place.picture)
    webFeed.minutes = head.words("ttl").flatMap { Int($0) }
    webFeed.quietHours = Set(
      head.first("skiphours")?.all("hour").compactMap { Int($0.text.trimmingBlanks) } ?? [])
    webFeed.entries = document.parts.map(\.entry).entries(self.place)
    return webFeed
  }
}

extension XMLElement {
  /// The prefixes that this program uses for the XML namespaces of web feeds, by namespace address.
  static let feedNamespaces: [String: String] = {
    var namespaces: [String: String] = [:]
    for line in feedNamespaceTable.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      for address in words.dropFirst() { namespaces[address] = words[0] == "-" ? "" : words[0] }
    }
    return namespaces
  }()

  /// A table of XML namespaces: in each line a prefix and its namespace addresses, compared without
  /// case, scheme and last slash; "-" for no prefix.
  private static let feedNamespaceTable = """
    - http://backend.userland.com/rss http://backend.userland.com/rss2
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
    sy http://purl.org/rss/1.0/modules/syndication
    webfeeds http://webfeeds.org/rss/1.0
    xhtml http://www.w3.org/1999/xhtml
    xml http://www.w3.org/xml/1998/namespace
    """

  // MARK: Fields of feeds and entries

  fileprivate var title: RawEntry.Text? {
    text("title", "atom:title", format: .either)
      ?? text("dc:title", "media:title", "itunes:title", format: .either)
      ?? mediaText("media:title", format: .either)
      ?? first("a").flatMap { $0.construct(.html) }
  }

  /// Returns a text about the media of an entry, such as their title.
  private func mediaText(_ name: String, format: RawEntry.Text.Format) -> RawEntry.Text? {
    for element in all("media:group", "media:content") {
      if let text = element.text(name, format: format) { return text }
      for content in element.all("media:content") {
        if let text = content.text(name, format: format) { return text }
      }
    }
    return nil
  }

  /// True if an element in a document of an unknown kind is an entry of a web feed.
  fileprivate var isEntryOfFeed: Bool {
    first("title", "atom:title") != nil
      && first("link", "atom:link", "guid", "pubdate", "description", "content:encoded") != nil
  }

  fileprivate var summary: RawEntry.Text? {
    text("description", "atom:summary", "summary", "atom:subtitle", "atom:tagline", format: .html)
      ?? first("atom:description").flatMap { $0.construct(.html) }
      ?? text("subtitle", "tagline", "dc:description", "itunes:summary", format: .html)
      ?? text("googleplay:description", "media:description", format: .html)
      ?? mediaText("media:description", format: .html)
      ?? text("itunes:subtitle", "abstract", "dcterms:abstract", format: .html)
  }

  private var content: RawEntry.Text? {
    text("content:encoded", "atom:content", "content", "fullitem", format: .html)
      ?? first("xhtml:body", "xhtml:div", "body").map {
        RawEntry.Text(text: $0.markup, base: $0["xml:base"])
      }
  }

  /// The web page of a feed or an entry.
  fileprivate var link: String? {
    let alternates = links("alternate")
    let ofHTML = alternates.filter { link in
      link["type"].map { ["text/html", "application/xhtml+xml"].contains($0.lowercased()) } ?? true
    }
    let language = self["xml:lang"]?.lowercased()
    let translated = ofHTML.first {
      $0["hreflang"] == nil || $0["hreflang"]?.lowercased() == language
    }
    // Some escape an address twice.
    return words("link", "atom:link").map { $0.replacingEntity("&amp;", with: "&") }
      ?? (translated ?? ofHTML.first ?? alternates.first)?["href"] ?? first("a")?["href"]
  }

  /// Returns the Atom links with a given relation, such as "alternate".
  fileprivate func links(_ relation: String) -> [XMLElement] {
    all("atom:link", "link").filter {
      let given = $0["rel"]?.lowercased() ?? "alternate"
      let last = given.split(separator: "/").last.map(String.init)
      return last == relation && $0["href"] != nil
    }
  }

  /// Returns the text of the first non-empty element with one of the names, in the format that the
  /// element declares or else the given one; plain text in Atom.
  private func text(_ names: String..., format: RawEntry.Text.Format) -> RawEntry.Text? {
    for name in names {
      for element in all(name) {
        let usual = name.hasPrefix("atom:") ? .plain : format
        if let text = element.construct(usual), !text.text.allSatisfy(\.isWhitespace) {
          return text
        }
      }
    }
    return nil
  }

  /// Returns the content of an Atom element by its type; nil for external and binary content.
  private func construct(_ usual: RawEntry.Text.Format) -> RawEntry.Text? {
    guard self["src"] == nil else { return nil }
    let type = self["type"]?.lowercased().prefix { $0 != ";" }.trimmingBlanks ?? ""
    let base = self["xml:base"]
    if self["mode"]?.lowercased() == "base64" || Self.isEncoded(type) {
      guard !type.hasPrefix("image/"), !type.hasPrefix("audio/"), !type.hasPrefix("video/") else {
        return nil
      }
      guard let bytes = Base64.decodedBytes(from: text.filter { !$0.isWhitespace }) else {
        return .init(text: text, format: .either, base: base)
      }
      return .init(
        text: String(decoding: CharacterDecoding.utf8(bytes), as: UTF8.self),
        format: type.contains("html") ? .html : .either, base: base)
    }
    switch type {
    case "html", "text/html": return .init(text: html, base: base)
    case "xhtml", "application/xhtml+xml", "text/xml", "application/xml":
      return .init(
        text: self["mode"]?.lowercased() == "escaped" ? text : markup, base: base)
    default:
      // Elements within are meant as HTML, whatever is told.
      if hasChildren { return .init(text: usual == .plain ? markup : html, base: base) }
      return .init(
        text: text, format: type.isEmpty || type == "text/plain" && usual == .html ? usual : .plain,
        base: base)
    }
  }

  /// Returns true if Atom content of a media type is encoded in base64.
  private static func isEncoded(_ type: String) -> Bool {
    type.contains("/") && !type.hasPrefix("text/") && !type.hasSuffix("+xml")
      && !type.hasSuffix("/xml")
  }

  // MARK: Entries

  fileprivate var entry: RawEntry {
    var entry = RawEntry()
    let guid = words("guid", "atom:guid")
    entry.id = guid ?? words("atom:id", "id") ?? self["rdf:about"]
    entry.title = title
    entry.content = content
    entry.summary = summary
    entry.author = authors
    let isLink = first("guid", "atom:guid")?["ispermalink"]?.lowercased() != "false"
    entry.link =
      link ?? self["href"] ?? (isLink ? guid.flatMap(HTMLReader.webAddress) : nil)
      ?? links("related").first?["href"] ?? words("atom:id", "id").flatMap(HTMLReader.webAddress)
      ?? self["rdf:about"].flatMap(HTMLReader.webAddress)
    entry.dates = Self.dateNames.flatMap { name in
      children.filter { $0.name == name }.map(\.text)
    }
    entry.dates += [self["lastmod"]].compactMap(\.self)
    entry.bases = outerBases + [self["xml:base"]].compactMap(\.self)
    addMedia(to: &entry)
    addPodcast(to: &entry)
    entry.remainder = remainder
    entry.isEmpty = !hasChildren && attributes.isEmpty && entry.remainder.isEmpty
    return entry
  }

  /// The text of an entry without fields: of its elements, or else of their attributes.
  private var remainder: String {
    let text = text.trimmingBlanks
    guard text.isEmpty else { return text }
    return children.flatMap { child in
      [child["label"] ?? child["term"] ?? child["title"] ?? child["href"] ?? child["url"]]
        .compactMap(\.self)
    }.joined(separator: " ")
  }

  private static let dateNames = [
    "pubdate", "atom:published", "published", "dcterms:issued", "atom:issued", "issued", "dc:date",
    "dcterms:created", "atom:created", "created", "atom:updated", "updated", "dcterms:modified",
    "atom:modified", "modified", "dcterms:date", "lastbuilddate", "date", "atom:pubdate",
    "atom:date",
  ]

  private var authors: String? {
    let names = ["dc:creator", "author", "atom:author", "dc:author", "itunes:author"]
    for name in names + ["googleplay:author", "managingeditor", "creator"] {
      let people = all(name).compactMap(\.person)
      if !people.isEmpty { return people.joined(separator: ", ") }
    }
    return first("atom:source", "source").flatMap { $0.all("atom:author", "author").first?.person }
  }

  /// The name of an entry's author, or else the e-mail address.
  private var person: String? {
    if hasChildren {
      return words("atom:name", "name", "foaf:name", "title") ?? words("atom:email", "email")
    }
    let text = HTMLEntities.decoded(text).withSingleBlanks
    guard !text.isEmpty else { return nil }
    // "mail (Name)", "Name (mail)" and "Name <mail>".
    for (open, close) in [("(", ")"), ("<", ">")] as [(Character, Character)] {
      guard text.last == close, let start = text.lastIndex(of: open) else { continue }
      let inner = text[text.index(after: start)...].dropLast().trimmingBlanks
      let outer = text[..<start].trimmingBlanks
      if inner.contains("@"), !outer.isEmpty { return outer }
      if outer.contains("@"), !outer.contains(" ") { return inner }
    }
    return text
  }

  // MARK: Media

  private func addMedia(to entry: inout RawEntry) {
    for enclosure in all("enclosure", "atom:enclosure") {
      entry.attach(enclosure["url"] ?? enclosure["href"], enclosure["type"])
    }
    for link in links("enclosure") {
      entry.attach(link["href"], link["type"], words: link["title"] ?? "")
    }
    if entry.media.isEmpty, entry.attachments.isEmpty {
      for alternate in all("podcast:alternateenclosure").prefix(1) {
        let source = alternate.first("podcast:source")
        entry.attach(source?["uri"], source?["contenttype"] ?? alternate["type"])
      }
    }
    let cover = first("itunes:image", "podcast:image")
    let address = cover?["href"]
    entry.media = entry.media.map { $0.with(cover: address, duration: duration) } + mediaContent
  }

  /// The duration of an entry's film or sound, as "12:34" or "1:02:03"; nil if not stated.
  private var duration: String? {
    guard let text = words("itunes:duration") else { return nil }
    let parts = text.split(separator: ":").compactMap {
      Double($0).map { Int(min(max($0, 0), 1e6)) }
    }
    guard (1...3).contains(parts.count) else { return nil }
    let seconds = parts.reduce(0) { $0 * 60 + $1 }
    guard seconds > 0 else { return nil }
    let (minutes, rest) = (seconds / 60, seconds % 60)
    let end = "\(rest < 10 ? "0" : "")\(rest)"
    return minutes < 60
      ? "\(minutes):\(end)"
      : "\(minutes / 60):\(minutes % 60 < 10 ? "0" : "")\(minutes % 60):\(end)"
  }

  /// Media of an entry in the format Media RSS; only the first of a group, as the others have
  /// different sizes.
  private var mediaContent: [EntryMedia] {
    let groups = all("media:group")
    let all = media(self) + groups.compactMap { $0.media(self).first }
    let thumbnails = ([self] + groups).compactMap { $0.first("media:thumbnail") }
    guard all.isEmpty, let thumbnail = thumbnails.first(where: { $0["url"] != nil }),
      let url = thumbnail["url"]
    else { return all }
    return [
      EntryMedia(
        url: url, kind: .still, width: EntryPictures.side(thumbnail["width"]),
        height: EntryPictures.side(thumbnail["height"]))
    ]
  }

  private func media(_ entry: XMLElement) -> [EntryMedia] {
    all("media:content").compactMap { content in
      guard let url = content["url"],
        let kind = EntryPictures.kind(type: content["type"], medium: content["medium"], url: url)
      else { return nil }
      let cover =
        content.first("media:thumbnail") ?? first("media:thumbnail")
        ?? entry.first("media:thumbnail")
      return EntryMedia(
        url: url, kind: kind, width: EntryPictures.side(content["width"]),
        height: EntryPictures.side(content["height"]),
        words: (content.words("media:description", "media:title")
          ?? words("media:description") ?? "").withSingleBlanks,
        cover: kind == .still ? nil : cover?["url"])
    }
  }

  private func addPodcast(to entry: inout RawEntry) {
    for chapter in first("psc:chapters")?.all("psc:chapter") ?? [] {
      guard let start = chapter["start"] else { continue }
      let time = start.prefix { $0 != "." }
      entry.notes.append("\(time) \(chapter["title"] ?? "")")
    }
    if let chapters = first("podcast:chapters")?["url"] {
      entry.attachments.append(.init(label: .chapters, address: chapters))
    }
    for transcript in all("podcast:transcript").prefix(1) {
      guard let url = transcript["url"] else { continue }
      entry.attachments.append(.init(label: .transcript, address: url))
    }
  }
}

extension EntryMedia {
  /// Returns media of an entry, with a cover picture and a duration for a film or sound.
  fileprivate func with(cover: String?, duration: String?) -> EntryMedia {
    guard kind.isPlayed else { return self }
    var copy = self
    copy.cover = self.cover ?? cover
    if let duration { copy.words = words.isEmpty ? "(\(duration))" : "\(words) (\(duration))" }
    return copy
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
