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
    webFeed.name = json["title"].nonBlankText?.withSingleBlanks
    webFeed.site = json["home_page_url"].nonBlankText.flatMap(place.address)
    webFeed.about = json["description"].nonBlankText?.withSingleBlanks ?? ""
    webFeed.icon = (json["icon"].nonBlankText ?? json["favicon"].nonBlankText).flatMap(place.file)
    let author = Self.author(json)
    webFeed.entries = json["items"].array.prefix(Self.mostEntries).compactMap {
      Self.item($0, by: author).item(place)
    }
    return webFeed
  }

  private static func item(_ json: JSON, by author: String?) -> RawEntry {
    var item = RawEntry()
    item.id = json["id"].id
    item.title = json["title"].nonBlankText.map { .init(text: $0, isHTML: false) }
    item.summary = json["summary"].nonBlankText.map { .init(text: $0, isHTML: false) }
    item.content =
      json["content_html"].nonBlankText.map { .init(text: $0) }
      ?? json["content_text"].nonBlankText.map { .init(text: $0, isHTML: false) }
    item.author = Self.author(json).flatMap { $0 == author ? nil : $0 }
    item.link = json["url"].nonBlankText ?? json["external_url"].nonBlankText
    item.date = json["date_published"].nonBlankText ?? json["date_modified"].nonBlankText
    if let image = json["image"].nonBlankText ?? json["banner_image"].nonBlankText {
      item.media.append(EntryMedia(url: image, kind: .still))
    }
    for attachment in json["attachments"].array {
      item.attach(
        attachment["url"].nonBlankText, attachment["mime_type"].nonBlankText,
        words: attachment["title"].nonBlankText ?? "")
    }
    return item
  }

  private static func author(_ json: JSON) -> String? {
    let names = (json["authors"].array + [json["author"]]).compactMap { $0["name"].nonBlankText }
    return names.isEmpty ? nil : names.joined(separator: ", ")
  }
}
