internal import TerminalRig

/// Fifty changes of size, ten milliseconds apart, after which everything is as it was.
struct ResizeScenario: Scenario {
  let name = "resizes"
  private let count = 50

  func measure(on stage: BenchmarkFixture) async throws -> [Measurement] {
    let driver = try await stage.openStream(posts: 100_000)
    defer { driver.end() }
    let before = Picture(of: driver.screen)
    var last: Nanoseconds = 0
    let begin = monotonicNow()
    for change in 1...count {
      // Drawn as they come: each frame belongs to the size the screen has by then.
      driver.draw(driver.read(until: begin + Int64(change) * 10_000_000))
      let size =
        change == count
        ? .standard : WindowSize(columns: 60 + change * 2, rows: 12 + change % 30)
      last = driver.resize(to: size)
    }
    let rest = driver.read(untilQuietFor: 300)
    let settled = rest.last.map { max(0, $0.readAt - last) }
    driver.draw(rest)
    let after = Picture(of: driver.screen)
    let isSame = after.body == before.body
    if !isSame { remark("before\n\(before.text)\nis now\n\(after.text)") }
    return [
      Measurement(
        "50 resizes 10 ms apart, settled after the last", settled.map(Quantity.time),
        limit: "< 10 ms, same screen", isReached: settled.map { $0 < 10_000_000 && isSame })
    ]
  }
}
