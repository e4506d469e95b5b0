import ServiceRig
import TerminalRig
import Testing

extension BlueskyStories {
  @Test func `what is said directly is read and answered there, and nowhere else`() async throws {
    let home = try TemporaryHome.furnished()
    let session = try await server.open(in: home)

    await session.type("!")
    try await session.waitUntil("the messages") { screen in
      screen.text(ofRow: 0).hasPrefix(" Messages") && screen.text.contains("Tea at four?")
        && screen.text(ofRow: 0).contains("1 unread")
    }
    await session.press(.enter)
    try await session.waitUntil("the chat") { screen in
      !screen.text(ofRow: 0).hasPrefix(" Messages") && screen.text.contains("Tea at four?")
    }
    await session.press(.escape)
    try await session.waitUntil("the messages, read") { screen in
      screen.text(ofRow: 0).hasPrefix(" Messages") && !screen.text.contains("●")
    }
    #expect(server.isChatRead)
    await session.type("R")
    try await session.waitUntil(contains: "Reply to @mira.example.com")
    await session.type("At five, rather")
    try await session.waitUntil(contains: "At five, rather")
    await session.press(.control("s"))
    try await session.waitUntil(lacks: "^S")
    try await session.waitForDelivery()

    #expect(server.said == ["Tea at four?", "At five, rather"])
    #expect(server.records.isEmpty)
    #expect(try await session.quit() == .exited(0))
    #expect(await session.damage == [])
    let reply = try await home.run("tweetie messages --json")
    #expect(reply.output.contains("At five, rather"))
  }

  @Test func `a message begins where somebody is looked at`() async throws {
    let home = try TemporaryHome.furnished()
    try await server.signIn(in: home)

    let sent = try await home.run(
      "tweetie act message @mira.example.com --with words='Are you there?'")

    #expect(sent.code == 0, "\(sent.errors)")
    #expect(server.said.last == "Are you there?")
    #expect(server.records.isEmpty)
  }
}
