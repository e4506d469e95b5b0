public import FeedDomain

/// Photos kept until the program ends, as many as there is room for.
public actor MemoryPhotoCache: PhotoCache {
  private struct Key: Hashable {
    let account: Account.ID
    let url: String
  }

  private let limit: Int
  private var photos: [Key: (bytes: [UInt8], seen: Int)] = [:]
  private var size = 0
  private var clock = 0

  /// A cache of so many bytes at most.
  public init(limit: Int = 8 * 1024 * 1024) { self.limit = limit }

  /// It ends with the program.
  public nonisolated var outlivesProgram: Bool { false }

  /// The bytes, which count as looked at now.
  public func bytes(of rendition: Photo.Rendition, for account: Account.ID) -> [UInt8]? {
    clock += 1
    let key = Key(account: account, url: rendition.url)
    photos[key]?.seen = clock
    return photos[key]?.bytes
  }

  /// Keeps the bytes; for others to have room, what was looked at longest ago goes.
  public func keep(_ bytes: [UInt8], of rendition: Photo.Rendition, for account: Account.ID) {
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

  /// Erases the account's photos and nobody else's.
  public func erase(account: Account.ID) {
    photos = photos.filter { $0.key.account != account }
    size = photos.values.reduce(0) { $0 + $1.bytes.count }
  }
}
