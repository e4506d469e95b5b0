import ServiceRig
import TerminalRig
import Testing

extension BlueskyStories {
  @Test func `direct messages are read and answered in the chat only`() async throws {
    let home = try TemporaryHome.furnished()
    let session = try await server.open(in: home)

    try await session.type("!", until: "the messages") { screen in
      screen.text(ofRow: 0).hasPrefix(" Messages") && screen.text.contains("Tea at four?")
        && screen.text(ofRow: 0).contains("1 unread")
    }
    try await session.press(.enter, until: "the chat") { screen in
      !screen.text(ofRow: 0).hasPrefix(" Messages") && screen.text.contains("Tea at four?")
    }
    try await session.press(.escape, until: "the messages, read") { screen in
      screen.text(ofRow: 0).hasPrefix(" Messages") && !screen.text.contains("●")
    }
    #expect(server.isChatRead)
    try await session.type("R", untilContains: "Reply to @mira.example.com")
    try await session.type("At five, rather", untilContains: "At five, rather")
    try await session.press(.control("s"), untilLacks: "^S")
    try await session.waitForDelivery()

    #expect(server.said == ["Tea at four?", "At five, rather"])
    #expect(server.records.isEmpty)
    try await session.quitCleanly()
    let reply = try await home.run("tweetie messages --json")
    #expect(reply.output.contains("At five, rather"))
  }

  @Test func `act message sends a direct message to a person`() async throws {
    let home = try TemporaryHome.furnished()
    try await server.signIn(in: home)

    let sent = try await home.run(
      "tweetie act message @mira.example.com --with words='Are you there?'")

    #expect(sent.code == 0, "\(sent.errors)")
    #expect(server.said.last == "Are you there?")
    #expect(server.records.isEmpty)
  }
}
