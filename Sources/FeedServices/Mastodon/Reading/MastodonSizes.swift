internal import FeedDomain

/// How large a picture and its preview are, as far as the server tells.
struct MastodonSizes: Equatable, Sendable {
  /// What a preview has at most, on most servers.
  private static let preview = 640
  /// A picture of which nothing is told.
  private static let unknown = PhotoSize(width: 1280, height: 960)

  let original: PhotoSize
  let small: PhotoSize

  init(original: JSON, small: JSON) {
    let whole = Self.size(original)
    let part = Self.size(small)
    self.original = whole ?? part ?? Self.unknown
    self.small = part ?? Self.scaledDown(whole ?? Self.unknown)
  }

  private static func size(_ json: JSON) -> PhotoSize? {
    guard let width = json["width"].int, let height = json["height"].int,
      (1...100_000).contains(width), (1...100_000).contains(height)
    else { return nil }
    return PhotoSize(width: width, height: height)
  }

  private static func scaledDown(_ size: PhotoSize) -> PhotoSize {
    let longest = max(size.width, size.height)
    guard longest > preview else { return size }
    return PhotoSize(
      width: max(1, size.width * preview / longest),
      height: max(1, size.height * preview / longest))
  }
}
