import ServiceRig
import TerminalRig
import Testing

extension BlueskyStories {
  @Test func `the home stream is shown with its pictures`() async throws {
    let session = try await server.open(in: .furnished(pictures: "symbols"))

    try await session.waitUntil("red beside blue, under the words") { screen in
      screen.text.contains("Post 1498 #fog") && screen.shows(.rgb(254, 0, 0))
        && screen.shows(.rgb(0, 0, 254))
    }
    #expect(server.requests.contains { $0.path.hasPrefix("/img/feed_thumbnail/") })
    try await session.quitCleanly()
  }

  @Test func `five hundred posts are loaded page by page, each once`() async throws {
    let home = try TemporaryHome.furnished()
    let session = try await server.open(in: home)

    try await session.goToTheEnd()

    #expect(await session.screenText.contains("Post 1000"))
    #expect(try await session.quit() == .exited(0))
    #expect(try await home.heldPosts() == (1000..<1500).reversed())
  }

  @Test func `a gap of two hundred posts after a refresh is filled`() async throws {
    let home = try TemporaryHome.furnished()
    let session = try await server.open(in: home)
    let before = await session.reading
    server.post(250)

    try await session.type("r", untilContains: "50 new ↑")
    #expect(await session.reading == before)
    try await session.fillGap(below: "Post 1749", 50, pages: [50, 50, 50, 50])
    // The last page filled it to its last post: nobody has to ask whether that was all.
    try await session.waitUntil(lacks: "posts not loaded")
    try await session.quitCleanly()
    #expect(Array(try await home.heldPosts().prefix(300)) == (1450..<1750).reversed())
  }
}
