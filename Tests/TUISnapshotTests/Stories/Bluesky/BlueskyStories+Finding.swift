import ServiceRig
import TerminalRig
import Testing

extension BlueskyStories {
  @Test func `the likers of a post and a liker's profile are shown, and the person is followed`()
    async throws
  {
    let session = try await server.open(in: .furnished())

    try await session.type("L", until: "the likers") { screen in
      screen.text(ofRow: 0).hasPrefix(" Likes") && screen.text.contains("Mira Okonjo")
    }
    try await session.press(.enter, until: "the profile with its posts") { screen in
      screen.text.contains("3 followers") && screen.text.contains("Boats, mostly. #fog")
        && screen.text.contains("You do not follow them.") && screen.text.contains("Post 1499")
    }
    try await session.type("f", untilContains: "You follow them.")
    try await session.waitForDelivery()
    #expect(server.records.keys.allSatisfy { $0.hasPrefix("app.bsky.graph.follow/") })
    #expect(server.records.count == 1)
    #expect(try await session.quit() == .exited(0))
  }

  @Test func `the stream of a tag opens from the search`() async throws {
    let session = try await server.open(in: .furnished())

    try await session.goToFog()

    #expect(try await session.quit() == .exited(0))
  }

  @Test func `notifications are counted, read, and marked as seen at the service`() async throws {
    let session = try await server.open(in: .furnished())
    try await session.waitUntil("the count in the top line") {
      $0.text(ofRow: 0).contains("◆ 3")
    }

    try await session.type("n", until: "the notices") { screen in
      screen.text(ofRow: 0).hasPrefix(" Notifications")
        && screen.text.contains("Mira Okonjo and Noor Haddad liked your post")
        && screen.text.contains("Mira Okonjo replied to you") && screen.text.contains("Post 1001")
        && screen.text.contains("Noor Haddad follows you")
    }
    try await session.press(.escape, until: "the stream without a count") { screen in
      screen.text(ofRow: 0).contains("Home") && !screen.text(ofRow: 0).contains("◆ ")
    }
    try await session.waitUntil("the service knows") { [server] in
      server.noticesSeen == "2026-11-20T18:00:09.000Z"
    }
    #expect(try await session.quit() == .exited(0))
  }
}
