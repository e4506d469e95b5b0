import Doubles
import FeedDomain
import FeedStorage
import Testing

@testable import FeedServices

/// How often each service is asked for what a reader does every day.
@MainActor @Suite struct RequestCountTests {
  /// What a reader does, and how often a service may be asked for it.
  private enum Activity: String, CaseIterable {
    case start, refresh
    case sixtyPosts = "60 posts"
    case sixtyPostsWide = "60 posts, wide"
    case openingTwice = "opened twice"
    case idling = "a day idle"

    func most(at service: CountedService) -> Int {
      switch self {
      // At Mastodon the first start after signing in fetches the own profile, too.
      case .start: service == .mastodon ? 3 : 2
      case .refresh: 2
      case .sixtyPosts: 8
      case .sixtyPostsWide: 40
      case .openingTwice: 8
      // Mastodon tells what is new by itself; others are asked more rarely while nobody looks.
      case .idling: service == .mastodon ? 60 : 150
      }
    }
  }

  @Test(arguments: CountedService.allCases)
  func `a day's activities send at most the allowed number of requests to each service`(
    of service: CountedService
  ) async throws {
    let counts = try await count(at: service)

    let row = [service.rawValue] + Activity.allCases.map { counts[$0].map(String.init) ?? "-" }
    print("| \(row.joined(separator: " | ")) |")
    for deed in Activity.allCases {
      #expect(try #require(counts[deed]) <= deed.most(at: service), "\(deed.rawValue)")
    }
  }

  @Test func `a Mastodon server without streaming gets at most 150 requests in an idle day`()
    async throws
  {
    let reader = try CountedReader(
      .mastodon, store: try await SQLiteFeedStore(.memory), world: FakeWorld(),
      stateFolder: ScratchFolder().path, greeting: nil)
    await reader.start()
    _ = reader.count()

    await reader.pass(.seconds(86_400))

    let count = reader.count()
    print("| Mastodon without events | \(count) |")
    #expect(count <= 150)
    #expect(count >= 2 * 48)
    await reader.end()
  }

  @Test(arguments: CountedService.allCases)
  func `unread entries cause no additional requests at start and refresh`(
    of service: CountedService
  ) async throws {
    let (store, world, folder) = (try await SQLiteFeedStore(.memory), FakeWorld(), ScratchFolder())
    let before = try CountedReader(service, store: store, world: world, stateFolder: folder.path)
    await before.start()
    await before.end()

    let again = try CountedReader(service, store: store, world: world, stateFolder: folder.path)
    await again.start()
    let start = again.count()
    var refreshes: [Int] = []
    for _ in 1...3 {
      await again.refresh()
      refreshes.append(again.count())
    }
    await again.end()

    #expect(start <= Activity.start.most(at: service))
    #expect(refreshes.allSatisfy { $0 <= Activity.refresh.most(at: service) }, "\(refreshes)")
  }

  @Test(arguments: CountedService.allCases)
  func `the first start of a day sends at most five more requests, and only to Mastodon`(
    of service: CountedService
  )
    async throws
  {
    let (store, world, folder) = (try await SQLiteFeedStore(.memory), FakeWorld(), ScratchFolder())
    let before = try CountedReader(service, store: store, world: world, stateFolder: folder.path)
    await before.start()
    await before.end()
    world.pass(.seconds(90_000))

    let again = try CountedReader(service, store: store, world: world, stateFolder: folder.path)
    await again.start()
    let start = again.count()
    let asked = again.transport.requests.map(\.url)
    await again.end()

    // Once a day Mastodon is asked what it is, and whose the token is.
    let more = service == .mastodon ? 5 : 0
    #expect(start <= Activity.start.most(at: service) + more, "\(asked)")
  }

  private func count(at service: CountedService) async throws -> [Activity: Int] {
    var counts: [Activity: Int] = [:]
    let (store, world) = (try await SQLiteFeedStore(.memory), FakeWorld())
    let folder = ScratchFolder()
    let before = try CountedReader(service, store: store, world: world, stateFolder: folder.path)
    await before.start()
    try await before.read(isWide: false)
    await before.end()

    let again = try CountedReader(service, store: store, world: world, stateFolder: folder.path)
    await again.start()
    counts[.start] = again.count()
    await again.refresh()
    counts[.refresh] = again.count()
    for _ in 1...2 { try await again.open() }
    counts[.openingTwice] = again.count()
    await again.pass(.seconds(86_400))
    counts[.idling] = again.count()
    await again.end()

    for deed in [Activity.sixtyPosts, .sixtyPostsWide] {
      let reader = try CountedReader(
        service, store: try await SQLiteFeedStore(.memory), world: FakeWorld(),
        stateFolder: ScratchFolder().path)
      await reader.start()
      try await reader.read(isWide: deed == .sixtyPostsWide)
      counts[deed] = reader.count()
      await reader.end()
    }
    return counts
  }
}
