import TerminalRig
import Testing

struct LookingAroundStories {
  @Test func `Enter signs in to the demo, and notifications and photos have their own tabs`()
    async throws
  {
    let session = try await TerminalSession.start(home: .furnished())
    try await session.waitUntil(contains: "Just looking? Press Enter.")

    try await session.press(.enter, untilContains: "up to date")
    try await session.type("n", untilContains: "liked your post")
    try await session.press(.tab, until: "what was said to the reader alone") {
      $0.text.contains("replied to you") && !$0.text.contains("liked your post")
    }
    try await session.press(.escape, untilLacks: "Likes and boosts")
    try await session.type("P", untilContains: "This is you.")
    await session.press(.tab)
    await session.press(.tab)

    // The photos are told in words here: there are no pictures.
    try await session.waitUntil(contains: "sandstone window with a")
    try await session.quitCleanly()
  }
}
