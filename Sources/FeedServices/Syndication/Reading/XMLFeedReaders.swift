internal import FeedDomain

/// Parses RSS: 2.0, its predecessors, and 1.0, whose entries stand beside the channel.
struct RSSReader {
  static let parts: Set<String> = ["item"]

  let document: XMLReader.Document
  let place: LinkBase

  var webFeed: WebFeed? {
    let root = document.root
    guard ["rss", "rdf:RDF"].contains(root.name), let told = root.first("channel") else {
      return nil
    }
    let place = place.at(root["xml:base"]).at(told["xml:base"])
    var webFeed = WebFeed()
    webFeed.name = told.words("title").map { RawEntry.plain(.init(text: $0), place) }
    webFeed.site =
      told.words("link").flatMap(place.address)
      ?? told.links("alternate").first?["href"].flatMap(place.address)
    webFeed.about = told.words("description").map { RawEntry.plain(.init(text: $0), place) } ?? ""
    webFeed.icon =
      (told.first("image") ?? root.first("image"))?.words("url").flatMap(place.file)
      ?? told.first("itunes:image")?["href"].flatMap(place.file)
    webFeed.minutes = told.words("ttl").flatMap { Int($0) }
    webFeed.quietHours = Set(
      told.first("skipHours")?.all("hour").compactMap { Int($0.text.trimmingBlanks) } ?? [])
    webFeed.entries = document.parts.compactMap { Self.item($0).item(place) }
    return webFeed
  }

  private static func item(_ element: XMLElement) -> RawEntry {
    var item = RawEntry()
    let guid = element.words("guid")
    item.id = guid ?? element["rdf:about"]
    item.title = element.words("title", "media:title", "dc:title").map { .init(text: $0) }
    let content = element.first("content:encoded", "xhtml:body")
    let summary = element.words("description", "itunes:summary", "media:description")
    item.content = content.map { .init(text: $0.name == "xhtml:body" ? $0.markup : $0.text) }
    item.summary = summary.map { .init(text: $0) }
    item.author =
      element.words("dc:creator", "itunes:author") ?? element.words("author").map(Self.name)
    let isLink = element.first("guid")?["isPermaLink"] != "false"
    item.link =
      element.words("link") ?? element.links("alternate").first?["href"]
      ?? (isLink ? guid.flatMap(HTMLReader.webAddress) : nil)
    item.date = element.words("pubDate", "dc:date", "atom:published", "atom:updated")
    item.base = element["xml:base"]
    for enclosure in element.all("enclosure") { item.attach(enclosure["url"], enclosure["type"]) }
    let cover = element.first("itunes:image")?["href"]
    item.media = item.media.map { $0.covered(by: cover) } + element.mediaContent
    return item
  }

  private static func name(_ author: String) -> String {
    guard author.hasSuffix(")"), let open = author.firstIndex(of: "(") else { return author }
    return String(author[author.index(after: open)...].dropLast())
  }
}

extension RawEntry {
  /// Adds an attachment: media, or a file.
  mutating func attach(_ url: String?, _ type: String?, words: String = "") {
    guard let url else { return }
    if let kind = EntryPictures.kind(type: type, url: url) {
      media.append(EntryMedia(url: url, kind: kind, words: words))
    } else {
      files.append(url)
    }
  }
}

extension EntryMedia {
  /// The media with a cover for a film or sound.
  func covered(by cover: String?) -> EntryMedia {
    guard kind.isPlayed, self.cover == nil else { return self }
    var copy = self
    copy.cover = cover
    return copy
  }
}

struct AtomReader {
  static let parts: Set<String> = ["atom:entry"]

  let document: XMLReader.Document
  let place: LinkBase

  var webFeed: WebFeed? {
    let root = document.root
    guard root.name == "atom:feed" else { return nil }
    let place = place.at(root["xml:base"])
    var webFeed = WebFeed()
    webFeed.name = Self.words(root.first("atom:title")).map { RawEntry.plain($0, place) }
    webFeed.site = root.links("alternate").first?["href"].flatMap(place.address)
    webFeed.about =
      Self.words(root.first("atom:subtitle", "atom:tagline")).map { RawEntry.plain($0, place) }
      ?? ""
    webFeed.icon = root.words("atom:icon", "atom:logo").flatMap(place.file)
    let author = Self.author(root)
    webFeed.entries = document.parts.compactMap { Self.item($0, by: author).item(place) }
    return webFeed
  }

