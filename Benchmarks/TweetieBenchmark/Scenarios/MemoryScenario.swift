internal import TerminalRig

/// Resident memory with a hundred thousand posts, after some reading.
struct MemoryScenario: Scenario {
  /// How many accounts are read together, each with so many posts.
  var accounts = 1
  var name: String { accounts > 1 ? "memory, everything of \(accounts) accounts" : "memory" }

  func measure(on stage: BenchmarkFixture) async throws -> [Measurement] {
    let driver = try await stage.openStream(
      HomeContents(posts: 100_000, accounts: accounts), size: .standard)
    let most = accounts > 1 ? 25 : 20
    defer { driver.end() }
    _ = Walk(of: driver, pressing: Array(repeating: TerminalKey.pageDown.bytes, count: 20))
    let party = Party(startedAs: driver.pid)
    let resident = party.client.residentKilobytes
    return [
      Measurement(
        "\(name), 100000 posts, 20 pages read", .kilobytes(Int64(resident)),
        limit: "< \(most) MB", isReached: resident < most * 1024)
    ]
      + (party.supervisor.map {
        [
          Measurement(
            "memory, its supervisor (mostly shared)", .kilobytes(Int64($0.residentKilobytes)))
        ]
      } ?? [])
  }
}
