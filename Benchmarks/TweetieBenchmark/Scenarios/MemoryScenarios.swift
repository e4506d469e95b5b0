internal import FeedDomain
internal import FeedStorage
internal import ServiceRig
internal import TerminalRig

/// A scenario that measures the resident memory with a hundred thousand stored posts, after reading
/// some pages.
struct MemoryScenario: Scenario {
  /// The number of accounts that are read together, each with as many posts.
  var accounts = 1
  var name: String { accounts > 1 ? "memory, everything of \(accounts) accounts" : "memory" }

  func measure(on fixture: BenchmarkFixture) async throws -> [Measurement] {
    let driver = try await fixture.openStream(
      HomeContents(posts: 100_000, accounts: accounts), size: .standard)
    let most = accounts > 1 ? 25 : 20
    defer { driver.end() }
    _ = AnsweredKeys(of: driver, pressing: Array(repeating: TerminalKey.pageDown.bytes, count: 20))
    let processes = ProgramProcesses(startedAs: driver.pid)
    let resident = processes.client.residentKilobytes
    return [
      Measurement(
        "\(name), 100000 posts, 20 pages read", .kilobytes(Int64(resident)),
        limit: "< \(most) MB", isReached: resident < most * 1024)
    ]
      + (processes.supervisor.map {
        [
          Measurement(
            "memory, its supervisor (mostly shared)", .kilobytes(Int64($0.residentKilobytes)))
        ]
      } ?? [])
  }
}

/// A scenario that measures the anonymous memory of the program, which no other process shares and
/// no file backs, while it is signed in to a server.
struct OwnMemoryScenario: Scenario {
  let name = "own memory"

  func measure(on fixture: BenchmarkFixture) async throws -> [Measurement] {
    let home = try await fixture.homes.newHome(HomeContents(posts: 0), settings: .quiet)
    let pages = try MastodonPages()
    // The server sends ten pages, each older than the one before.
    let server = try LoopbackServer { request in
      guard request.path.hasPrefix("/api/v1/timelines/home") else { return .reply(404) }
      let below = request.target.split(separator: "max_id=").dropFirst().first
      let number = below.flatMap { Int($0.prefix(4)) }.map { ($0 - 2000) / 4 - 1 } ?? 9
      guard number >= 0 else { return .json("[]") }
      return .json(String(decoding: pages.page(number), as: UTF8.self))
    }
    let account = Account(
      service: .mastodon, person: Person.ID("1"), handle: "reader", server: server.origin)
    try FileCredentialStore(path: home.path + "/state/tweetie/accounts").saveAccountAndMakeActive(
      SignedInAccount(
        account,
        token: Secret(
          """
          {"access":"bench","server":{"origin":"\(server.origin)","software":"mastodon"}}
          """)))
    let driver = try TerminalDriver(fixture.tweetie, size: .standard, home: home)
    defer { driver.end() }
    guard !driver.read(until: { $0.text.contains("No. ") }).isEmpty else {
      throw BenchmarkError("no stream on the screen:\n\(driver.screen.text)")
    }
    driver.draw(driver.read(untilQuietFor: 1500))
    _ = AnsweredKeys(of: driver, pressing: Array(repeating: TerminalKey.pageDown.bytes, count: 20))
    let own = ProgramProcesses(startedAs: driver.pid).client.anonymousKilobytes
    return [
      Measurement(
        "own memory, signed in over the network, 20 pages read", .kilobytes(Int64(own)),
        limit: "< 6 MB", isReached: own < 6 * 1024)
    ]
  }
}

/// A scenario that measures the client and its supervisor during ten seconds without a key.
struct IdleScenario: Scenario {
  let name = "idle"

  func measure(on fixture: BenchmarkFixture) async throws -> [Measurement] {
    let driver = try await fixture.openStream(posts: 10_000)
    defer { driver.end() }
    driver.draw(driver.read(untilQuietFor: 2500))
    let client = ProcessFacts(pid: driver.pid)
    let processes = [client] + client.descendants
    let before = Usage(of: processes)
    let seconds: Int64 = fixture.options.isQuick ? 3 : 10
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

/// The processor time that processes have used so far, with all their threads.
private struct Usage {
  let switches: Int
  let processor: Int

  init(of processes: [ProcessFacts]) {
    switches = processes.reduce(0) { $0 + $1.contextSwitches }
    processor = processes.reduce(0) { $0 + $1.processorNanoseconds }
  }
}
