internal import TerminalRig

/// Keys that come faster than they are drawn: a megabyte of text without the marks of a paste, and
/// thousands of steps through a stream.
struct FloodScenario: Scenario {
  let name = "flood"
  private let line =
    "Seventy-nine characters of what somebody copied elsewhere, and their end.....\r"

  func measure(on stage: BenchmarkFixture) async throws -> [Measurement] {
    let text = Array(String(repeating: line, count: 1_000_000 / line.utf8.count).utf8)
    let writing = try await time(of: Array("c".utf8) + text, on: stage) {
      $0.text.contains("somebody copied elsewhere")
    }
    let reading = try await time(of: Array(repeating: UInt8(ascii: "j"), count: 5_000), on: stage) {
      _ in true
    }
    return [
      Measurement(
        "1 MB of text typed at once, to the end of the program", writing.map(Quantity.time),
        limit: "< 2 s", isReached: writing.map { $0 < 2_000_000_000 }),
      Measurement(
        "5000 steps typed at once, to the end of the program", reading.map(Quantity.time),
        limit: "< 500 ms", isReached: reading.map { $0 < 500_000_000 }),
    ]
  }

  /// How long all of it takes, and the key behind it that ends the program; nil where that never
  /// looked as it should.
  private func time(
    of keys: [UInt8], on stage: BenchmarkFixture, until isSeen: @escaping (VirtualScreen) -> Bool
  ) async throws -> Nanoseconds? {
    let driver = try await stage.openStream(posts: 10_000)
    let begun = monotonicNow()
    let chunks = driver.type(all: keys + [0x03])
    let end = driver.waitForEnd()
    driver.draw(chunks)
    return isSeen(driver.screen) ? end.at - begun : nil
  }
}
