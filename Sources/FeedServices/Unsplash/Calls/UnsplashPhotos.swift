internal import FeedDomain

/// The bytes of photos, and what is told of them.
struct UnsplashPhotos: PictureFetching {
  let connection: UnsplashConnection

  var files: ServiceClient { connection.files }

  func details(of photo: Photo.ID, in post: Post.ID) async throws(FeedError) -> PhotoDetails {
    let path = UnsplashConnection.path(of: photo.rawValue)
    let details = try await connection.get(path) { json, _ in connection.reader.details(json) }
    guard details.views == nil else { return details }
    return details.viewed(try await views(path))
  }

  /// Unsplash wants to be told of every photo that somebody keeps.
  func kept(_ photo: Photo.ID, in post: Post.ID) async throws(FeedError) {
    let place = try await connection.get(UnsplashConnection.path(of: photo.rawValue)) { json, _ in
      json["links"]["download_location"].webAddress
    }
    // The key goes along, and to nobody else.
    guard let place = place.flatMap(own) else { return }
    _ = try await connection.client.send(HTTPRequest(.get, place))
  }

  /// The address at the server that is asked, also where that tells Unsplash's, as a proxy does; nil
  /// for an address elsewhere.
  private func own(_ address: String) -> String? {
    let homes = [connection.client.server, ServiceHosts.usual.unsplash]
    guard let home = homes.first(where: { address.hasPrefix("\($0)/") }) else { return nil }
    return connection.client.server + address.dropFirst(home.count)
  }

  /// How often it was looked at, which nobody needs to know.
  private func views(_ path: String) async throws(FeedError) -> Int? {
    do throws(FeedError) {
      return try await connection.get("\(path)/statistics?quantity=1") { json, _ in
        json["views"]["total"].count
      }
    } catch {
      switch error {
      case .cancelled, .signedOut: throw error
      default: return nil
      }
    }
  }
}

extension PhotoDetails {
  fileprivate func viewed(_ views: Int?) -> PhotoDetails {
    PhotoDetails(
      views: views, downloads: downloads, takenAt: takenAt, camera: camera,
      originalBytes: originalBytes, original: original, film: film, spot: spot, tags: tags)
  }
}
