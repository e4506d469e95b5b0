import TerminalRig
import Testing

struct GalleryStories {
  @Test func `a photo's like in the carousel is undone if it is refused`()
    async throws
  {
    let home = try TemporaryHome.furnished(pictures: "auto")
    let session = try await TerminalSession.signedIn(in: home)
    try await session.openCarousel()
    home.setFaults("like=refused")

    try await session.type("l", untilSays: "The like was undone")
    try await session.waitUntil(contains: "♡ 6   1/")
    try await session.quitCleanly()
  }

  @Test func `arrow keys move along the photo wall, and the carousel starts at the selected photo`()
    async throws
  {
    let session = try await TerminalSession.signedIn(in: .furnished(pictures: "auto"))
    try await session.type("2", untilContains: "←↓↑→ move  Enter open  l like  v view")

    await session.press(.right)
    try await session.type("v", untilContains: "   2/")
  }

  @Test func `a restart shows the photos in the layout they were left in`() async throws {
    let home = try TemporaryHome.furnished(pictures: "auto")
    let first = try await TerminalSession.signedIn(in: home)
    try await first.openCarousel()
    _ = try await first.quit()

    let second = try await TerminalSession.reopened(in: home)

    try await second.waitUntil(contains: "♡ 6   1/")
  }
}

extension TerminalSession {
  /// Goes to the photos, which are a wall, and turns that into a carousel.
  fileprivate func openCarousel() async throws {
    try await type("2", untilContains: "l like  v view")
    try await type("v", untilContains: "♡ 6   1/")
  }
}
