import FeedDomain

/// Photos whose bytes and details a test chooses, holds back and spoils.
actor StubPhotos: PhotoGateway {
  private var details: [Photo.ID: PhotoDetails] = [:]
  private var bytes: [UInt8] = [0xFF, 0xD8, 0xFF]
  private var failures: [FeedError] = []
  private var held: [CheckedContinuation<Void, Never>] = []
  private var isHolding = false
  private(set) var asked: [String] = []
  private(set) var fetched: [String] = []
  private(set) var kept: [String] = []
  var waiting: Int { held.count }

  func tell(_ details: PhotoDetails, of photo: String) { self.details[Photo.ID(photo)] = details }
  func fail(_ error: FeedError) { failures.append(error) }
  func hold() { isHolding = true }

  func release() {
    isHolding = false
    for continuation in held { continuation.resume() }
    held = []
  }

  func bytes(
    of rendition: Photo.Rendition, progress: @escaping @Sendable (Transfer) -> Void
  ) async throws(FeedError) -> [UInt8] {
    fetched.append(rendition.url)
    progress(Transfer(received: 1, expected: bytes.count))
    await gate()
    if !failures.isEmpty { throw failures.removeFirst() }
    return bytes
  }

  func details(of photo: Photo.ID, in post: Post.ID) async throws(FeedError) -> PhotoDetails {
    asked.append(photo.rawValue)
    await gate()
    if !failures.isEmpty { throw failures.removeFirst() }
    return details[photo] ?? PhotoDetails()
  }

  func kept(_ photo: Photo.ID, in post: Post.ID) {
    kept.append("\(photo.rawValue) of \(post.rawValue)")
  }

  private func gate() async {
    guard isHolding else { return }
    await withCheckedContinuation { held.append($0) }
  }
}

/// Keeps what is put into it, or fails.
actor FakeAlbum: PhotoAlbum {
  private var failure: StoreError?
  private(set) var kept: [String: [UInt8]] = [:]

  func fail(_ error: StoreError) { failure = error }

  func keep(_ bytes: [UInt8], as name: PhotoFileName) throws(StoreError) -> String {
    if let failure { throw failure }
    kept[name.text()] = bytes
    return "/album/" + name.text()
  }
}
