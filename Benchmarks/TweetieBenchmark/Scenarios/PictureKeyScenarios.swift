internal import FeedDomain
internal import TerminalRig

/// A scenario that measures the time from a key to text while pictures load, compared with the same
/// keys without pictures.
struct LoadedKeyScenario: Scenario {
  /// The number of bytes that the connection to the terminal accepts in a second; nil for no limit.
  let bytesPerSecond: Int?
  var name: String { bytesPerSecond == nil ? "key while pictures load" : "slow line" }

  private static let contents = HomeContents(posts: 200, photos: .album)
  private static let size = WindowSize(columns: 100, rows: 50)
  private static let (down, up) = (Array("j".utf8), Array("k".utf8))

  func measure(on fixture: BenchmarkFixture) async throws -> [Measurement] {
    let driver = try await fixture.openPictures(Self.contents, size: Self.size)
    defer { driver.end() }
    let plain = keys(of: driver, count: isSlow ? 12 : 60).presses
    // Pictures are switched off and on, so that all are sent again.
    let rounds = (0..<(isSlow ? 1 : 16)).map { round in
      if round > 0 {
        switchPictures(driver)
        driver.draw(driver.read(untilQuietFor: 100))
      }
      switchPictures(driver)
      return keys(of: driver, count: isSlow ? 20 : 6)
    }
    let pictures = rounds.reduce(0) { $0 + $1.chunks.uploadCount }
    // On a slow connection, the first keys wait for the repaint, as they would without pictures.
    let loaded = rounds.flatMap { round in
      isSlow ? Array(round.presses.dropFirst(2)) : round.pressesWhileLoading
    }
    return rows(plain: plain, loaded: loaded, pictures: pictures)
  }

  private var isSlow: Bool { bytesPerSecond != nil }

  /// Presses the key that switches pictures on or off, and reads the answer up to the pictures.
  private func switchPictures(_ driver: TerminalDriver) {
    driver.type(Array("V".utf8))
    driver.draw(read(driver, until: monotonicNow() + (isSlow ? 60_000_000 : 4_000_000)))
  }

  private func keys(of driver: TerminalDriver, count: Int) -> PacedKeys {
    PacedKeys(
      of: driver, pressing: (Self.down, Self.up), count: count,
      every: isSlow ? 500_000_000 : 16_000_000
    ) { read(driver, until: $0) }
  }

  private func read(_ driver: TerminalDriver, until moment: Nanoseconds) -> [Chunk] {
    guard let bytesPerSecond else { return driver.read(until: moment) }
    return driver.read(until: moment, bytesPerSecond: bytesPerSecond)
  }

  private func rows(
    plain: [PacedKeys.Press], loaded: [PacedKeys.Press], pictures: Int
  ) -> [Measurement] {
    let (own, reference) = (Samples(loaded.answered), Samples(plain.answered))
    guard own.count == loaded.count, pictures > 0, let p50 = own.median,
      let p99 = own.percentile(99), let plain50 = reference.median,
      let plain99 = reference.percentile(99)
    else {
      return [
        Measurement(
          name,
          unmeasured: "\(loaded.count - own.count) of \(loaded.count) keys without an answer, "
            + "\(pictures) pictures")
      ]
    }
    guard !isSlow else {
      return [
        Measurement("slow line, key to text, p50", .time(p50), reference: .time(plain50)),
        Measurement(
          "slow line, key behind \(pictures) pictures, slowest", .time(p99),
          reference: .time(plain99), limit: "< reference + 100 ms",
          isReached: p99 < plain99 + 100_000_000),
      ]
    }
    return [
      Measurement(
        "key while \(pictures) pictures load (\(own.count)), p50", .time(p50),
        reference: .time(plain50), limit: "< 2 × reference",
        isReached: p50 < 2 * plain50 && pictures >= 50),
      Measurement(
        "key while \(pictures) pictures load, p99", .time(p99), reference: .time(plain99)),
    ]
  }
}

extension PacedKeys {
  /// The keys pressed before the upload of the last picture began.
  fileprivate var pressesWhileLoading: [Press] {
    guard let last = chunks.lastUploadAt else { return [] }
    return presses.filter { $0.at < last }
  }
}

extension [PacedKeys.Press] {
  fileprivate var answered: [Nanoseconds] { compactMap(\.latency) }
}

/// A scenario that measures the time from a key to text while the selected picture is animated; its
/// frames must not delay a key.
struct AnimatedKeyScenario: Scenario {
  let terminal: TerminalKind
  var name: String { "key while a picture moves, " + terminal.rawValue }

  private static let size = WindowSize(columns: 100, rows: 50)
  private static let limit: Nanoseconds = 5_000_000
  /// The smallest number of frame bytes in a second that counts as an animation, unless the
  /// terminal plays it by itself.
  private static let leastBytes: Int64 = 1_000

  func measure(on fixture: BenchmarkFixture) async throws -> [Measurement] {
    let driver = try await fixture.openPictures(
      HomeContents(posts: 20, photos: .moving), size: Self.size, terminal: terminal)
    defer { driver.end() }
    driver.type(Array("V".utf8))
    // A fixed time until the pictures are shown, since an animation never stops its output.
    driver.draw(driver.read(until: monotonicNow() + 4_000_000_000))
    let alone = driver.read(until: monotonicNow() + 1_000_000_000)
    driver.draw(alone)
    let keys = PacedKeys(
      of: driver, pressing: (Array("j".utf8), Array("k".utf8)),
      count: fixture.options.samples(400), every: 60_000_000
    ) { driver.read(until: $0) }
    let answered = Samples(keys.presses.compactMap(\.latency))
    guard answered.count == keys.presses.count, let p50 = answered.median,
      let p99 = answered.percentile(99),
      terminal.playsAnimations || alone.byteCount > Self.leastBytes
    else {
      return [
        Measurement(
          name,
          unmeasured: "\(keys.presses.count - answered.count) keys without an answer, "
            + "\(alone.byteCount) bytes of frames")
      ]
    }
    return [
      Measurement(name + ", p50", .time(p50)),
      Measurement(name + ", p99", .time(p99), limit: "< 5 ms", isReached: p99 < Self.limit),
      Measurement("bytes of frames in a second, " + terminal.rawValue, .bytes(alone.byteCount)),
    ]
  }
}

extension TerminalKind {
  /// True if the terminal plays animations by itself.
  fileprivate var playsAnimations: Bool { self == .placeholders }
}
