import TerminalRig
import Testing

struct MutingStories {
  @Test
  func `a muted author's posts are folded, also after a restart, until the author is unmuted`()
    async throws
  {
    let home = try TemporaryHome.furnished()
    let session = try await TerminalSession.signedIn(in: home)
    try await session.type("M", untilContains: "not muted")

    try await session.press(.enter, until: "the author muted") { screen in
      screen.rows.contains { $0.contains("› @") && $0.contains("  muted") }
    }
    try await session.press(.escape, until: "the author's posts folded") { screen in
      !screen.text.contains("Words, @name") && screen.text.contains("Muted: @")
    }
    #expect(try await session.quit() == .exited(0))
    let again = try await TerminalSession.reopened(in: home)
    try await again.waitUntil(contains: "Muted: @")
    try await again.type("M", until: "the author, muted") { screen in
      screen.rows.contains { $0.contains("› @") && $0.contains("  muted") }
    }
    try await again.press(.enter, untilContains: "not muted")
    try await again.press(.escape, until: "the author's posts as they are") { screen in
      !screen.text.contains("Words, @name") && !screen.text.contains("Muted: @")
    }
    #expect(try await again.quit() == .exited(0))
  }
}
