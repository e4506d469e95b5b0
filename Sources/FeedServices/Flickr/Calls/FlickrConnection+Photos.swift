internal import FeedDomain

/// What several parts ask of a photo.
extension FlickrConnection {
  /// A photo with all that is told apart: its sizes, and how many like it.
  func photo(_ id: Post.ID) async throws(FeedError) -> Post {
    let sizes = try await sizes(of: id.rawValue)
    let likes = try await likeCount(of: id)
    return try await askForPhotos(.info(of: id.rawValue)) { json throws(FeedError) in
      guard let post = reader.post(info: json["photo"], sizes: sizes, likes: likes), post.id == id
      else { throw .badReply }
      return post
    }
  }

  /// How many like it; nil where that is not told, which keeps nobody from what is said about it.
  private func likeCount(of photo: Post.ID) async throws(FeedError) -> Int? {
    try await ifTold(.likers(of: photo, page: 1, limit: 1)) { $0["photo"]["total"].count }
  }

  func sizes(of photo: String) async throws(FeedError) -> FlickrSizes {
    try await ask(FlickrMethod("photos.getSizes", [("photo_id", photo)])) { json in
      FlickrSizes(json["sizes"])
    }
  }

  /// What a method tells, where it tells anything: what can be done without.
  func ifTold<Value: Sendable>(
    _ method: FlickrMethod, _ read: @Sendable (JSON) -> Value?
  ) async throws(FeedError) -> Value? {
    do throws(FeedError) {
      return try await ask(method, read)
    } catch {
      switch error {
      case .cancelled, .signedOut, .rateLimited, .unreachable: throw error
      default: return nil
      }
    }
  }
}

extension FlickrMethod {
  static func info(of photo: String) -> FlickrMethod {
    FlickrMethod("photos.getInfo", [("photo_id", photo)])
  }

  static func likers(of photo: Post.ID, page: Int, limit: Int) -> FlickrMethod {
    FlickrMethod(
      "photos.getFavorites",
      [("photo_id", photo.rawValue), ("page", String(page)), ("per_page", String(limit))])
  }
}
