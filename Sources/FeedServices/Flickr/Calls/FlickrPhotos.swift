internal import FeedDomain

/// The bytes of photos, and what is told of them.
struct FlickrPhotos: PictureFetching {
  let connection: FlickrConnection

  var files: ServiceClient { connection.files }

  func details(of photo: Photo.ID, in post: Post.ID) async throws(FeedError) -> PhotoDetails {
    let sizes = try await connection.sizes(of: photo.rawValue)
    let camera = try await camera(of: photo)
    return try await connection.ask(.info(of: photo.rawValue)) { json throws(FeedError) in
      guard json["photo"].isObject else { throw .badReply }
      return connection.reader.details(json["photo"], sizes: sizes, camera: camera)
    }
  }

  /// What the camera wrote, which its owner may keep to themselves.
  private func camera(of photo: Photo.ID) async throws(FeedError) -> PhotoDetails.Camera? {
    try await connection.ifTold(FlickrMethod("photos.getExif", [("photo_id", photo.rawValue)])) {
      json in
      connection.reader.camera(json["photo"])
    }
  }
}
