internal import TerminalRig

/// A refresh that brings some forty new posts, from a service that answers at once.
struct RefreshScenario: Scenario {
  let name = "refresh"

  func measure(on stage: Stage) async throws -> [Measurement] {
    let home = try await stage.homes.home(HomeContents(posts: 0), settings: .busy)
    let driver = try Driver(stage.tweetie, size: .standard, home: home)
    defer { driver.end() }
    let hasOpened = !driver.read { $0.text.contains("@") && $0.text.contains("Home") }.isEmpty
    guard hasOpened else {
      throw BenchmarkError("no stream on the screen:\n\(driver.screen.text)")
    }
    let times = (0..<stage.options.samples(8)).compactMap { _ -> Nanoseconds? in
      // Two seconds are forty posts.
      driver.draw(driver.read(until: monotonicNow() + 2_000_000_000))
      let pressedAt = driver.type(Array("r".utf8))
      let chunks = driver.read(untilQuietFor: 60, first: 400)
      driver.draw(chunks)
      return chunks.last.map { $0.readAt - pressedAt }
    }
    let median = Samples(times).median
    return [
      Measurement(
        "refresh, 40 new posts, beyond the service's time", median.map(Quantity.time),
        limit: "< 10 ms", isReached: median.map { $0 < 10_000_000 })
    ]
  }
}
