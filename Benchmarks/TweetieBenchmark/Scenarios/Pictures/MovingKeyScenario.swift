internal import FeedDomain
internal import TerminalRig

/// Key to text while the selected picture moves: its frames must keep no key waiting.
struct MovingKeyScenario: Scenario {
  let terminal: TerminalKind
  var name: String { "key while a picture moves, " + terminal.rawValue }

  private static let size = WindowSize(columns: 100, rows: 50)
  private static let limit: Nanoseconds = 5_000_000
  /// What a terminal is sent at least of frames in a second, unless it plays them by itself.
  private static let leastBytes: Int64 = 1_000

  func measure(on stage: BenchmarkFixture) async throws -> [Measurement] {
    let driver = try await stage.openPictures(
      HomeContents(posts: 20, photos: .moving), size: Self.size, terminal: terminal)
    defer { driver.end() }
    driver.type(Array("V".utf8))
    // Until the pictures are there; what moves is never quiet.
    driver.draw(driver.read(until: monotonicNow() + 4_000_000_000))
    let alone = driver.read(until: monotonicNow() + 1_000_000_000)
    driver.draw(alone)
    let keys = PacedKeys(
      of: driver, pressing: (Array("j".utf8), Array("k".utf8)),
      count: stage.options.samples(400), every: 60_000_000
    ) { driver.read(until: $0) }
    let answered = Samples(keys.presses.compactMap(\.latency))
    guard answered.count == keys.presses.count, let p50 = answered.median,
      let p99 = answered.percentile(99),
      terminal.playsMotions || alone.byteCount > Self.leastBytes
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
      Measurement(
        name + ", p99", .time(p99), limit: "< 5 ms", isReached: p99 < Self.limit),
      Measurement("bytes of frames in a second, " + terminal.rawValue, .bytes(alone.byteCount)),
    ]
  }
}

extension TerminalKind {
  /// Whether it plays what moves by itself.
  fileprivate var playsMotions: Bool { self == .placeholders }
}
