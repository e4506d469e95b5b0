internal import FeedDomain
internal import FeedStorage
internal import ServiceRig
internal import TerminalRig

/// Anonymous memory of the program, signed in to a server over the network: what no other process
/// shares, and no file holds.
struct OwnMemoryScenario: Scenario {
  let name = "own memory"

  func measure(on stage: BenchmarkFixture) async throws -> [Measurement] {
    let home = try await stage.homes.newHome(HomeContents(posts: 0), settings: .quiet)
    let pages = try MastodonPages()
    // Ten pages, each older than the one before.
    let server = try LoopbackServer { request in
      guard request.path.hasPrefix("/api/v1/timelines/home") else { return .reply(404) }
      let below = request.target.split(separator: "max_id=").dropFirst().first
      let number = below.flatMap { Int($0.prefix(4)) }.map { ($0 - 2000) / 4 - 1 } ?? 9
      guard number >= 0 else { return .json("[]") }
      return .json(String(decoding: pages.page(number), as: UTF8.self))
    }
    let account = Account(
      service: .mastodon, person: Person.ID("1"), handle: "reader", server: server.origin)
    try FileCredentialStore(path: home.path + "/state/tweetie/accounts").save(
      SignedInAccount(
        account,
        token: Secret(
          """
          {"access":"bench","server":{"origin":"\(server.origin)","software":"mastodon"}}
          """)))
    let driver = try Driver(stage.tweetie, size: .standard, home: home)
    defer { driver.end() }
    guard !driver.read(until: { $0.text.contains("No. ") }).isEmpty else {
      throw BenchmarkError("no stream on the screen:\n\(driver.screen.text)")
    }
    driver.draw(driver.read(untilQuietFor: 1500))
    _ = Walk(of: driver, pressing: Array(repeating: TerminalKey.pageDown.bytes, count: 20))
    let own = Party(startedAs: driver.pid).client.anonymousKilobytes
    return [
      Measurement(
        "own memory, signed in over the network, 20 pages read", .kilobytes(Int64(own)),
        limit: "< 6 MB", isReached: own < 6 * 1024)
    ]
  }
}
