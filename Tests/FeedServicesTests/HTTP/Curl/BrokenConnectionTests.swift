import Doubles
import FeedDomain
import ServiceRig
import Testing
import Threads

@testable import FeedServices

/// Lines that break off (NF5): nothing comes by halves.
@Suite struct BrokenConnectionTests {
  private let transport = CurlTransport.forTests()

  private func feeds(at origin: String) -> MastodonFeeds {
    let fixture = NetworkContext.forTests(
      over: transport, world: PassingWorld(at: 1_795_199_400_000))
    let connection = MastodonConnection(
      account: Account(service: .mastodon, person: Person.ID("me"), handle: "sol"),
      server: MastodonServer(address: origin),
      client: fixture.serviceClient(
        at: origin, token: Secret("canary"), requestRules: MastodonRequestRules()),
      files: fixture.serviceClient(at: origin, requestRules: MastodonRequestRules()),
      world: fixture.world)
    return MastodonFeeds(connection: connection)
  }

  @Test func `a truncated page is an error, and the next request reads the whole page`()
    async throws
  {
    let page = try MastodonSample.json("timeline-home").encodedBytes()
    let cuts = LockedValue(Array(stride(from: 0, to: page.count, by: 1024)))
    let count = cuts.withLock { $0.count }
    let server = try LoopbackServer { _ in
      let cut = cuts.withLock { $0.popLast() }
      let head = ScriptedReply.head(
        200, ["Content-Length": String(page.count), "Content-Type": "application/json"])
      guard let cut else { return ScriptedReply([.send(head + page)]) }
      return ScriptedReply([.send(head + page.prefix(cut)), .close])
    }
    let feeds = feeds(at: server.origin)

    for _ in 0..<count {
      #expect(await failure { try await feeds.feedPage(of: .home, .latest) } == .unreachable)
    }
    let first = try await feeds.feedPage(of: .home, .latest)
    let second = try await feeds.feedPage(of: .home, .latest)

    #expect(!first.entries.isEmpty)
    #expect(first == second)
    #expect(Set(first.entries.map(\.id)).count == first.entries.count)
  }
}
