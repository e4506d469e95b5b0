internal import TerminalRig

/// Ten seconds without a key, of the client and its supervisor.
struct IdleScenario: Scenario {
  let name = "idle"

  func measure(on stage: BenchmarkFixture) async throws -> [Measurement] {
    let driver = try await stage.openStream(posts: 10_000)
    defer { driver.end() }
    driver.draw(driver.read(untilQuietFor: 2500))
    let client = ProcessFacts(pid: driver.pid)
    let processes = [client] + client.descendants
    let before = Usage(of: processes)
    let seconds: Int64 = stage.options.isQuick ? 3 : 10
    let chunks = driver.read(until: monotonicNow() + seconds * 1_000_000_000)
    let after = Usage(of: processes)
    let wakeUps = after.switches - before.switches
    let time = after.processor - before.processor
    return [
      Measurement(
        "idle \(seconds) s, wake-ups", .count(Int64(wakeUps)), limit: "0", isReached: wakeUps == 0),
      Measurement(
        "idle \(seconds) s, bytes", .bytes(chunks.byteCount), limit: "0",
        isReached: chunks.byteCount == 0),
      Measurement(
        "idle \(seconds) s, processor time", .time(Int64(time)), limit: "0", isReached: time == 0),
    ]
  }
}

/// What some processes have used so far, all their threads together.
private struct Usage {
  let switches: Int
  let processor: Int

  init(of processes: [ProcessFacts]) {
    switches = processes.reduce(0) { $0 + $1.contextSwitches }
    processor = processes.reduce(0) { $0 + $1.processorNanoseconds }
  }
}
