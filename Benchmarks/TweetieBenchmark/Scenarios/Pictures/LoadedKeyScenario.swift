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

  func measure(on stage: Stage) async throws -> [Measurement] {
    let places = try await places(on: stage)
    let driver = try await stage.openPictures(Self.contents, size: Self.size)
    defer { driver.end() }
    let plain = keys(of: driver, count: isSlow ? 12 : 60, places.plain)
    // Off and on again, so that all of them come anew.
    let loaded = (0..<(isSlow ? 1 : 4)).map { round in
      if round > 0 { switchPictures(driver) }
      switchPictures(driver)
      return keys(of: driver, count: 20, places.pictures)
    }
    return rows(plain: plain, loaded: loaded)
  }

  /// Where the two keys lead to without pictures and with them.
  ///
  /// Found out in a program of its own: this one has seen how fast its line is.
  private func places(
    on stage: Stage
  ) async throws -> (plain: SelectionMarks, pictures: SelectionMarks) {
    let driver = try await stage.openPictures(Self.contents, size: Self.size)
    defer { driver.end() }
    let plain = try SelectionMarks(in: driver, after: (Self.down, Self.up))
    driver.type(Array("V".utf8))
    driver.draw(driver.read(untilQuietFor: 500, first: 1000))
    return (plain, try SelectionMarks(in: driver, after: (Self.down, Self.up)))
  }

  private var isSlow: Bool { bytesPerSecond != nil }

  /// The key that switches pictures on or off; what it writes belongs to the keys that follow.
  private func switchPictures(_ driver: Driver) {
    driver.type(Array("V".utf8))
    driver.draw(read(driver, until: monotonicNow() + 60_000_000))
  }

  private func keys(of driver: Driver, count: Int, _ marks: SelectionMarks) -> PacedKeys {
    PacedKeys(
      of: driver, pressing: (Self.down, Self.up), count: count,
      every: isSlow ? 500_000_000 : 33_333_333, marks: marks
    ) { read(driver, until: $0) }
  }

  private func read(_ driver: Driver, until moment: Nanoseconds) -> [Chunk] {
    guard let bytesPerSecond else { return driver.read(until: moment) }
    return driver.read(until: moment, bytesPerSecond: bytesPerSecond)
  }

  private func rows(plain: PacedKeys, loaded: [PacedKeys]) -> [Measurement] {
    let uploads = loaded.reduce(0) { $0 + $1.chunks.uploadCount }
    let (all, own) = (loaded.flatMap(\.latencies), Samples(loaded.flatMap(\.answered)))
    let reference = Samples(plain.answered)
    guard own.count == all.count, uploads > 0, let p50 = own.median, let p99 = own.percentile(99),
      let plain50 = reference.median, let plain99 = reference.percentile(99)
    else {
      return [
        Measurement(
          name,
          unmeasured: "\(all.count - own.count) of \(all.count) keys without an answer, "
            + "\(uploads) pictures")
      ]
    }
    guard !isSlow else {
      return [
        Measurement("slow line, key to text, p50", .time(p50), reference: .time(plain50)),
        Measurement(
          "slow line, key behind \(uploads) pictures, slowest", .time(p99),
          reference: .time(plain99), limit: "< reference + 100 ms",
          isReached: p99 < plain99 + 100_000_000),
      ]
    }
    return [
      Measurement(
        "key while \(uploads) pictures load, p50", .time(p50), reference: .time(plain50)),
      Measurement(
        "key while \(uploads) pictures load, p99", .time(p99), reference: .time(plain99),
        limit: "< 3 ms", isReached: p99 < 3_000_000 && uploads >= 50),
    ]
  }
}

extension PacedKeys {
  fileprivate var answered: [Nanoseconds] { latencies.compactMap(\.self) }
}
