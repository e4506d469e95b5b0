import ServiceRig
import TerminalRig
import Testing

/// Somebody comes back, and reads what they missed.
struct CatchUpStories {
  @Test func `the catch-up continues after a restart, and shows no post twice`()
    async throws
  {
    let home = try TemporaryHome.furnished(newPosts: "20ms", catchUp: "1s")
    let first = try await TerminalSession.signedIn(in: home)
    #expect(try await first.quit() == .exited(0))
    let session = try await TerminalSession.reopened(in: home)
    // However quick the machine is, they post on; a look at what is stored leaves time for that.
    try await look {
      if await session.screenText.contains("K catches up") { return true }
      await session.type("r")
      _ = try await home.missed()
      try await session.waitUntil(contains: "up to date")
      return false
    }
    try await session.waitUntil(contains: "K catches up")
    // However slow it is, none is missing.
    let missed = try await home.missed("")

    try await session.type("K", untilContains: "by person · ")
    await session.type("jjj")
    let seen = try await home.whenSeen(of: missed)
    #expect(try await session.quit() == .exited(0))

    let again = try await TerminalSession.reopened(in: home)
    let left = try await home.missed().filter(missed.contains)
    #expect(Set(left).isDisjoint(with: seen))
    // What was never on the screen is not read.
    #expect(left.count + 20 >= missed.count)
    try await again.type("K", untilContains: "by person · ")
    try await again.type("v", untilContains: "by conversation · ")
    try await again.type("q", untilLacks: "Catch-up")
    try await again.type("K", untilContains: "by conversation · ")
    try await again.type("A", untilContains: "all read")
    try await again.type("q", untilLacks: "Catch-up")
    #expect(try await Set(home.missed()).isDisjoint(with: missed))
    #expect(try await again.quit() == .exited(0))
  }

  @Test func `the catch-up fetches missing posts first, and is then read without a network`()
    async throws
  {
    let stories = try MastodonStories()
    let home = try TemporaryHome.furnished(catchUp: "1h")
    let session = try await stories.open(in: home)
    stories.server.post(360)
    try await session.type("r", untilContains: "more than 160 new since Nov 20")
    let asked = stories.server.pagesAsked

    try await session.type("K", untilContains: "Fetching missed posts")
    try await session.waitUntil(contains: "by person · ")
    // Two hundred are missing: five pages of forty, and one that meets what is held.
    #expect(stories.server.pagesAsked - asked == 6)
    #expect(try await home.missed().count >= 340)
    stories.server.spoilToken()
    try await session.type("G", untilContains: "Post 1859")
    try await session.type("A", untilContains: "all read")
    #expect(try await session.quit() == .exited(0))
    #expect(try await home.heldPosts().prefix(400) == (1460..<1860).reversed().prefix(400))
  }
}

extension PretendMastodon {
  /// How often the home stream was asked for.
  fileprivate var pagesAsked: Int { requests.count { $0.path == "/api/v1/timelines/home" } }
}

extension TemporaryHome {
  /// The posts that were not read, by their ids.
  fileprivate func missed(_ options: String = "--offline") async throws -> [String] {
    try await run("tweetie catch-up --json \(options)").lines.compactMap { line in
      line.firstRange(of: "\"post\":{\"id\":\"").map { found in
        String(line[found.upperBound...].prefix { $0 != "\"" })
      }
    }
  }

  /// Those of them that are read once some are.
  fileprivate func whenSeen(of posts: [String]) async throws -> Set<String> {
    var seen: Set<String> = []
    try await look {
      seen = Set(posts).subtracting(try await missed())
      return !seen.isEmpty
    }
    return seen
  }
}
