internal import FeedDomain

struct JSONFeedReader {
  let json: JSON
  let baseAddress: LinkBaseAddress

  var webFeed: WebFeed? {
    guard json["version"].string?.contains("jsonfeed.org/version/") == true,
      json["items"].isArray
    else { return nil }
    var webFeed = WebFeed()
    webFeed.name = json["title"].nonBlankText?.withSingleBlanks
    webFeed.site = json["home_page_url"].nonBlankText.flatMap(baseAddress.absoluteHTTPAddress)
    webFeed.isExpired = json["expired"].bool == true
    webFeed.about = json["description"].nonBlankText?.withSingleBlanks ?? ""
    webFeed.icon = (json["icon"].nonBlankText ?? json["favicon"].nonBlankText).flatMap(
      baseAddress.absoluteHTTPSAddress)
    var items = json["items"].array
    if items.count > WebFeed.mostEntries {
      items = items.map { WebFeedDateParser.firstTimestamp(Self.dates(of: $0))?.milliseconds }
        .fillingMissingDates.indicesOfNewest(WebFeed.mostEntries).map { items[$0] }
    }
    let author = Self.parsedAuthorName(json)
    webFeed.entries = items.map {
      var entry = parsedRawEntry($0)
      entry.author = entry.author ?? author
      return entry
    }.webFeedEntries()
    return webFeed
  }

  private func parsedRawEntry(_ json: JSON) -> RawFeedEntry {
    var entry = RawFeedEntry()
    entry.base = baseAddress
    entry.id = json["id"].id
    entry.title = json["title"].nonBlankText.map { .init(text: $0, format: .plain) }
    entry.summary = json["summary"].nonBlankText.map { .init(text: $0, format: .plain) }
    entry.content =
      json["content_html"].nonBlankText.map { .init(text: $0) }
      ?? json["content_text"].nonBlankText.map { .init(text: $0, format: .plain) }
    entry.author = Self.parsedAuthorName(json)
    entry.tags = json["tags"].array.compactMap(\.nonBlankText)
    entry.links =
      [json["url"], json["external_url"]].compactMap(\.nonBlankText)
      // The id of many entries is their address.
      + [json["id"].string.flatMap(HTMLTextReader.webAddressIfComplete)].compactMap(\.self)
    entry.dates = Self.dates(of: json)
    if let image = json["image"].nonBlankText ?? json["banner_image"].nonBlankText {
      entry.media.append(EntryMediaFile(url: image, kind: .still))
    }
    for attachment in json["attachments"].array {
      entry.attachFile(
        attachment["url"].nonBlankText, attachment["mime_type"].nonBlankText,
        words: attachment["title"].nonBlankText ?? "",
        seconds: attachment["duration_in_seconds"].double.flatMap {
          (1...Double(Episode.longestDuration)).contains($0) ? Int($0) : nil
        })
    }
    entry.isEmpty =
      entry.title == nil && entry.summary == nil && entry.content == nil && entry.links.isEmpty
      && entry.id == nil && entry.media.isEmpty && entry.attachments.isEmpty
    return entry
  }

  /// Returns the texts that may be the date of an entry, the likeliest first.
  private static func dates(of json: JSON) -> [String] {
    [json["date_published"], json["date_modified"]].compactMap(\.nonBlankText)
  }

  private static func parsedAuthorName(_ json: JSON) -> String? {
    var known: Set<String> = []
    // Some feeds state one author in place of the list, or a name in place of the author.
    let authors = json["authors"].isArray ? json["authors"].array : [json["authors"]]
    let names = (authors + [json["author"]])
      .compactMap { $0["name"].nonBlankText ?? $0["url"].nonBlankText ?? $0.nonBlankText }.filter {
        known.insert($0).inserted
      }
    return names.isEmpty ? nil : names.joined(separator: ", ")
  }
}
