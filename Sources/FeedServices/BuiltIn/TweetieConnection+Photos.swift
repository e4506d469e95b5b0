internal import FeedDomain

extension TweetieConnection: PhotoGateway {
  func bytes(
    of rendition: Photo.Rendition, progress: @escaping @Sendable (Transfer) -> Void
  ) async throws(FeedError) -> [UInt8] {
    guard let address = PhotoAddress(rendition.url) else { throw .notFound }
    let bytes = try await line.call(.photo) { [token, line] server throws(FeedError) in
      if let bytes = try await server.picture(address.photo, token) { return bytes }
      let photo = try await server.answer(token) { universe, _ throws(FeedError) in
        guard let photo = universe.photo(named: address.photo) else { throw .notFound }
        return photo
      }
      return try await line.host.studio.bytes(of: photo, at: address)
    }
    try await Transmission(line: line).pass(bytes.count, progress)
    return bytes
  }

  func details(of photo: Photo.ID, in post: Post.ID) async throws(FeedError) -> PhotoDetails {
    let (photo, details) = try await ask(.details) { universe, now throws(FeedError) in
      let story = try universe.story(post, now: now)
      guard let photo = story.content.photos.first(where: { $0.id == photo }) else {
        throw .notFound
      }
      return (photo, CameraLog(seed: universe.seed).details(of: photo, in: story, now: now))
    }
    guard photo.kind == .video else { return details }
    return details.filmed(in: try await line.host.studio.film(of: photo))
  }
}

extension TweetieConnection: PlaceGateway {
  func places(named beginning: String) async throws(FeedError) -> [Place] {
    try await ask(.place) { _, _ in Atlas().places(named: beginning) }
  }

  func name(latitude: Double, longitude: Double) async throws(FeedError) -> Place? {
    try await ask(.place) { _, _ in Atlas().name(latitude: latitude, longitude: longitude) }
  }
}

extension TweetieConnection: UploadGateway {
  func upload(
    _ picture: PreparedPicture, altText: String, key: String,
    progress: @escaping @Sendable (Transfer) -> Void
  ) async throws(FeedError) -> String {
    guard picture.bytes.count <= Self.mostBytes else { throw .refused("It is larger than 16 MB.") }
    return try await line.call(.upload) { [token, line] server throws(FeedError) in
      try await Transmission(line: line).pass(picture.bytes.count, progress)
      return try await server.keep(picture, key: key, token).text
    }
  }

  private static var mostBytes: Int { 16 << 20 }
}
