internal import FeedDomain

/// Where the bytes of one size of a photo are: `tweetie://photos/<id>/<width>`.
struct PhotoAddress: Hashable {
  private static let beginning = "tweetie://photos/"

  let photo: Photo.ID
  let width: Int

  init(_ photo: Photo.ID, width: Int) {
    (self.photo, self.width) = (photo, width)
  }

  /// The address in a text; nil where it is none.
  init?(_ url: String) {
    guard url.hasPrefix(Self.beginning) else { return nil }
    let parts = url.dropFirst(Self.beginning.count).split(separator: "/")
    guard parts.count == 2, let width = Int(parts[1]), width > 0 else { return nil }
    self.init(Photo.ID(String(parts[0])), width: width)
  }

  var url: String { "\(Self.beginning)\(photo.rawValue)/\(width)" }
}
