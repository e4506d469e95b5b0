import TerminalRig
import Testing

struct SigningInStories {
  @Test func `a wrong password is reported, and the user name stays typed`() async throws {
    let home = try TemporaryHome.furnished()
    let session = try await TerminalSession.start(home: home)
    try await session.waitUntil(contains: "Just looking? Press Enter.")

    try await session.type("tweetieuser", untilContains: "tweetieuser / tweetie123")
    await session.press(.tab)
    await session.type("tweetie321")
    try await session.press(.enter, untilContains: "Invalid credentials")
    #expect(await session.screenText.contains("User name  tweetieuser"))
    #expect(await !session.screenText.contains("tweetie321"))
    #expect(try await session.quitBySignal() == .exited(0))
    #expect(home.files.allSatisfy { home.text(of: $0)?.contains("tweetie321") == false })
  }

  @Test func `after a wrong password the right one signs in`() async throws {
    let session = try await TerminalSession.start(home: .furnished())
    try await session.waitUntil(contains: "User name")
    await session.type("tweetieuser")
    await session.press(.tab)
    await session.type("wrong")
    try await session.press(.enter, untilContains: "Invalid credentials")

    await session.press(.control("u"))
    await session.type("tweetie123")
    try await session.press(.enter, untilContains: "up to date")
    try await session.quitCleanly()
  }

  @Test func `a restart shows the stored stream at once`() async throws {
    let home = try TemporaryHome.furnished()
    #expect(try await TerminalSession.signedIn(in: home).quit() == .exited(0))
    home.setFaults("any=hang")

    let session = try await TerminalSession.reopened(in: home)

    // From the cache: the service says nothing.
    #expect(await session.screenText.contains("@haruka@kyoto.example"))
    #expect(try await session.quit() == .exited(0))
  }

  @Test func `signing in can be cancelled while the service does not reply`() async throws {
    let session = try await TerminalSession.start(home: .furnished(faults: "signin=hang"))
    try await session.waitUntil(contains: "User name")
    await session.type("tweetieuser")
    await session.press(.tab)
    await session.type("tweetie123")
    try await session.press(.enter, untilContains: "Signing in …")

    try await session.press(.escape, untilLacks: "Signing in …")
    #expect(await session.screenText.contains("tweetieuser"))
  }
}
