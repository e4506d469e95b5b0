/// Reads Atom (RFC 4287).
struct AtomReader {
  static let parts: Set<String> = ["atom:entry"]

  let document: XMLReader.Document
  let place: ChannelPlace

  /// Nil where it is no Atom.
  var channel: Channel? {
    let root = document.root
    guard root.name == "atom:feed" else { return nil }
    let place = place.at(root["xml:base"])
    var channel = Channel()
    channel.name = Self.words(root.first("atom:title")).map { RawItem.plain($0, place) }
    channel.site = root.links("alternate").first?["href"].flatMap(place.address)
    channel.about =
      Self.words(root.first("atom:subtitle", "atom:tagline")).map { RawItem.plain($0, place) } ?? ""
    channel.icon = root.words("atom:icon", "atom:logo").flatMap(place.file)
    let author = Self.author(root)
    channel.items = document.parts.compactMap { Self.item($0, by: author).item(place) }
    return channel
  }

  private static func item(_ entry: XMLElement, by author: String?) -> RawItem {
    var item = RawItem()
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

  /// What a text construct says; nil where it has nothing, or stands elsewhere.
  private static func words(_ element: XMLElement?) -> RawItem.Words? {
    guard let element, element["src"] == nil else { return nil }
    let words: RawItem.Words =
      switch element["type"]?.lowercased() {
      case "html", "text/html": .init(text: element.text, base: element["xml:base"])
      case "xhtml", "application/xhtml+xml":
        .init(text: element.markup, base: element["xml:base"])
      default: .init(text: element.text, isHTML: false)
      }
    return words.text.allSatisfy(\.isWhitespace) ? nil : words
  }
}
