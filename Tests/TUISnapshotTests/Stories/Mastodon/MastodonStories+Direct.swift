import ServiceRig
import TerminalRig
import Testing

/// What is said directly, and posts by their addresses.
extension MastodonStories {
  @Test func `a direct message is read and answered directly`() async throws {
    let session = try await open(in: .furnished())

    try await session.type("!", until: "the messages") { screen in
      screen.text(ofRow: 0).hasPrefix(" Messages") && screen.text.contains("● ada")
        && screen.text.contains("Post 2000") && screen.text(ofRow: 0).contains("1 unread")
    }
    try await session.press(.enter, until: "the conversation") { screen in
      !screen.text(ofRow: 0).hasPrefix(" Messages") && screen.text.contains("Post 2000")
    }
    try await session.press(.escape, until: "the messages, read") { screen in
      screen.text(ofRow: 0).hasPrefix(" Messages") && !screen.text.contains("●")
    }
    #expect(server.isDirectRead)

    try await session.type("R", untilContains: "Reply to @ada")
    try await session.press(
      .control("o"), untilContains: "Replies to a direct post are always direct.")
    try await session.type("At four", untilContains: "At four")
    try await session.press(.control("s"), untilLacks: "^S")
    try await session.waitForDelivery()

    #expect(server.written.map(\.reply) == ["2000"] && server.audiences == ["direct"])
    #expect(try await session.quit() == .exited(0))
  }

  @Test func `a post's address opens the post, and an unknown one can be opened in the browser`()
    async throws
  {
    let session = try await open(in: .furnished())

    try await session.type(":", untilContains: "run it")
    await session.paste("\(server.origin)/@ada/1400")
    try await session.waitUntil(contains: "Open \(server.origin)")
    try await session.press(.enter, until: "the post") { screen in
      screen.text.contains("Post 1400") && !screen.text.contains("Post 1499")
    }
    try await session.press(.escape, untilContains: "Post 1499")

    try await session.type("/", untilContains: "Type to search the posts you have")
    await session.paste("https://far.example/@bo/12345")
    try await session.press(.enter, untilContains: "Mastodon found nothing at")
    #expect(await session.screenText.contains("o opens it in the browser."))
    #expect(try await session.quit() == .exited(0))
  }

  @Test func `open with an address opens the post in the full screen, and prints it into a pipe`()
    async throws
  {
    let home = try TemporaryHome.furnished()
    try await signIn(in: home)

    let session = try await TerminalSession.start(
      ["open", "\(server.origin)/@ada/1400"], home: home)
    try await session.waitUntil("the post") { screen in
      screen.text.contains("Post 1400") && !screen.text.contains("Post 1499")
    }
    try await session.press(.escape, untilContains: "Post 1499")
    #expect(try await session.quit() == .exited(0))
    let printed = try await home.run("tweetie open \(server.origin)/@ada/1400")
    #expect(printed.output.contains("Post 1400"), "\(printed.errors)")
    let messages = try await home.run("tweetie messages")
    #expect(messages.output.contains("Post 2000"), "\(messages.errors)")
  }
}
