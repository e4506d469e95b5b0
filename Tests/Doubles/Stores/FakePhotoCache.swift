package import FeedDomain

/// A cache of photos in memory.
@MainActor package final class FakePhotoCache: PhotoCache {
  package nonisolated let outlivesProgram: Bool
  /// The bytes of cached photos, by address.
  package private(set) var kept: [String: [UInt8]] = [:]

  package init(outlivesProgram: Bool = true) { self.outlivesProgram = outlivesProgram }

  @MainActor package func cachedPhotoBytes(
    of rendition: Photo.PhotoRendition, for account: Account.ID
  ) async
    -> [UInt8]?
  {
    kept[rendition.url]
  }

  @MainActor package func storePhotoBytes(
    _ bytes: [UInt8], of rendition: Photo.PhotoRendition, for account: Account.ID
  )
    async
  {
    kept[rendition.url] = bytes
  }

  @MainActor package func eraseAllPhotos(of account: Account.ID) async throws(StoreError) {
    kept = [:]
  }

  /// Replaces the cached bytes of a photo.
  package func replace(_ url: String, with bytes: [UInt8]) { kept[url] = bytes }
}
