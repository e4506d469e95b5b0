internal import FeedDomain
internal import TerminalRig

/// A scenario that measures photos from the disk cache to the screen, in kitty's protocol: from the
/// key that switches pictures on to the last byte of the last picture.
struct PhotoScenario: Scenario {
  let name: String
  let contents: HomeContents
  let size: WindowSize
  /// The keys that lead from the stream to the photos of the scenario.
  let keysToPhotos: [UInt8]
  /// The number of photos that must at least be shown.
  let count: Int
  let limit: (text: String, Nanoseconds)

  /// The scenario with a photo of twelve megapixels that fills the screen.
  static let original = PhotoScenario(
    name: "photo, 12 megapixels", contents: HomeContents(posts: 20, photos: .original),
    size: .standard, keysToPhotos: Array("z".utf8), count: 1, limit: ("< 80 ms", 80_000_000))

  /// The scenario with a wall full of photos.
  static let wall = PhotoScenario(
    name: "wall of 20 photos",
    contents: HomeContents(posts: 600, photos: .snapshot, layout: .wall),
    size: WindowSize(columns: 160, rows: 50), keysToPhotos: [], count: 20,
    limit: ("< 150 ms", 150_000_000))

  func measure(on fixture: BenchmarkFixture) async throws -> [Measurement] {
    var times: [Nanoseconds] = []
    for _ in 0..<fixture.options.samples(8) { times.append(try await time(on: fixture)) }
    let median = Samples(times).median
    return [
      Measurement(
        name + ", disk cache to last byte", median.map(Quantity.time), limit: limit.text,
        isReached: median.map { $0 < limit.1 })
    ]
  }

  /// Returns the time of one run, in a new process, whose memory holds no photos yet.
  private func time(on fixture: BenchmarkFixture) async throws -> Nanoseconds {
    let driver = try await fixture.openPictures(contents, size: size)
    defer { driver.end() }
    if !keysToPhotos.isEmpty {
      driver.type(keysToPhotos)
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

/// A scenario that measures the peak memory of the client for five hundred photos among a hundred
/// thousand posts, and that of a decoder.
struct PictureMemoryScenario: Scenario {
  let name = "picture memory"
  private let limit = 60 * 1024

  func measure(on fixture: BenchmarkFixture) async throws -> [Measurement] {
    let contents = HomeContents(posts: 100_000, photos: .snapshot, layout: .wall)
    let driver = try await fixture.openPictures(contents, size: WindowSize(columns: 120, rows: 50))
    defer { driver.end() }
    let client = ProgramProcesses(startedAs: driver.pid).client
    driver.type(Array("V".utf8))
    let goal = fixture.options.isQuick ? 100 : 500
    var (seen, most, decoderPeak) = (0, 0, 0)
    for _ in 0..<200 where seen < goal {
      while true {
        let chunks = driver.read(untilQuietFor: 5, first: 400)
        if chunks.isEmpty { break }
        seen += chunks.uploadCount
        most = max(most, client.residentKilobytes)
        let decoders = ProgramProcesses(startedAs: driver.pid).decoders
        decoderPeak = max(decoderPeak, decoders.map(\.peakKilobytes).max() ?? 0)
      }
      driver.type(TerminalKey.pageDown.bytes)
    }
    guard seen >= goal else {
      return [Measurement(name, unmeasured: "\(seen) photos were seen, not \(goal)")]
    }
    return [
      Measurement(
        "memory, 100000 posts, \(goal) photos seen", .kilobytes(Int64(most)),
        limit: "< 60 MB", isReached: most < limit),
      Measurement("memory, a decoder's most", .kilobytes(Int64(decoderPeak))),
    ]
  }
}

/// A scenario that measures the bytes of scrolling by one row with loaded pictures on the screen.
struct PictureScrollScenario: Scenario {
  let terminal: TerminalKind
  var name: String { "scrolling with pictures, " + terminal.rawValue }

  /// The terminal is so high that a post with its photo is a small part of the screen.
  private static let size = WindowSize(columns: 80, rows: 60)
  private static let steps = 8

  func measure(on fixture: BenchmarkFixture) async throws -> [Measurement] {
    let driver = try await fixture.openPictures(
      HomeContents(posts: 100, photos: .snapshot), size: Self.size, terminal: terminal)
    defer { driver.end() }
    driver.type(Array("V".utf8))
    driver.draw(driver.read(untilQuietFor: 500, first: 2000))
    // Walking down and up first, so that everything has been on the screen before.
    walk(driver, "j")
    walk(driver, "k")
    let steps = walk(driver, "j")
    let perRow = zip(steps, steps.dropFirst()).compactMap { before, after -> Int64? in
      let rows = after.picture.rowsScrolled(since: before.picture)
      return rows > 0 ? after.byteCount / Int64(rows) : nil
    }
    driver.type(ReferenceProgram.repaint)
    let repaint = driver.read(untilQuietFor: 500, first: 1000).byteCount
    let median = Samples(perRow).median
    return [
      Measurement(
        name + ", bytes a row", median.map(Quantity.bytes), reference: .bytes(repaint),
        limit: terminal.isRedrawn ? "" : "< 40 % of a repaint",
        isReached: terminal.isRedrawn ? nil : median.map { $0 * 100 < repaint * 40 })
    ]
  }

  /// Presses a key repeatedly, waits after each step until all pictures are sent, and returns the
  /// steps.
  @discardableResult private func walk(_ driver: TerminalDriver, _ key: String) -> [AnsweredKeys
    .Step]
  {
    (0..<Self.steps).map { _ in
      let pressedAt = driver.type(Array(key.utf8))
      let chunks = driver.read(untilQuietFor: 200, first: 400)
      driver.draw(chunks)
      return AnsweredKeys.Step(
        latency: chunks.last.map { $0.readAt - pressedAt }, byteCount: chunks.byteCount,
        picture: ScreenSnapshot(of: driver.screen))
    }
  }
}

extension TerminalKind {
  /// True if pictures that move must be sent again, for which there is no limit.
  fileprivate var isRedrawn: Bool { self == .sixel || self == .iterm }
}
