internal import FeedDomain
internal import TerminalRig

/// Key to text while pictures load, beside the same keys where there are none.
struct LoadedKeyScenario: Scenario {
  /// How much the line to the terminal takes in a second; nil for as much as there is.
  let bytesPerSecond: Int?
  var name: String { bytesPerSecond == nil ? "key while pictures load" : "slow line" }

  private static let contents = HomeContents(posts: 200, photos: .album)
  private static let size = WindowSize(columns: 100, rows: 50)
  private static let (down, up) = (Array("j".utf8), Array("k".utf8))

  func measure(on stage: BenchmarkFixture) async throws -> [Measurement] {
    let driver = try await stage.openPictures(Self.contents, size: Self.size)
    defer { driver.end() }
    let plain = keys(of: driver, count: isSlow ? 12 : 60).presses
    // Off and on again, so that all of them come anew.
    let rounds = (0..<(isSlow ? 1 : 16)).map { round in
      if round > 0 {
        switchPictures(driver)
        driver.draw(driver.read(untilQuietFor: 100))
      }
      switchPictures(driver)
      return keys(of: driver, count: isSlow ? 20 : 6)
    }
    let pictures = rounds.reduce(0) { $0 + $1.chunks.uploadCount }
    // On a slow line the first keys wait for the repaint, as they would without a picture.
    let loaded = rounds.flatMap { round in
      isSlow ? Array(round.presses.dropFirst(2)) : round.pressesWhileLoading
    }
    return rows(plain: plain, loaded: loaded, pictures: pictures)
  }

  private var isSlow: Bool { bytesPerSecond != nil }

  /// The key that switches pictures on or off, and its answer but for the pictures.
  private func switchPictures(_ driver: Driver) {
    driver.type(Array("V".utf8))
    driver.draw(read(driver, until: monotonicNow() + (isSlow ? 60_000_000 : 4_000_000)))
  }

  private func keys(of driver: Driver, count: Int) -> PacedKeys {
    PacedKeys(
      of: driver, pressing: (Self.down, Self.up), count: count,
      every: isSlow ? 500_000_000 : 16_000_000
    ) { read(driver, until: $0) }
  }

  private func read(_ driver: Driver, until moment: Nanoseconds) -> [Chunk] {
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
  /// Those that were pressed before the last picture was there.
  fileprivate var pressesWhileLoading: [Press] {
    guard let last = chunks.lastUploadAt else { return [] }
    return presses.filter { $0.at < last }
  }
}

extension [PacedKeys.Press] {
  fileprivate var answered: [Nanoseconds] { compactMap(\.latency) }
}
