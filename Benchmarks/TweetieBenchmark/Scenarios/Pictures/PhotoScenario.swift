internal import FeedDomain
internal import TerminalRig

/// Photos from the disk cache to the screen, in kitty's protocol: from the key that switches
/// pictures on to the last byte of the last picture.
struct PhotoScenario: Scenario {
  let name: String
  let contents: HomeContents
  let size: WindowSize
  /// What leads from the stream to where the photos are.
  let way: [UInt8]
  /// How many photos there have to be.
  let count: Int
  let limit: (text: String, Nanoseconds)

  /// A photo of twelve megapixels, as large as the screen.
  static let original = PhotoScenario(
    name: "photo, 12 megapixels", contents: HomeContents(posts: 20, photos: .original),
    size: .standard, way: Array("z".utf8), count: 1, limit: ("< 80 ms", 80_000_000))

  /// A wall that is full of photos.
  static let wall = PhotoScenario(
    name: "wall of 20 photos",
    contents: HomeContents(posts: 600, photos: .snapshot, arrangement: .wall),
    size: WindowSize(columns: 160, rows: 50), way: [], count: 20,
    limit: ("< 150 ms", 150_000_000))

  func measure(on stage: BenchmarkFixture) async throws -> [Measurement] {
    var times: [Nanoseconds] = []
    for _ in 0..<stage.options.samples(8) {
      times.append(try await time(on: stage))
    }
    let median = Samples(times).median
    return [
      Measurement(
        name + ", disk cache to last byte", median.map(Quantity.time), limit: limit.text,
        isReached: median.map { $0 < limit.1 })
    ]
  }

  /// Every time in a program of its own, which has nothing of them in its memory.
  private func time(on stage: BenchmarkFixture) async throws -> Nanoseconds {
    let driver = try await stage.openPictures(contents, size: size)
    defer { driver.end() }
    if !way.isEmpty {
      driver.type(way)
      driver.draw(driver.read(untilQuietFor: 500, first: 1000))
    }
    let pressedAt = driver.type(Array("V".utf8))
    let chunks = driver.read(untilQuietFor: 500, first: 2000)
    guard let last = chunks.lastPictureAt, chunks.uploadCount >= count else {
      driver.draw(chunks)
      throw BenchmarkError(
        "\(chunks.uploadCount) pictures where \(count) should be:\n\(driver.screen.text)")
    }
    return last - pressedAt
  }
}
