import ServiceRig
import TerminalRig
import Testing

/// The real program at a server of Mastodon's family that keeps how far was read.
struct MastodonMarkerStories {
  @Test func `read positions are synchronised with other programs in both directions`() async throws
  {
    let stories = try MastodonStories()
    let server = stories.server
    let session = try await stories.open(in: .furnished())
    try await session.waitUntil("the newest post, read", isTrue: { server.lastRead == "1499" })
    server.post(3)
    try await session.type("r", untilContains: "3 new ↑")

    // One refresh in two asks how far was read, the other what happened to the user. A key that is
    // pressed before both are asked means the refresh that is under way.
    server.read(upTo: "1501")
    for _ in 1...3 {
      try await session.waitUntil("what is asked beside a page", isTrue: { server.isAskedBeside })
      let pages = server.pages
      await session.type("r")
      try await session.waitUntil("a page", isTrue: { server.pages > pages })
    }
    try await session.waitUntil(contains: "1 new ↑")
    try await session.type("u", until: "the first unread post") { screen in
      screen.rows.contains { $0.hasPrefix("▌") && $0.contains("Post 1502") }
    }

    // Leaving the stream for another tells how far it was read.
    await session.press(.tab)
    try await session.waitUntil("the last post, read", isTrue: { server.lastRead == "1502" })
    #expect(try await session.quit() == .exited(0))
  }
}

extension PretendMastodon {
  /// How often the page was asked for.
  fileprivate var pages: Int { asked(for: "timelines/home") }

  /// Whether one thing more was asked beside each page.
  fileprivate var isAskedBeside: Bool {
    asked(for: "notifications") + asked(for: "markers") >= pages
  }

  private func asked(for name: String) -> Int {
    requests.count { $0.method == "GET" && $0.path == "/api/v1/\(name)" }
  }
}
