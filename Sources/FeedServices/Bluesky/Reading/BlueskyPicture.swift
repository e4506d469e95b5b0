internal import FeedDomain

/// A picture or a film as servers show it: a small and a large size, and the shape.
struct BlueskyPicture {
  /// How long the longer side is that servers make of it.
  private static let small = 1000
  private static let large = 2000
  /// The shape of which nothing is told.
  private static let unknown = PhotoSize(width: 2000, height: 1500)

  private let json: JSON
  private let small: String

  init(_ json: JSON, small: String = "thumbnail") {
    (self.json, self.small) = (json, small)
  }

  /// A picture; nil where it has no address.
  func photo(_ id: Photo.ID, isSensitive: Bool) -> Photo? {
    let size = size
    var renditions: [Photo.Rendition] = []
    if let url = json[small].webAddress {
      renditions.append(.init(url: url, size: Self.scaled(size, to: Self.small)))
    }
    if let url = json["fullsize"].webAddress, url != renditions.first?.url {
      renditions.append(.init(url: url, size: Self.scaled(size, to: Self.large)))
    }
    guard !renditions.isEmpty else { return nil }
    return Photo(
      id: id, address: json["fullsize"].webAddress, renditions: renditions, size: size,
      altText: json["alt"].string ?? "", isSensitive: isSensitive)
  }

  /// A film, of which its poster is shown; nil where it has none.
  func film(_ id: Photo.ID, isSensitive: Bool) -> Photo? {
    guard let poster = json[small].webAddress else { return nil }
    let size = size
    return Photo(
      id: id, kind: json["presentation"] == "gif" ? .animation : .video,
      address: json["playlist"].webAddress,
      renditions: [.init(url: poster, size: Self.scaled(size, to: Self.small))], size: size,
      altText: json["alt"].string ?? "", isSensitive: isSensitive)
  }

  /// How large it is. Some tell but the ratio of its sides, as 4 to 3.
  private var size: PhotoSize {
    let shape = json["aspectRatio"]
    guard let width = shape["width"].int, let height = shape["height"].int,
      (1...100_000).contains(width), (1...100_000).contains(height)
    else { return Self.unknown }
    let longest = max(width, height)
    guard longest < 64 else { return PhotoSize(width: width, height: height) }
    return PhotoSize(
      width: width * Self.large / longest, height: height * Self.large / longest)
  }

  private static func scaled(_ size: PhotoSize, to limit: Int) -> PhotoSize {
    let longest = max(size.width, size.height)
    guard longest > limit else { return size }
    return PhotoSize(
      width: max(1, size.width * limit / longest), height: max(1, size.height * limit / longest))
  }
}
