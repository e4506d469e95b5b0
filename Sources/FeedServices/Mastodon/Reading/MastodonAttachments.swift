internal import FeedDomain

/// A set of the parsed attachments of a Mastodon post: photos, videos and audio to show, and links
/// to other files.
struct MastodonAttachments: Equatable, Sendable {
  private(set) var photos: [Photo] = []
  private var links: [RichText.RichTextRun] = []

  init(_ json: JSON, isSensitive: Bool) {
    for attachment in json.array {
      if let photo = Self.parsedPhotoVideoOrAudio(attachment, isSensitive: isSensitive) {
        photos.append(photo)
      } else if let link = Self.parsedLinkRun(attachment) {
        links.append(link)
      }
    }
  }

  /// Returns a Mastodon post's text with a line at its end for each attachment that cannot be
  /// shown, which links to the file.
  func appendingAttachmentLinks(to text: RichText) -> RichText {
    text.appendingLines(links)
  }

  private static func parsedPhotoVideoOrAudio(_ json: JSON, isSensitive: Bool) -> Photo? {
    let kind: Photo.PhotoKind
    switch json["type"].string {
    case "image": kind = .still
    case "gifv": kind = .animation
    case "video": kind = .video
    case "audio": kind = .audio
    default: return nil
    }
    let address = json["url"].webAddress ?? json["remote_url"].webAddress
    let meta = json["meta"]
    let sizes = MastodonPictureSizes(original: meta["original"], small: meta["small"])
    var renditions: [Photo.PhotoRendition] = []
    // Some servers use a video or audio without a cover as its own preview.
    if let url = json["preview_url"].webAddress, kind == .still || url != address {
      renditions.append(Photo.PhotoRendition(url: url, size: sizes.small))
    }
    // A video's file is no picture.
    if kind == .still, let url = json["url"].webAddress, url != renditions.last?.url {
      renditions.append(Photo.PhotoRendition(url: url, size: sizes.original))
    }
    let isThere = !renditions.isEmpty || (kind != .still && address != nil)
    guard let id = json["id"].id, isThere else { return nil }
    return Photo(
      id: Photo.ID(id), kind: kind, address: address, renditions: renditions, size: sizes.original,
      altText: json["description"].string ?? "", blurhash: json["blurhash"].nonEmptyString,
      isSensitive: isSensitive)
  }

  private static func parsedLinkRun(_ json: JSON) -> RichText.RichTextRun? {
    guard let url = json["url"].webAddress ?? json["remote_url"].webAddress else { return nil }
    return RichText.RichTextRun(json["description"].nonEmptyString ?? url, .link(url))
  }
}

/// A pair of sizes in pixels, of a Mastodon post's picture and of its preview; assumed values if
/// the server states none.
struct MastodonPictureSizes: Equatable, Sendable {
  /// The usual number of pixels of the longer side of a preview at Mastodon servers.
  private static let preview = 640
  private static let unknown = PhotoSize(width: 1280, height: 960)

  let original: PhotoSize
  let small: PhotoSize

  init(original: JSON, small: JSON) {
    let (original, small) = (original.pictureSize, small.pictureSize)
    self.original = original ?? small ?? Self.unknown
    self.small = small ?? (original ?? Self.unknown).scaledDown(toLongestSide: Self.preview)
  }
}
