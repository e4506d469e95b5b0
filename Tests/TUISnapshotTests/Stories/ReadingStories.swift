import TerminalRig
import Testing

struct ReadingStories {
  @Test func `a mistake in the faults file is reported with its line`() async throws {
    let home = try TemporaryHome.furnished()
    let session = try await TerminalSession.signedIn(in: home)
    home.setFaults("fed=refused")

    try await session.type("r", untilContains: "invalid setting")
    try await session.waitUntil(
      says: "The faults file has a mistake in line 1: \"fed\" is not a call.")
    let run = try await home.run("tweetie feed")
    #expect(run.code == 1)
    #expect(run.errors.hasPrefix("tweetie: The faults file has a mistake in line 1: \"fed\" is no"))
    #expect(try await session.quit() == .exited(0))
  }

  @Test func `a new post does not move the selection, and g selects it`() async throws {
    let home = try TemporaryHome.furnished()
    let session = try await TerminalSession.signedIn(in: home)
    try await session.goDown()
    let before = await session.reading
    #expect(try await home.run("tweetie post 'From another window'").code == 0)
    // What was refreshed can be told from what was not.
    home.setFaults("feed=unreachable")
    try await session.type("r", untilContains: "offline · as of ")
    home.setFaults("")

    try await session.type("r", untilContains: "up to date")
    #expect(await session.reading == before)
    try await session.type("g", until: "the new post, selected") { screen in
      screen.rows.contains { $0.hasPrefix("▌ From another window") }
    }
  }

  @Test func `Esc closes the conversation, and then leaves the stream open`() async throws {
    let session = try await TerminalSession.signedIn(in: .furnished())
    try await session.press(.enter, untilContains: "Conversation")
    try await session.press(.escape, untilLacks: "Conversation")

    try await session.press(.escape, untilContains: "Q quits.")
    await session.type("q")
    #expect(try await session.exitStatus() == .exited(0))
  }

  @Test func `the scene in front is not opened a second time`() async throws {
    let session = try await TerminalSession.signedIn(in: .furnished())
    try await session.type("OOO", untilContains: "Nothing is waiting to be sent.")

    try await session.press(.escape, untilLacks: "Nothing is waiting to be sent.")
    #expect(try await session.quit() == .exited(0))
  }

  @Test func `dozens of new posts do not move the selection`() async throws {
    let session = try await TerminalSession.signedIn(in: .furnished(newPosts: "20ms"))
    try await session.goDown()
    let before = await session.reading

    try await session.type("r", untilContains: " new ↑")
    #expect(await session.reading == before)
    try await session.type("u", until: "a post that is new, selected") { screen in
      screen.rows.contains { $0.hasPrefix("▌") && $0.hasSuffix("· now") }
    }
  }

  @Test func `a failed refresh is reported, keeps the stream, and is retried`()
    async throws
  {
    let home = try TemporaryHome.furnished()
    let session = try await TerminalSession.signedIn(in: home)
    try await session.goDown()
    let before = await session.reading
    home.setFaults("feed=unreachable")

    try await session.type("r", untilSays: "Could not refresh")
    try await session.waitUntil("what is shown, and when it is tried again") { screen in
      let header = screen.text(ofRow: 0)
      return header.contains("offline · as of ") && header.contains("next try ")
    }
    #expect(await session.reading == before)
    home.setFaults("")
    try await session.waitUntil(contains: "up to date")
    #expect(await session.reading == before)
  }

  @Test func `a refresh is shown while it lasts`() async throws {
    let home = try TemporaryHome.furnished()
    let session = try await TerminalSession.signedIn(in: home)
    home.setFaults("feed=hang")

    try await session.type("r", untilContains: "refreshing")
    #expect(try await session.quit() == .exited(0))
  }

  @Test func `a restart reopens the stream at the same post`() async throws {
    let home = try TemporaryHome.furnished()
    let first = try await TerminalSession.signedIn(in: home)
    try await first.goDown()
    let before = await (first.reading, first.selectedRow)
    #expect(try await first.quit() == .exited(0))
    home.setFaults("any=hang")

    let second = try await TerminalSession.reopened(in: home)

    #expect(await second.reading == before.0)
    #expect(await second.selectedRow == before.1)
  }

  @Test func `offline the stored stream is shown with its age`() async throws {
    let home = try TemporaryHome.furnished()
    _ = try await TerminalSession.signedIn(in: home).quit()
    home.setFaults("any=unreachable")

    let session = try await TerminalSession.reopened(in: home)
    try await session.type("r", untilContains: "offline · as of ")
    #expect(await session.screenText.contains("@haruka@kyoto.example"))
    #expect(try await home.run("tweetie feed --offline -n 3").output.contains("haruka"))
  }

  @Test func `scrolling down reaches the beginning of the stream`() async throws {
    let session = try await TerminalSession.signedIn(in: .furnished())

    try await session.goToTheEnd()

    try await session.quitCleanly()
  }
}

extension TerminalSession {
  /// Reads down a dozen posts and waits until the selection is there.
  fileprivate func goDown() async throws {
    type(String(repeating: "j", count: 12))
    // The keys come in one piece; help and back again makes sure that all have been answered.
    try await type("?", untilContains: "Open the selected item")
    try await press(.escape, untilLacks: "Open the selected item")
  }
}
