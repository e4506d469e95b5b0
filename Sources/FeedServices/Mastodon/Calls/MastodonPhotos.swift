internal import FeedDomain

/// The bytes of pictures, and where the whole ones are.
struct MastodonPhotos: PictureFetching {
  let connection: MastodonConnection

  var files: ServiceClient { connection.files }

  func details(of photo: Photo.ID, in post: Post.ID) async throws(FeedError) -> PhotoDetails {
    try await connection.get(.status(post)) { json, _ throws(FeedError) in
      let attachments = json["media_attachments"].array + json["reblog"]["media_attachments"].array
      guard let attachment = attachments.first(where: { $0["id"].id == photo.rawValue }) else {
        throw .notFound
      }
      let address =
        MastodonReader.address(attachment["url"])
        ?? MastodonReader.address(attachment["remote_url"])
      let isFilm = attachment["type"] != "image"
      return PhotoDetails(original: isFilm ? nil : address, film: isFilm ? address : nil)
    }
  }
}
