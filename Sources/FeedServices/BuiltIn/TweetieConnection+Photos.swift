internal import FeedDomain

extension TweetieConnection: PhotoGateway {
  func bytes(
    of rendition: Photo.Rendition, progress: @escaping @Sendable (Transfer) -> Void
  ) async throws(FeedError) -> [UInt8] {
    guard let address = PhotoAddress(rendition.url) else { throw .notFound }
    let bytes = try await line.call(.photo) { [token] server throws(FeedError) in
      try await server.picture(address.photo, token)
    }
    try await Transmission(line: line).pass(bytes.count, progress)
    return bytes
  }

  func details(of photo: Photo.ID, in post: Post.ID) async throws(FeedError) -> PhotoDetails {
    try await ask(.details) { universe, now throws(FeedError) in
      let story = try universe.story(post, now: now)
      guard let photo = story.content.photos.first(where: { $0.id == photo }) else {
        throw .notFound
      }
      let details = CameraLog(seed: universe.seed).details(of: photo, in: story, now: now)
      guard let film = universe.files.film(of: photo.id) else { return details }
      return details.filmed(in: film)
    }
  }
}

extension TweetieConnection: PlaceGateway {
  func places(named beginning: String) async throws(FeedError) -> [Place] {
    try await ask(.place) { universe, _ in
      Atlas(cities: universe.files.cities).places(named: beginning)
    }
  }

  func name(latitude: Double, longitude: Double) async throws(FeedError) -> Place? {
    try await ask(.place) { universe, _ in
      Atlas(cities: universe.files.cities).name(latitude: latitude, longitude: longitude)
    }
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
