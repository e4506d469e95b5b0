import FeedDomain

/// A cache of photos in memory.
@MainActor final class PhotoCacheFake: PhotoCache {
  nonisolated let outlivesProgram: Bool
  /// What is kept, by address.
  private(set) var kept: [String: [UInt8]] = [:]

  init(outlivesProgram: Bool = true) { self.outlivesProgram = outlivesProgram }

  @MainActor func bytes(of rendition: Photo.Rendition, for account: Account.ID) async -> [UInt8]? {
    kept[rendition.url]
  }

  @MainActor func keep(_ bytes: [UInt8], of rendition: Photo.Rendition, for account: Account.ID)
    async
  {
    kept[rendition.url] = bytes
  }

  @MainActor func erase(account: Account.ID) async throws(StoreError) { kept = [:] }

  /// Puts other bytes in the place of what is kept.
  func replace(_ url: String, with bytes: [UInt8]) { kept[url] = bytes }
}
