import ServiceRig
import TerminalRig
import Testing

/// What is said directly, and posts by their addresses.
extension MastodonStories {
  @Test func `what is said directly is read and answered directly`() async throws {
    let session = try await open(in: .furnished())

    await session.type("!")
    try await session.waitUntil("the messages") { screen in
      screen.text(ofRow: 0).hasPrefix(" Messages") && screen.text.contains("● ada")
        && screen.text.contains("Post 2000") && screen.text(ofRow: 0).contains("1 unread")
    }
    await session.press(.enter)
    try await session.waitUntil("the conversation") { screen in
      !screen.text(ofRow: 0).hasPrefix(" Messages") && screen.text.contains("Post 2000")
    }
    await session.press(.escape)
    try await session.waitUntil("the messages, read") { screen in
      screen.text(ofRow: 0).hasPrefix(" Messages") && !screen.text.contains("●")
    }
    #expect(server.isDirectRead)

    await session.type("R")
    try await session.waitUntil(contains: "Reply to @ada")
    await session.press(.control("o"))
    try await session.waitUntil(contains: "A reply to a direct post stays direct.")
    await session.type("At four")
    try await session.waitUntil(contains: "At four")
    await session.press(.control("s"))
    try await session.waitUntil(lacks: "^S")
    try await session.waitForDelivery()

    #expect(server.written.map(\.reply) == ["2000"] && server.audiences == ["direct"])
    #expect(try await session.quit() == .exited(0))
  }

  @Test func `an address leads to its post, and an unknown one to the browser`() async throws {
    let session = try await open(in: .furnished())

    await session.type(":")
    try await session.waitUntil(contains: "run it")
    await session.paste("\(server.origin)/@ada/1400")
    try await session.waitUntil(contains: "Open \(server.origin)")
    await session.press(.enter)
    try await session.waitUntil("the post") { screen in
      screen.text.contains("Post 1400") && !screen.text.contains("Post 1499")
    }
    await session.press(.escape)
    try await session.waitUntil(contains: "Post 1499")

    await session.type("/")
    try await session.waitUntil(contains: "Searches everything you have")
    await session.paste("https://far.example/@bo/12345")
    await session.press(.enter)

    try await session.waitUntil(contains: "Mastodon found nothing at")
    #expect(await session.screenText.contains("o opens it in the browser."))
    #expect(try await session.quit() == .exited(0))
  }

  @Test func `the program opens at an address, and prints what is there into a pipe`()
    async throws
  {
    let home = try TemporaryHome.furnished()
    try await signIn(in: home)

    let session = try await TerminalSession.start(
      ["open", "\(server.origin)/@ada/1400"], home: home)
    try await session.waitUntil("the post") { screen in
      screen.text.contains("Post 1400") && !screen.text.contains("Post 1499")
    }
    await session.press(.escape)
    try await session.waitUntil(contains: "Post 1499")
    #expect(try await session.quit() == .exited(0))
    let printed = try await home.run("tweetie open \(server.origin)/@ada/1400")
    #expect(printed.output.contains("Post 1400"), "\(printed.errors)")
    let messages = try await home.run("tweetie messages")
    #expect(messages.output.contains("Post 2000"), "\(messages.errors)")
  }
}
