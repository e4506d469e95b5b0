internal import FeedDomain
internal import FeedServices
internal import FeedStorage
internal import Glibc
internal import Synchronization

/// A page of new posts from a service's reply to the disk, beside a hundred thousand held ones: what
/// a refresh does, but for the network before it and the screen behind it.
struct PageScenario: Scenario {
  let name = "page"

  func measure(on stage: BenchmarkFixture) async throws -> [Measurement] {
    // A home of its own: what comes to it belongs to no other measurement.
    let home = try await stage.homes.newHome(HomeContents(posts: 100_000), settings: .quiet)
    let store = try await openStore(in: home)
    let pages = try MastodonPages()
    let world = StandingWorld(now: Timestamp(milliseconds: Int64(time(nil)) * 1000))
    let reply = Mutex<[UInt8]>([])
    let services = AllServices(world: world) { reply.withLock { $0 } }
    guard let feeds = services.connection(for: Self.reader)?.feeds else {
      throw BenchmarkError("no connection to a service")
    }
    var top = InventedPosts.id(of: 0)
    var times: [Nanoseconds] = []
    for number in 0..<stage.options.samples(40) {
      let body = pages.page(number)
      reply.withLock { $0 = body }
      let receivedAt = monotonicNow()
      let page = try await feeds.page(of: .home, .newer(top))
      let changes = try await store.commit(
        page, to: .home, account: PreparedHomes.account.id, at: .above(top), now: world.now)
      times.append(monotonicNow() - receivedAt)
      guard page.entries.count == MastodonPages.length, changes.feeds == [.home] else {
        throw BenchmarkError("\(page.entries.count) posts came, \(changes.feeds) changed")
      }
      top = page.entries[0].id
    }
    let median = Samples(times).median
    return [
      Measurement(
        "decoding and committing a page of \(MastodonPages.length) posts",
        median.map(Quantity.time), limit: "< 3 ms", isReached: median.map { $0 < 3_000_000 })
    ]
  }

  /// Somebody at the server whose replies are read.
  private static let reader = SignedInAccount(
    Account(
      service: .mastodon, person: Person.ID("1"), handle: "reader",
      server: "https://example.social"),
    token: Secret(
      """
      {"access":"bench","server":{"origin":"https://example.social","software":"mastodon"}}
      """))
}
