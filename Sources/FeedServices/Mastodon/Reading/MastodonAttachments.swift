internal import FeedDomain

/// What is attached to a post: pictures, films and sounds to show, and links to whatever else there is.
struct MastodonAttachments: Equatable, Sendable {
  private(set) var photos: [Photo] = []
  private var links: [RichText.Run] = []

  init(_ json: JSON, isSensitive: Bool) {
    for attachment in json.array {
      if let photo = Self.photo(attachment, isSensitive: isSensitive) {
        photos.append(photo)
      } else if let link = Self.link(attachment) {
        links.append(link)
      }
    }
  }

  /// The text, with a line for everything that is no picture.
  func appendingLinks(to text: RichText) -> RichText {
    guard !links.isEmpty else { return text }
    var runs = text.runs
    for link in links { runs += (runs.isEmpty ? [] : [.init("\n")]) + [link] }
    return RichText(runs: runs)
  }

  private static func photo(_ json: JSON, isSensitive: Bool) -> Photo? {
    let kind: Photo.Kind
    switch json["type"].string {
    case "image": kind = .still
    case "gifv": kind = .animation
    case "video": kind = .video
    case "audio": kind = .audio
    default: return nil
    }
    let address = MastodonReader.address(json["url"]) ?? MastodonReader.address(json["remote_url"])
    let meta = json["meta"]
    let sizes = MastodonSizes(original: meta["original"], small: meta["small"])
    var renditions: [Photo.Rendition] = []
    // A sound without a cover is its own preview on some servers.
    if let url = MastodonReader.address(json["preview_url"]), kind != .audio || url != address {
      renditions.append(Photo.Rendition(url: url, size: sizes.small))
    }
    // The bytes of a film are no picture.
    if kind == .still, let url = MastodonReader.address(json["url"]), url != renditions.last?.url {
      renditions.append(Photo.Rendition(url: url, size: sizes.original))
    }
    let isThere = !renditions.isEmpty || (kind == .audio && address != nil)
    guard let id = json["id"].id, isThere else { return nil }
    return Photo(
      id: Photo.ID(id), kind: kind, address: address, renditions: renditions, size: sizes.original,
      altText: json["description"].string ?? "", blurhash: json["blurhash"].filledString,
      isSensitive: isSensitive)
  }

  private static func link(_ json: JSON) -> RichText.Run? {
    let addresses = ["url", "remote_url"].lazy.compactMap { MastodonReader.address(json[$0]) }
    guard let url = addresses.first else { return nil }
    return RichText.Run(json["description"].filledString ?? url, .link(url))
  }
}
