/// A like, with a service that needs half a second to answer.
struct LikeScenario: Scenario {
  let name = "like"
  /// One frame of a screen that shows sixty a second.
  private let frame: Nanoseconds = 16_666_667

  func measure(on stage: BenchmarkFixture) async throws -> [Measurement] {
    let driver = try await stage.openStream(posts: 10_000, settings: .slow)
    defer { driver.end() }
    let times = (0..<stage.options.samples(12)).map { _ -> Nanoseconds? in
      let before = Picture(of: driver.screen)
      let pressedAt = driver.type(Array("l".utf8))
      let chunks = driver.read(untilQuietFor: Walk.quiet, first: 400)
      driver.draw(chunks)
      let hasChanged = Picture(of: driver.screen).body != before.body
      // The service's answer, and the flash's end, come before the next like.
      driver.draw(driver.read(untilQuietFor: 1200))
      return hasChanged ? chunks.last.map { $0.readAt - pressedAt } : nil
    }
    let answered = Samples(times.compactMap(\.self))
    let slowest = answered.count == times.count ? answered.percentile(100) : nil
    return [
      Measurement(
        "like to heart, service needing 500 ms, slowest", slowest.map(Quantity.time),
        limit: "the same frame", isReached: slowest.map { $0 < frame })
    ]
  }
}
