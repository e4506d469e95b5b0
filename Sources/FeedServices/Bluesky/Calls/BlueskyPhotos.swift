internal import FeedDomain

/// The bytes of pictures, and what is told of them.
struct BlueskyPhotos: PictureFetching {
  let connection: BlueskyConnection

  var files: ServiceClient { connection.files }

  /// A post's picture as it was sent lies at its author's own server, which must be found first.
  func details(of photo: Photo.ID, in post: Post.ID) async throws(FeedError) -> PhotoDetails {
    let view = try await connection.view(of: post)
    let media = view.json["embed"]["media"]
    let shown = media.isObject ? media : view.json["embed"]
    if let film = shown["playlist"].webAddress { return PhotoDetails(film: film) }
    guard let place = photo.rawValue.split(separator: "#").last.flatMap({ Int($0) }) else {
      throw .notFound
    }
    let picture = shown["images"].isArray ? shown["images"][place] : shown["items"][place]
    guard picture.isObject else { throw .notFound }
    let written = view.json["record"]["embed"]
    let sent = written["media"].isObject ? written["media"] : written
    let blob = (sent["images"].isArray ? sent["images"] : sent["items"])[place]["image"]
    let original = try await original(blob, of: view.json["author"]["did"].string ?? "")
    return PhotoDetails(
      originalBytes: original == nil ? nil : blob["size"].int.flatMap { $0 > 0 ? $0 : nil },
      original: original ?? picture["fullsize"].webAddress)
  }

  private func original(_ blob: JSON, of author: String) async throws(FeedError) -> String? {
    do throws(FeedError) {
      let home =
        author == connection.me.rawValue
        ? connection.server : try await connection.identity.document(of: author).server
      return home.flatMap { Self.address(of: blob, by: author, at: $0) }
    } catch {
      guard error == .cancelled else { return nil }
      throw error
    }
  }

  /// Where the bytes of a picture are as they were sent; nil for what is none.
  static func address(
    of blob: JSON, by author: String, at server: String
  ) -> String? {
    let name = blob["ref"]["$link"].filledString ?? blob["cid"].filledString
    return name.map {
      server + XRPC("com.atproto.sync.getBlob", [("did", author), ("cid", $0)]).path
    }
  }
}
