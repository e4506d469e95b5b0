import Doubles
import FeedDomain
import FeedStorage
import Glibc
import Synchronization
import Testing

struct PhotoCacheTests {
  private let directory = ScratchFolder()
  private let world = SteppingWorld()
  private let ada = Account.ID("tweetie:ada")
  private let bob = Account.ID("tweetie:bob")

  private func cache(quota: Int = 1_000_000) -> FilePhotoCache {
    FilePhotoCache(path: directory.path, quota: quota, world: world)
  }

  private func photo(_ url: String) -> Photo.PhotoRendition {
    Photo.PhotoRendition(url: url, size: PhotoSize(width: 4, height: 3))
  }

  @Test func `a cached photo is found by another process, and by its account only`() async {
    await cache().storePhotoBytes([1, 2, 3], of: photo("u"), for: ada)

    #expect(await cache().cachedPhotoBytes(of: photo("u"), for: ada) == [1, 2, 3])
    #expect(await cache().cachedPhotoBytes(of: photo("u"), for: bob) == nil)
    #expect(await cache().cachedPhotoBytes(of: photo("v"), for: ada) == nil)
  }

  @Test func `a cached photo is readable by its owner only`() async {
    await cache().storePhotoBytes([1, 2, 3], of: photo("u"), for: ada)

    #expect(directory.names.count == 1)
    #expect(directory.names.map(directory.mode) == [0o600])
  }

  @Test func `a cached photo with any damaged byte is not returned, and its file deleted`() async {
    let cache = cache()
    await cache.storePhotoBytes(Array(0..<40), of: photo("https://example.org/u"), for: ada)
    let name = directory.names[0]
    let whole = directory.bytes(of: name)

    for index in whole.indices {
      var damaged = whole
      damaged[index] ^= 0x10
      directory.write(damaged, to: name)
      #expect(
        await cache.cachedPhotoBytes(of: photo("https://example.org/u"), for: ada) == nil,
        "\(index)")
    }
    for count in 0..<whole.count {
      directory.write(Array(whole[..<count]), to: name)
      #expect(
        await cache.cachedPhotoBytes(of: photo("https://example.org/u"), for: ada) == nil,
        "\(count)")
    }
    #expect(directory.names.isEmpty)
  }

  @Test func `the photo cache keeps to its quota, and deletes the photos used least recently`()
    async
  {
    let cache = cache(quota: 100_000)
    let bytes = [UInt8](repeating: 7, count: 1000)
    for number in 0..<80 { await cache.storePhotoBytes(bytes, of: photo("\(number)"), for: ada) }
    #expect(await cache.cachedPhotoBytes(of: photo("0"), for: ada) == bytes)

    for number in 80..<300 {
      await cache.storePhotoBytes(bytes, of: photo("\(number)"), for: ada)
      // Somebody looks at the first one all the time.
      _ = await cache.cachedPhotoBytes(of: photo("0"), for: ada)
    }

    let size = directory.names.reduce(0) { $0 + directory.bytes(of: $1).count }
    #expect(size <= 105_000 && size >= 90_000)
    #expect(await cache.cachedPhotoBytes(of: photo("0"), for: ada) == bytes)
    #expect(await cache.cachedPhotoBytes(of: photo("1"), for: ada) == nil)
    #expect(await cache.cachedPhotoBytes(of: photo("299"), for: ada) == bytes)
  }

  @Test func `two processes share the quota of the photo cache`() async {
    let (one, other) = (cache(quota: 100_000), cache(quota: 100_000))
    let bytes = [UInt8](repeating: 7, count: 1000)

    for number in 0..<300 {
      await one.storePhotoBytes(bytes, of: photo("one-\(number)"), for: ada)
      await other.storePhotoBytes(bytes, of: photo("other-\(number)"), for: bob)
    }

    let size = directory.names.reduce(0) { $0 + directory.bytes(of: $1).count }
    #expect(size <= 105_000)
  }

  @Test func `photos cached before a limit are deleted, however often they were used`() async {
    let cache = cache()
    await cache.storePhotoBytes([1], of: photo("old"), for: ada)
    await cache.storePhotoBytes([2], of: photo("old"), for: bob)
    let moment = world.now
    await cache.storePhotoBytes([3], of: photo("new"), for: ada)
    #expect(await cache.cachedPhotoBytes(of: photo("old"), for: ada) == [1])

    await cache.deletePhotos(storedBefore: moment, for: ada)

    #expect(await cache.cachedPhotoBytes(of: photo("old"), for: ada) == nil)
    #expect(await cache.cachedPhotoBytes(of: photo("new"), for: ada) == [3])
    #expect(await cache.cachedPhotoBytes(of: photo("old"), for: bob) == [2])
  }

  @Test func `erasing an account's photos keeps those of other accounts`() async throws {
    let cache = cache()
    await cache.storePhotoBytes([1], of: photo("u"), for: ada)
    await cache.storePhotoBytes([2], of: photo("u"), for: bob)

    try await cache.eraseAllPhotos(of: ada)

    #expect(await cache.cachedPhotoBytes(of: photo("u"), for: ada) == nil)
    #expect(await cache.cachedPhotoBytes(of: photo("u"), for: bob) == [2])
    #expect(directory.names.count == 1)
  }

  @Test func `a photo cache that cannot write stores nothing, and does not fail`() async throws {
    directory.write([], to: "file")
    let cache = FilePhotoCache(path: directory["file"] + "/photos", quota: 1000, world: world)

    await cache.storePhotoBytes([1], of: photo("u"), for: ada)

    #expect(await cache.cachedPhotoBytes(of: photo("u"), for: ada) == nil)
    try await cache.eraseAllPhotos(of: ada)
  }

  @Test func `a photo cache with a quota of zero stores nothing`() async {
    let cache = cache(quota: 0)

    await cache.storePhotoBytes([1], of: photo("u"), for: ada)

    #expect(directory.names.isEmpty)
  }

  @Test func `the photo cache in memory deletes the photos used least recently`() async {
    let cache = MemoryPhotoCache(limit: 4000)
    let bytes = [UInt8](repeating: 7, count: 1000)
    for number in 0..<4 { await cache.storePhotoBytes(bytes, of: photo("\(number)"), for: ada) }
    _ = await cache.cachedPhotoBytes(of: photo("0"), for: ada)

    await cache.storePhotoBytes(bytes, of: photo("4"), for: ada)

    #expect(await cache.cachedPhotoBytes(of: photo("0"), for: ada) == bytes)
    #expect(await cache.cachedPhotoBytes(of: photo("1"), for: ada) == nil)

    await cache.eraseAllPhotos(of: ada)

    #expect(await cache.cachedPhotoBytes(of: photo("4"), for: ada) == nil)
  }
}

/// A clock that goes on by a second whenever somebody looks at it.
final class SteppingWorld: World {
  private let seconds = Mutex<Int64>(1_700_000_000)

  var now: Timestamp {
    Timestamp(
      milliseconds: 1000
        * seconds.withLock { seconds in
          seconds += 1
          return seconds
        })
  }

  func sleep(for duration: Duration) async throws(CancellationError) {}
  func randomKey() -> String { "key" }
  func randomFraction() -> Double { 0.5 }
}
