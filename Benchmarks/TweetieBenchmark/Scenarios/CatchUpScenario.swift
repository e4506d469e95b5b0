internal import TerminalRig

/// Two thousand posts that were missed, put in order and shown.
struct CatchUpScenario: Scenario {
  let name = "catch-up"
  private static let count = 2_000
  private static let limit: Nanoseconds = 30_000_000

  func measure(on stage: BenchmarkFixture) async throws -> [Measurement] {
    let driver = try await stage.openMissed(Self.count)
    defer { driver.end() }
    let times = try (0..<stage.options.samples(12)).map { _ -> Nanoseconds in
      let pressedAt = driver.type(Array("K".utf8))
      let chunks = driver.read { $0.text.contains("Catch-up") && $0.text.contains("left") }
      guard let shown = chunks.last else {
        throw BenchmarkError("nothing to catch up with:\n\(driver.screen.text)")
      }
      driver.draw(driver.read(untilQuietFor: 300))
      driver.type(Array("q".utf8))
      driver.draw(driver.read(untilQuietFor: 300))
      return shown.readAt - pressedAt
    }
    let median = Samples(times).median
    return [
      Measurement(
        "catch-up with \(Self.count) stored posts", median.map(Quantity.time), limit: "< 30 ms",
        isReached: median.map { $0 < Self.limit })
    ]
  }
}
