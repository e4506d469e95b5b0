internal import FeedDomain

extension FlickrConnection: PictureFetching {
  func details(of photo: Photo.ID, in post: Post.ID) async throws(FeedError) -> PhotoDetails {
    let sizes = try await sizes(of: photo.rawValue)
    let camera = try await camera(of: photo)
    return try await ask(.info(of: photo.rawValue)) { json throws(FeedError) in
      guard json["photo"].isObject else { throw .badReply }
      return reader.details(json["photo"], sizes: sizes, camera: camera)
    }
  }

  /// What the camera wrote, which its owner may keep to themselves.
  private func camera(of photo: Photo.ID) async throws(FeedError) -> PhotoDetails.Camera? {
    try await ifTold(FlickrMethod("photos.getExif", [("photo_id", photo.rawValue)])) { json in
      reader.camera(json["photo"])
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
