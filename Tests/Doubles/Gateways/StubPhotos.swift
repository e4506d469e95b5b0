package import FeedDomain

/// A gateway for photos whose bytes and details a test chooses, holds back and makes fail.
package actor StubPhotos: PhotoGateway, Holdable {
  private var details: [Photo.ID: PhotoDetails] = [:]
  private var bytes: [UInt8] = [0xFF, 0xD8, 0xFF]
  private var failures: [FeedError] = []
  package var gate = CallGate()
  package private(set) var asked: [String] = []
  package private(set) var fetched: [String] = []
  package private(set) var kept: [String] = []
  package init() {}

  package func tell(_ details: PhotoDetails, of photo: String) {
    self.details[Photo.ID(photo)] = details
  }
  package func fail(_ error: FeedError) { failures.append(error) }

  package func fetchPhotoBytes(
    of rendition: Photo.PhotoRendition, progress: @escaping @Sendable (ByteTransferProgress) -> Void
  ) async throws(FeedError) -> [UInt8] {
    fetched.append(rendition.url)
    progress(ByteTransferProgress(receivedBytes: 1, totalBytes: bytes.count))
    await passGate()
    if !failures.isEmpty { throw failures.removeFirst() }
    return bytes
  }

  package func photoDetails(ofPhoto photo: Photo.ID, in post: Post.ID) async throws(FeedError)
    -> PhotoDetails
  {
    asked.append(photo.rawValue)
    await passGate()
    if !failures.isEmpty { throw failures.removeFirst() }
    return details[photo] ?? PhotoDetails()
  }

  package func notifyServiceOfSavedPhoto(_ photo: Photo.ID, in post: Post.ID) {
    kept.append("\(photo.rawValue) of \(post.rawValue)")
  }
}