  private static func item(_ entry: XMLElement, by author: String?) -> RawEntry {
    var item = RawEntry()
    item.id = entry.words("atom:id")
    item.title = words(entry.first("atom:title"))
    item.summary = words(entry.first("atom:summary"))
    item.content = words(entry.first("atom:content"))
    // Who wrote the feed wrote what names nobody; that need not be said of each.
    item.author = Self.author(entry).flatMap { $0 == author ? nil : $0 }
    item.link = entry.links("alternate").first?["href"] ?? entry.links("related").first?["href"]
    item.date = entry.words("atom:published", "atom:updated", "atom:issued", "atom:modified")
    item.base = entry["xml:base"]
    for link in entry.links("enclosure") {
      item.attach(link["href"], link["type"], words: link["title"] ?? "")
    }
    item.media += entry.mediaContent
    return item
  }

  private static func author(_ element: XMLElement) -> String? {
    element.first("atom:author")?.words("atom:name")
  }

  /// The text of a text construct; nil if empty or external.
  private static func words(_ element: XMLElement?) -> RawEntry.Words? {
    guard let element, element["src"] == nil else { return nil }
    let words: RawEntry.Words =
      switch element["type"]?.lowercased() {
      case "html", "text/html": .init(text: element.text, base: element["xml:base"])
      case "xhtml", "application/xhtml+xml":
        .init(text: element.markup, base: element["xml:base"])
      default: .init(text: element.text, isHTML: false)
      }
    return words.text.allSatisfy(\.isWhitespace) ? nil : words
  }
}

/// Elements that RSS and Atom share.
extension XMLElement {
  /// The prefixes of namespaces in this program.
  static let feedNamespaces = [
    "http://www.w3.org/2005/Atom": "atom", "http://purl.org/atom/ns#": "atom",
    "http://purl.org/rss/1.0/": "", "http://my.netscape.com/rdf/simple/0.9/": "",
    "http://backend.userland.com/rss2": "", "http://blogs.law.harvard.edu/tech/rss": "",
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#": "rdf",
    "http://purl.org/rss/1.0/modules/content/": "content",
    "http://purl.org/dc/elements/1.1/": "dc", "http://purl.org/dc/terms/": "dcterms",
    "http://search.yahoo.com/mrss/": "media", "http://search.yahoo.com/mrss": "media",
    "http://www.itunes.com/dtds/podcast-1.0.dtd": "itunes",
    "http://www.w3.org/1999/xhtml": "xhtml", "http://www.w3.org/XML/1998/namespace": "xml",
  ]

  /// The Atom links of a relation.
  func links(_ relation: String) -> [XMLElement] {
    all("atom:link").filter { ($0["rel"] ?? "alternate") == relation && $0["href"] != nil }
  }

  /// Media RSS; of a group the first counts, as the others are the same in other sizes.
  var mediaContent: [EntryMedia] {
    let groups = all("media:group").compactMap { $0.media.first }
    let all = media + groups
    guard all.isEmpty, let thumbnail = first("media:thumbnail"), let url = thumbnail["url"] else {
      return all
    }
    return [
      EntryMedia(
        url: url, kind: .still, width: EntryPictures.side(thumbnail["width"]),
        height: EntryPictures.side(thumbnail["height"]))
    ]
  }

  private var media: [EntryMedia] {
    all("media:content").compactMap { content in
      guard let url = content["url"],
        let kind = EntryPictures.kind(
          type: content["type"], medium: content["medium"], url: url)
      else { return nil }
      let cover = content.first("media:thumbnail") ?? first("media:thumbnail")
      return EntryMedia(
        url: url, kind: kind, width: EntryPictures.side(content["width"]),
        height: EntryPictures.side(content["height"]),
        words: (content.words("media:description", "media:title")
          ?? words("media:description") ?? "").withSingleBlanks,
        cover: kind == .still ? nil : cover?["url"])
    }
  }
}
