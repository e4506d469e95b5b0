import TerminalRig
import Testing

struct LookingAroundStories {
  @Test func `Enter alone looks around, and notifications and photos have tabs of their own`()
    async throws
  {
    let session = try await TerminalSession.start(home: .furnished())
    try await session.waitUntil(contains: "Just looking? Press Enter.")

    await session.press(.enter)
    try await session.waitUntil(contains: "up to date")
    await session.type("n")
    try await session.waitUntil(contains: "liked your post")
    await session.press(.tab)
    try await session.waitUntil("what was said to the reader alone") {
      $0.text.contains("replied to you") && !$0.text.contains("liked your post")
    }
    await session.press(.escape)
    try await session.waitUntil(lacks: "Likes and boosts")
    await session.type("P")
    try await session.waitUntil(contains: "This is you.")
    await session.press(.tab)
    await session.press(.tab)

    // The photos are told in words here: there are no pictures.
    try await session.waitUntil(contains: "stone step covered")
    #expect(try await session.quit() == .exited(0))
    #expect(await session.damage == [])
  }
}
