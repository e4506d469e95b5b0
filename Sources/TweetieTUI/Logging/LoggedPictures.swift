import FeedDomain

/// Fetching photos, noted in the log.
struct LoggedPhotos: PhotoGateway {
  let gateway: any PhotoGateway
  let calls: CallLog

  func bytes(
    of rendition: Photo.Rendition, progress: @escaping @Sendable (Transfer) -> Void
  ) async throws(FeedError) -> [UInt8] {
    try await calls.note("photo", answered: { "\($0.count) bytes" }) { () async throws(FeedError) in
      try await gateway.bytes(of: rendition, progress: progress)
    }
  }

  func details(of photo: Photo.ID, in post: Post.ID) async throws(FeedError) -> PhotoDetails {
    try await calls.note("details of a photo") { () async throws(FeedError) in
      try await gateway.details(of: photo, in: post)
    }
  }

  func kept(_ photo: Photo.ID, in post: Post.ID) async throws(FeedError) {
    try await calls.note("a photo was kept") { () async throws(FeedError) in
      try await gateway.kept(photo, in: post)
    }
  }
}

/// Looking for places, noted in the log without saying which.
struct LoggedPlaces: PlaceGateway {
  let gateway: any PlaceGateway
  let calls: CallLog

  var credit: String? { gateway.credit }

  func places(named name: String) async throws(FeedError) -> [Place] {
    try await calls.note("places", answered: { "\($0.count) places" }) {
      () async throws(FeedError) in
      try await gateway.places(named: name)
    }
  }

  func places(beginning: String) async throws(FeedError) -> [Place] {
    try await calls.note("places, while typing", answered: { "\($0.count) places" }) {
      () async throws(FeedError) in
      try await gateway.places(beginning: beginning)
    }
  }

  func name(latitude: Double, longitude: Double) async throws(FeedError) -> Place? {
    try await calls.note("name of a place") { () async throws(FeedError) in
      try await gateway.name(latitude: latitude, longitude: longitude)
    }
  }
}

/// Sending pictures, noted in the log.
struct LoggedUploads: UploadGateway {
  let gateway: any UploadGateway
  let calls: CallLog

  func upload(
    _ picture: PreparedPicture, altText: String, key: String,
    progress: @escaping @Sendable (Transfer) -> Void
  ) async throws(FeedError) -> String {
    try await calls.note("send a picture of \(picture.bytes.count) bytes") {
      () async throws(FeedError) in
      try await gateway.upload(picture, altText: altText, key: key, progress: progress)
    }
  }
}
