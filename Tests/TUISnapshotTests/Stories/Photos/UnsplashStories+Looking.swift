import ServiceRig
import TerminalRig
import Testing

extension UnsplashStories {
  @Test func `pictures are fetched without the API key`() async throws {
    let session = try await openAsGuest(pictures: "symbols")

    try await session.waitUntil("red beside blue") { screen in
      screen.shows(.rgb(254, 0, 0)) && screen.shows(.rgb(0, 0, 254))
    }

    let pictures = server.requests.filter { $0.path.hasPrefix("/pictures/") }
    #expect(!pictures.isEmpty)
    #expect(pictures.allSatisfy { $0.header("Authorization") == nil && $0.query["ixid"] != nil })
    #expect(try await session.quit() == .exited(0))
  }

  @Test func `a photo's facts and credit are shown, and saving it is reported to Unsplash`()
    async throws
  {
    let session = try await openAsGuest(more: "[photos]\nsave-directory = ~/saved")
    try await session.press(.enter, untilContains: "Photo by Ada Okafor on Unsplash")
    try await session.type("i", until: "what is known of it") { screen in
      ["Example K-1", "ISO 1600", "Ghent, Belgium", "612", "#canal"].allSatisfy {
        screen.text.contains($0)
      } && screen.text.contains(/Views +91.823/)
    }

    await session.type("d")
    try await session.waitUntil("it was told of what was kept") { [server] in
      server.held.downloads == ["p1"]
    }

    #expect(server.requests.contains { $0.target == "/pictures/p1?ixid=ip1&q=85" })
    let saved = try await session.home.run("find \"$HOME\"/saved -type f -size +0")
    #expect(saved.lines.dropLast().count == 1)
    let feed = try await session.home.run("tweetie feed photos -n 1 --json")
    #expect(
      feed.output.contains("unsplash.com/photos/p1?utm_source=tweetie&utm_medium=referral"))
    try await session.quitCleanly()
  }

  @Test func `a topic is opened, and words and people are searched`() async throws {
    let session = try await openAsGuest()
    try await session.press(.tab, until: "the photos of the topic") { screen in
      screen.text.contains("▣ Quay 3") && !screen.text.contains("▣ Quay 1")
    }

    try await session.type("/", untilContains: "Type to search the posts you have")
    try await session.type("fog\r", untilContains: "Photo 7.")
    await session.type("/")
    await session.press(.control("u"))
    try await session.type("ada\r", until: "somebody of that name") { screen in
      screen.rows.contains { $0.hasPrefix("▌ Ada Okafor  @ada") }
    }
    // Her photos have been seen, so that she is found here before Unsplash has been asked.
    try await session.waitUntil("Unsplash was asked, too") { [server] in
      server.requests.contains { $0.target.hasPrefix("/search/users?query=ada&") }
    }
    #expect(try await session.quitBySignal() == .exited(0))
  }

  @Test func `a person's photos and collections are shown`() async throws {
    let session = try await openAsGuest()

    try await session.type("p", until: "the profile") { screen in
      screen.text.contains("Boats, mostly.") && screen.text.contains("Photo 2.")
        && screen.text.contains("Collection: Harbours")
        && screen.text.contains("unsplash.com/@ada?utm_source=tweetie&utm_medium=referral")
    }
    try await session.type("j\r", until: "the photos of the collection") { screen in
      screen.text(ofRow: 0).contains("Harbours") && screen.text.contains("Quay 6")
    }
    try await session.leave(to: " Ada Okafor")
    #expect(try await session.quit() == .exited(0))
  }
}
