import TerminalRig
import Testing

struct TokenStories {
  @Test func `after a rejected token the user signs in over the scene, and the like is sent`()
    async throws
  {
    let home = try TemporaryHome.furnished()
    let session = try await TerminalSession.signedIn(in: home)
    try await session.selectPost("That is a proper destination blind")
    let before = await session.reading
    home.setFaults("like=signedOut:1")

    try await session.type("l", untilContains: "Sign in again to continue.")
    await session.type("tweetie123")
    try await session.press(.enter, until: "the stream, at the same place, the post liked") {
      screen in
      screen.text(ofRow: 0).contains("Home") && screen.text.contains("♥ 6")
    }
    let after = await session.reading
    #expect(after.map(\.withoutCounts) == before.map(\.withoutCounts))
    try await session.waitForDelivery()
    #expect(try await session.quit() == .exited(0))
    #expect(try await home.run("tweetie feed likes -n 2").output.contains("destination blind"))
  }

  @Test func `a refresh with a rejected token is repeated after signing in`() async throws {
    let home = try TemporaryHome.furnished()
    let session = try await TerminalSession.signedIn(in: home)
    #expect(try await home.run("tweetie post 'Came meanwhile'").code == 0)
    home.setFaults("feed=signedOut:1")

    try await session.type("r", untilContains: "Sign in again to continue.")
    await session.type("tweetie123")
    try await session.press(.enter, untilContains: "up to date")
    try await session.type("g", untilContains: "Came meanwhile")
  }

  @Test func `a user who declines to sign in again can read on`() async throws {
    let home = try TemporaryHome.furnished()
    let session = try await TerminalSession.signedIn(in: home)
    home.setFaults("feed=signedOut")
    try await session.type("r", untilContains: "Sign in again to continue.")

    try await session.press(.escape, untilContains: "@haruka@kyoto.example")
    #expect(try await session.quit() == .exited(0))
  }

  @Test func `while the user is writing the sign-in is postponed, and takes no typed text`()
    async throws
  {
    let home = try TemporaryHome.furnished(refresh: "15s")
    let session = try await TerminalSession.signedIn(in: home)
    try await session.type("c", untilContains: "New post")
    home.setFaults("feed=signedOut")
    try await session.type("Dear all,", untilSays: "no longer accepts this sign-in")
    try await session.type("\rthese words are mine", untilContains: "these words are mine")
    #expect(await session.screenText.contains("Dear all,"))
    #expect(!(await session.screenText.contains("Sign in again to continue.")))
    try await session.press(.escape, untilContains: "Sign in again to continue.")
    try await session.press(.escape, untilLacks: "Sign in again to continue.")
    #expect(try await session.quit() == .exited(0))
  }
}

extension String {
  /// The row without hearts, counts and thumbs, which a like changes.
  fileprivate var withoutCounts: String { contains("↻") ? "" : self }
}
