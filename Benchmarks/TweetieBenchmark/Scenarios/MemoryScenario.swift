internal import TerminalRig

/// Resident memory with a hundred thousand posts, after some reading.
struct MemoryScenario: Scenario {
  let name = "memory"

  func measure(on stage: Stage) async throws -> [Measurement] {
    let driver = try await stage.openStream(posts: 100_000)
    defer { driver.end() }
    _ = Walk(of: driver, pressing: Array(repeating: TerminalKey.pageDown.bytes, count: 20))
    let party = Party(startedAs: driver.pid)
    let resident = party.client.residentKilobytes
    return [
      Measurement(
        "memory, 100000 posts, 20 pages read", .kilobytes(Int64(resident)), limit: "< 20 MB",
        isReached: resident < 20 * 1024)
    ]
      + (party.supervisor.map {
        [
          Measurement(
            "memory, its supervisor (mostly shared)", .kilobytes(Int64($0.residentKilobytes)))
        ]
      } ?? [])
  }
}
