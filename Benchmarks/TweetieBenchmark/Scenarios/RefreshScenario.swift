internal import TerminalRig

/// A refresh that brings some forty new posts, from a service that answers at once.
struct RefreshScenario: Scenario {
  let name = "refresh"

  func measure(on stage: BenchmarkFixture) async throws -> [Measurement] {
    var times: [Nanoseconds] = []
    var arrived: [Int64] = []
    for _ in 0..<stage.options.samples(8) {
      // A world of its own each time: most is posted where it begins.
      let home = try await stage.homes.newHome(HomeContents(posts: 0), settings: .busy)
      let driver = try Driver(stage.tweetie, size: .standard, home: home)
      defer { driver.end() }
      let hasOpened = !driver.read { $0.text.contains("@") && $0.text.contains("Home") }.isEmpty
      guard hasOpened else {
        throw BenchmarkError("no stream on the screen:\n\(driver.screen.text)")
      }
      driver.draw(driver.read(until: monotonicNow() + 1_800_000_000))
      let before = unread(on: driver.screen)
      let pressedAt = driver.type(Array("r".utf8))
      let chunks = driver.read(untilQuietFor: 60, first: 400)
      driver.draw(chunks)
      guard let last = chunks.last else { continue }
      times.append(last.readAt - pressedAt)
      arrived.append(Int64(unread(on: driver.screen) - before))
    }
    guard let median = Samples(times).median, let count = Samples(arrived).median else {
      return [Measurement(name, unmeasured: "nothing was refreshed")]
    }
    return [
      Measurement(
        "refresh, \(count) new posts, beyond the service's time", .time(median),
        limit: "< 10 ms for 40", isReached: median < 10_000_000 && count >= 30)
    ]
  }

  /// How many posts stand above that were not read, as the screen says.
  private func unread(on screen: VirtualScreen) -> Int {
    for row in screen.rows {
      let words = row.split(separator: " ")
      if let index = words.firstIndex(of: "new"), index > 0, let count = Int(words[index - 1]) {
        return count
      }
    }
    return 0
  }
}
