import TerminalRig
import Testing

struct MutingStories {
  @Test func `who is muted is folded away, also after a restart, until they no longer are`()
    async throws
  {
    let home = try TemporaryHome.furnished()
    let session = try await TerminalSession.signedIn(in: home)
    await session.type("M")
    try await session.waitUntil(contains: "not muted")

    await session.press(.enter)
    try await session.waitUntil("the author muted") { screen in
      screen.rows.contains { $0.contains("› @") && $0.contains("  muted") }
    }
    await session.press(.escape)

    try await session.waitUntil("the author's posts folded") { screen in
      !screen.text.contains("Words, @name") && screen.text.contains("Muted: @")
    }
    #expect(try await session.quit() == .exited(0))
    let again = try await TerminalSession.reopened(in: home)
    try await again.waitUntil(contains: "Muted: @")
    await again.type("M")
    try await again.waitUntil("the author, muted") { screen in
      screen.rows.contains { $0.contains("› @") && $0.contains("  muted") }
    }
    await again.press(.enter)
    try await again.waitUntil(contains: "not muted")
    await again.press(.escape)
    try await again.waitUntil("the author's posts as they are") { screen in
      !screen.text.contains("Words, @name") && !screen.text.contains("Muted: @")
    }
    #expect(try await again.quit() == .exited(0))
  }
}
