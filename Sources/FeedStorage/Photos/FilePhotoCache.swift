package import FeedDomain
internal import Threads

/// A cache of photos in files that only their owner can read. The folder and its thread are created
/// with the first photo.
package final class FilePhotoCache: PhotoCache {
  private let path: String
  private let quota: Int
  private let world: any World
  private let isGone: @Sendable (Account.ID) -> Bool
  private let opened = Guarded<PhotoFolder?>(nil)

  /// A cache with a quota in bytes; 0 stores nothing. `isGone` is called from any thread; nothing
  /// is stored for such accounts.
  package init(
    path: String, quota: Int, world: any World,
    isGone: @escaping @Sendable (Account.ID) -> Bool = { _ in false }
  ) {
    (self.isGone, self.path, self.quota, self.world) = (isGone, path, quota, world)
  }

  package var outlivesProgram: Bool { quota > 0 }
  package var room: Int? { quota }

  package func bytes(of rendition: Photo.Rendition, for account: Account.ID) async -> [UInt8]? {
    guard quota > 0 else { return nil }
    return await folder.bytes(of: rendition.url, for: account)
  }

  package func keep(
    _ bytes: [UInt8], of rendition: Photo.Rendition, for account: Account.ID
  ) async {
    guard quota > 0 else { return }
    await folder.keep(bytes, of: rendition.url, for: account)
  }

  package func forget(keptBefore moment: Timestamp, for account: Account.ID) async {
    guard quota > 0 else { return }
    await folder.forget(keptBefore: moment, for: account)
  }

  package func erase(account: Account.ID) async throws(StoreError) {
    try await folder.erase(account: account)
  }

  private var folder: PhotoFolder {
    opened.withLock { opened in
      if let opened { return opened }
      let folder = PhotoFolder(path: path, quota: quota, world: world, isGone: isGone)
      opened = folder
      return folder
    }
  }
}

/// An in-memory cache of photos.
package actor MemoryPhotoCache: PhotoCache {
  private struct Key: Hashable {
    let account: Account.ID
    let url: String
  }

  private let limit: Int
  private var photos: [Key: (bytes: [UInt8], seen: Int)] = [:]
  private var size = 0
  private var clock = 0

  /// A cache with a limit in bytes.
  package init(limit: Int = 8 * 1024 * 1024) { self.limit = limit }

  package nonisolated var outlivesProgram: Bool { false }

  package func bytes(of rendition: Photo.Rendition, for account: Account.ID) -> [UInt8]? {
    clock += 1
    let key = Key(account: account, url: rendition.url)
    photos[key]?.seen = clock
    return photos[key]?.bytes
  }

  package func keep(_ bytes: [UInt8], of rendition: Photo.Rendition, for account: Account.ID) {
    guard bytes.count <= limit / 4 else { return }
    clock += 1
    let key = Key(account: account, url: rendition.url)
    size += bytes.count - (photos[key]?.bytes.count ?? 0)
    photos[key] = (bytes, clock)
    while size > limit, let oldest = photos.min(by: { $0.value.seen < $1.value.seen }) {
      size -= oldest.value.bytes.count
      photos[oldest.key] = nil
    }
  }

  package func erase(account: Account.ID) {
    photos = photos.filter { $0.key.account != account }
    size = photos.values.reduce(0) { $0 + $1.bytes.count }
  }
}
