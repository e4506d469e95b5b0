/// A picture that may leave this machine: nothing in it tells where or with what it was taken.
public struct PreparedPicture: Equatable, Sendable {
  /// The encoded bytes.
  public let bytes: [UInt8]
  /// What they are, as "image/jpeg".
  public let mediaType: String
  /// How large the picture is.
  public let size: PhotoSize

  package init(bytes: [UInt8], mediaType: String, size: PhotoSize) {
    (self.bytes, self.mediaType, self.size) = (bytes, mediaType, size)
  }
}

extension PictureLimits {
  /// What a picture is made to fit in that a service refused as it was.
  package static func smaller(than refused: PreparedPicture) -> PictureLimits {
    let side = max(refused.size.width, refused.size.height)
    return PictureLimits(longestSide: max(1, side / 2), bytes: max(1, refused.bytes.count / 2))
  }
}

/// Takes the pictures of a post, before the post itself.
public protocol UploadGateway: Sendable {
  /// Sends a picture and returns the name by which a post refers to it.
  ///
  /// Returns once the service is ready to show it. Tells how far it is, from any thread. A repeat
  /// under the same key may return what has arrived.
  func upload(
    _ picture: PreparedPicture, altText: String, key: String,
    progress: @escaping @Sendable (Transfer) -> Void
  ) async throws(FeedError) -> String
}
