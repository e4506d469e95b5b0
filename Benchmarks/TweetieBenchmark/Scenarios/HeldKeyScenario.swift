/// A key held down for two seconds at thirty a second.
struct HeldKeyScenario: Scenario {
  let name = "held key"
  private let presses = 60

  func measure(on stage: BenchmarkFixture) async throws -> [Measurement] {
    let down = Array("j".utf8)
    let patient = try await stage.openStream(posts: 100_000)
    _ = Walk(of: patient, pressing: Array(repeating: down, count: presses))
    let goal = Picture(of: patient.screen)
    // Back to where it began, so that the same walk leads to the same screen.
    _ = Walk(of: patient, pressing: Array(repeating: Array("k".utf8), count: presses))
    let start = Picture(of: patient.screen)
    defer { patient.end() }

    var chunks: [Chunk] = []
    var last: Nanoseconds = 0
    let begin = monotonicNow()
    for press in 0..<presses {
      chunks += patient.read(until: begin + Int64(press) * 33_333_333)
      last = patient.type(down)
    }
    chunks += patient.read(untilQuietFor: 300)
    patient.draw(chunks)
    let lag = chunks.last.map { max(0, $0.readAt - last) }
    let isAnswered = Picture(of: patient.screen).body == goal.body && start.body != goal.body
    return [
      Measurement(
        "key held 2 s at 30/s, lag after the last", lag.map(Quantity.time), limit: "< 3 ms",
        isReached: lag.map { $0 < 3_000_000 && isAnswered }),
      Measurement(
        "key held 2 s at 30/s, every press answered", .count(isAnswered ? 60 : 0), limit: "60",
        isReached: isAnswered),
    ]
  }
}
