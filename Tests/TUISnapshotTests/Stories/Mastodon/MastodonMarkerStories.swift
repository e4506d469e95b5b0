import ServiceRig
import TerminalRig
import Testing

/// The real program at a server of Mastodon's family that keeps how far was read.
struct MastodonMarkerStories {
  @Test func `what is read here is read in other programs, and the other way round`() async throws {
    let stories = try MastodonStories()
    let server = stories.server
    let session = try await stories.open(in: .furnished())
    await server.marked(upTo: "1499")
    server.post(3)
    await session.type("r")
    try await session.waitUntil(contains: "3 new ↑")

    // One refresh in two asks how far was read, the other what happened to the reader.
    server.read(upTo: "1501")
    for _ in 1...3 {
      let asked = server.requests.count
      await session.type("r")
      try await session.waitUntil(
        "a page and what is asked beside it", isTrue: { server.requests.count >= asked + 2 })
    }
    try await session.waitUntil(contains: "1 new ↑")
    await session.type("u")
    try await session.waitUntil("the first unread post") { screen in
      screen.rows.contains { $0.hasPrefix("▌") && $0.contains("Post 1502") }
    }

    // Leaving the stream for another tells how far it was read.
    await session.press(.tab)
    await server.marked(upTo: "1502")
    #expect(try await session.quit() == .exited(0))
  }
}
