/// Photos as they came, between their transfer and their decoding, by their addresses.
///
/// The last ones stay for a while: a zoomed photo is cut from the same bytes many times.
struct EncodedPhotos {
  /// How many bytes stay that nobody waits for.
  let limit: Int
  private var photos: [String: (bytes: [UInt8], used: Int)] = [:]
  private var clock = 0

  init(limit: Int) { self.limit = limit }

  /// The bytes of an address.
  subscript(url: String) -> [UInt8]? {
    mutating get {
      guard let bytes = photos[url]?.bytes else { return nil }
      clock += 1
      photos[url]?.used = clock
      return bytes
    }
    set {
      clock += 1
      photos[url] = newValue.map { ($0, clock) }
    }
  }

  /// How many of these addresses wait to be decoded.
  func count(of urls: Set<String>) -> Int { photos.keys.count { urls.contains($0) } }

  /// Forgets what nobody waits for, as far as there is no room for it.
  mutating func trim(keeping needed: Set<String>) {
    var size = 0
    for (url, photo) in photos.sorted(by: { $0.value.used > $1.value.used })
    where !needed.contains(url) {
      size += photo.bytes.count
      if size > limit { photos[url] = nil }
    }
  }

  mutating func clear() { photos = [:] }
}
