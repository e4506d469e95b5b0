internal import FeedDomain

/// What RSS and Atom have in common.
extension XMLElement {
  /// What the namespaces of feeds are called here.
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

  /// Where the `link` elements of Atom lead that say they are that to the entry.
  func links(_ relation: String) -> [XMLElement] {
    all("atom:link").filter { ($0["rel"] ?? "alternate") == relation && $0["href"] != nil }
  }

  /// Pictures, films and sounds by Media RSS, also those in a group, of which the first counts: the
  /// others are the same in other sizes.
  var mediaContent: [ChannelMedia] {
    let groups = all("media:group").compactMap { $0.media.first }
    let all = media + groups
    guard all.isEmpty, let thumbnail = first("media:thumbnail"), let url = thumbnail["url"] else {
      return all
    }
    return [
      ChannelMedia(
        url: url, kind: .still, width: ChannelPictures.side(thumbnail["width"]),
        height: ChannelPictures.side(thumbnail["height"]))
    ]
  }

  private var media: [ChannelMedia] {
    all("media:content").compactMap { content in
      guard let url = content["url"],
        let kind = ChannelPictures.kind(
          type: content["type"], medium: content["medium"], url: url)
      else { return nil }
      let cover = content.first("media:thumbnail") ?? first("media:thumbnail")
      return ChannelMedia(
        url: url, kind: kind, width: ChannelPictures.side(content["width"]),
        height: ChannelPictures.side(content["height"]),
        words: (content.words("media:description", "media:title")
          ?? words("media:description") ?? "").withSingleBlanks,
        cover: kind == .still ? nil : cover?["url"])
    }
  }
}
