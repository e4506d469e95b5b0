internal import FeedDomain

/// Reads RSS: 2.0 with what came before it, and 1.0, whose entries stand beside the channel.
struct RSSReader {
  static let parts: Set<String> = ["item"]

  let document: XMLReader.Document
  let place: ChannelPlace

  /// Nil where it is no RSS.
  var channel: Channel? {
    let root = document.root
    guard ["rss", "rdf:RDF"].contains(root.name), let told = root.first("channel") else {
      return nil
    }
    let place = place.at(root["xml:base"]).at(told["xml:base"])
    var channel = Channel()
    channel.name = told.words("title").map { RawItem.plain(.init(text: $0), place) }
    channel.site =
      told.words("link").flatMap(place.address)
      ?? told.links("alternate").first?["href"].flatMap(place.address)
    channel.about = told.words("description").map { RawItem.plain(.init(text: $0), place) } ?? ""
    channel.icon =
      (told.first("image") ?? root.first("image"))?.words("url").flatMap(place.file)
      ?? told.first("itunes:image")?["href"].flatMap(place.file)
    channel.minutes = told.words("ttl").flatMap { Int($0) }
    channel.quietHours = Set(
      told.first("skipHours")?.all("hour").compactMap { Int($0.text.trimmingBlanks) } ?? [])
    channel.items = document.parts.compactMap { Self.item($0).item(place) }
    return channel
  }

  private static func item(_ element: XMLElement) -> RawItem {
    var item = RawItem()
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

  /// The name in "ada@example.org (Ada)".
  private static func name(_ author: String) -> String {
    guard author.hasSuffix(")"), let open = author.firstIndex(of: "(") else { return author }
    return String(author[author.index(after: open)...].dropLast())
  }
}

extension RawItem {
  /// Takes what is attached: to be shown or played, or as a file.
  mutating func attach(_ url: String?, _ type: String?, words: String = "") {
    guard let url else { return }
    if let kind = ChannelPictures.kind(type: type, url: url) {
      media.append(ChannelMedia(url: url, kind: kind, words: words))
    } else {
      files.append(url)
    }
  }
}

extension ChannelMedia {
  /// The same with what is shown of a sound or a film.
  func covered(by cover: String?) -> ChannelMedia {
    guard kind.isPlayed, self.cover == nil else { return self }
    var copy = self
    copy.cover = cover
    return copy
  }
}
