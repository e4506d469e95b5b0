package import FeedDomain
internal import Glibc
internal import Groundwork
internal import Threads

package actor MemoryPhotoCache: PhotoCache {
  private struct PhotoCacheKey: Hashable {
    let account: Account.ID
    let url: String
  }

  private let limit: Int
  private var photos: [PhotoCacheKey: (bytes: [UInt8], seen: Int)] = [:]
  private var size = 0
  private var clock = 0

  package init(limit: Int = 8 * 1024 * 1024) { self.limit = limit }

  package nonisolated var outlivesProgram: Bool { false }

  package func cachedPhotoBytes(of rendition: Photo.PhotoRendition, for account: Account.ID)
    -> [UInt8]?
  {
    clock += 1
    let key = PhotoCacheKey(account: account, url: rendition.url)
    photos[key]?.seen = clock
    return photos[key]?.bytes
  }

  package func storePhotoBytes(
    _ bytes: [UInt8], of rendition: Photo.PhotoRendition, for account: Account.ID
  ) {
    guard bytes.count <= limit / 4 else { return }
    clock += 1
    let key = PhotoCacheKey(account: account, url: rendition.url)
    size += bytes.count - (photos[key]?.bytes.count ?? 0)
    photos[key] = (bytes, clock)
    while size > limit, let oldest = photos.min(by: { $0.value.seen < $1.value.seen }) {
      size -= oldest.value.bytes.count
      photos[oldest.key] = nil
    }
  }

  package func eraseAllPhotos(of account: Account.ID) {
    photos = photos.filter { $0.key.account != account }
    size = photos.values.reduce(0) { $0 + $1.bytes.count }
  }
}
