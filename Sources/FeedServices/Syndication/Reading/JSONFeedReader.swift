internal import FeedDomain

struct JSONFeedReader {
  private static let mostEntries = 500

  let json: JSON
  let place: LinkBase

  var webFeed: WebFeed? {
    guard json["version"].string?.contains("jsonfeed.org/version/") == true,
      json["items"].isArray
    else { return nil }
    var webFeed = WebFeed()
    webFeed.name = json["title"].words?.withSingleBlanks
    webFeed.site = json["home_page_url"].words.flatMap(place.address)
    webFeed.about = json["description"].words?.withSingleBlanks ?? ""
    webFeed.icon = (json["icon"].words ?? json["favicon"].words).flatMap(place.file)
    let author = Self.author(json)
    webFeed.entries = json["items"].array.prefix(Self.mostEntries).compactMap {
      Self.item($0, by: author).item(place)
    }
    return webFeed
  }

  private static func item(_ json: JSON, by author: String?) -> RawEntry {
    var item = RawEntry()
    item.id = json["id"].id
    item.title = json["title"].words.map { .init(text: $0, isHTML: false) }
    item.summary = json["summary"].words.map { .init(text: $0, isHTML: false) }
    item.content =
      json["content_html"].words.map { .init(text: $0) }
      ?? json["content_text"].words.map { .init(text: $0, isHTML: false) }
    item.author = Self.author(json).flatMap { $0 == author ? nil : $0 }
    item.link = json["url"].words ?? json["external_url"].words
    item.date = json["date_published"].words ?? json["date_modified"].words
    if let image = json["image"].words ?? json["banner_image"].words {
      item.media.append(EntryMedia(url: image, kind: .still))
    }
    for attachment in json["attachments"].array {
      item.attach(
        attachment["url"].words, attachment["mime_type"].words,
        words: attachment["title"].words ?? "")
    }
    return item
  }

  private static func author(_ json: JSON) -> String? {
    let names = (json["authors"].array + [json["author"]]).compactMap { $0["name"].words }
    return names.isEmpty ? nil : names.joined(separator: ", ")
  }
}
