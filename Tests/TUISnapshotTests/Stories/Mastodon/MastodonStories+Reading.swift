import ServiceRig
import TerminalRig
import Testing

extension MastodonStories {
  @Test func `the home stream is shown with its pictures`() async throws {
    let session = try await open(in: .furnished(pictures: "symbols"))

    try await session.waitUntil("red beside blue, under the words") { screen in
      screen.text.contains("Post 1498 #fog") && screen.shows(.rgb(254, 0, 0))
        && screen.shows(.rgb(0, 0, 254))
    }
    #expect(server.requests.contains { $0.path.hasPrefix("/media/small/") })
    try await session.quitCleanly()
  }

  @Test func `five hundred posts are loaded page by page, each once`() async throws {
    let home = try TemporaryHome.furnished()
    let session = try await open(in: home)

    try await session.goToTheEnd()

    #expect(await session.screenText.contains("Post 1000"))
    #expect(try await session.quit() == .exited(0))
    #expect(try await home.heldPosts() == (1000..<1500).reversed())
  }

  @Test(arguments: [true, false])
  func `a gap of two hundred posts after a refresh is filled`(fromAbove: Bool) async throws {
    let home = try TemporaryHome.furnished()
    let session = try await open(in: home)
    let before = await session.reading
    // Three pages are fetched next to what is held, and the newest; they have forty posts each.
    server.post(360)

    try await session.type("r", untilContains: "160 new ↑")
    #expect(await session.reading == before)
    try await session.fillGap(
      below: "Post 1859", 40, pages: [40, 40, 40, 40, 40], fromAbove: fromAbove)
    // The last page filled it to its last post: nobody has to ask whether that was all.
    try await session.waitUntil(lacks: "posts not loaded")
    try await session.quitCleanly()
    let held = try await home.heldPosts()
    #expect(Array(held.prefix(400)) == (1460..<1860).reversed())
  }
}
