import ServiceRig
import TerminalRig
import Testing

/// The real program at a server of Mastodon's family that tells what happens while it happens.
struct MastodonLiveStories {
  private let stories: MastodonStories
  private var server: PretendMastodon { stories.server }

  init() throws { stories = try MastodonStories(isLive: true) }

  @Test func `live updates are shown without a refresh, and do not move the selection`()
    async throws
  {
    // It would not look by itself for an hour.
    let session = try await stories.open(in: .furnished(refresh: "1h"))
    try await session.waitUntil("somebody who listens", isTrue: { server.listeners >= 1 })
    try await session.selectPost("Post 1498")

    server.happen(.posting)
    try await session.waitUntil(contains: "1 new ↑")
    #expect(await session.reading.contains { $0.hasPrefix("▌") && $0.contains("Post 1498") })

    server.happen(.editing("1498", "Post 1498, mended"))
    try await session.waitUntil(contains: "Post 1498, mended")
    server.happen(.deleting("1497"))
    try await session.waitUntil(lacks: "Post 1497")
    server.happen(.liking)
    try await session.waitUntil("one more that happened") {
      $0.text(ofRow: 0).contains("◆ 4")
    }
    try await session.quitCleanly()
  }

  @Test func `ninety-eight live posts cause a single request for the stream`() async throws {
    let session = try await stories.open(in: .furnished(refresh: "1h"))
    try await session.waitUntil("somebody who listens", isTrue: { server.listeners >= 1 })
    // What is looked at once a day is over ten seconds after the start, or counted below.
    try await session.selectPost("Post 1498")
    let asked = server.requests.count

    for _ in 1...98 { server.happen(.posting) }

    try await session.waitUntil(contains: "98 new ↑")
    #expect(await session.reading.contains { $0.hasPrefix("▌") && $0.contains("Post 1498") })
    let more = server.requests.dropFirst(asked).map(\.target)
    #expect(more.count { $0.contains("timelines/home") } == 1, "\(more)")
    #expect(more.count { !$0.contains("/media/") } <= 6, "\(more)")
    #expect(try await session.quit() == .exited(0))
  }

  @Test func `posts missed while live updates were interrupted are fetched`() async throws {
    let session = try await stories.open(in: .furnished(refresh: "1h"))
    try await session.waitUntil("somebody who listens", isTrue: { server.listeners >= 1 })

    server.fallSilent()
    server.post(2)

    // It listens again after some seconds, and asks what it did not hear.
    try await session.waitUntil("somebody who listens", isTrue: { server.listeners >= 2 })
    try await session.waitUntil(contains: "2 new ↑")
    server.happen(.posting)
    try await session.waitUntil(contains: "3 new ↑")
    #expect(try await session.quit() == .exited(0))
  }
}
