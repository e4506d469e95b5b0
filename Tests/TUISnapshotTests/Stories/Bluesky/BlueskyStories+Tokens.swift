import ServiceRig
import TerminalRig
import Testing

extension BlueskyStories {
  @Test func `an expired token is renewed once for several requests`() async throws {
    let home = try TemporaryHome.furnished()
    let session = try await server.open(in: home)
    server.post(1)
    server.spendToken()

    // Several requests at once find out.
    try await session.type("lr", untilContains: "1 new ↑")
    try await session.waitForDelivery()
    #expect(try await session.quit() == .exited(0))
    #expect(server.renewals == 1)
    #expect(server.records.values.map { $0["subject"]["uri"].text } == [Self.newest])
    // The new token was kept.
    #expect(try await home.run("tweetie feed home -n 1").output.contains("Post 1500"))
    #expect(server.renewals == 1)
  }

  @Test
  func `a session ended elsewhere asks for the password over the stream, and the like is sent`()
    async throws
  {
    let home = try TemporaryHome.furnished()
    try await server.signIn(in: home)
    // Nobody who would know is asked where the account lives.
    let session = try await TerminalSession.reopened(
      in: home, environment: ["https_proxy": "http://127.0.0.1:1"])
    try await session.waitUntil(contains: "up to date")
    try await session.selectPost("Post 1497")
    server.endSession()

    try await session.type("l", untilContains: "Your session at Bluesky has ended.")
    await session.type(PretendBluesky.password)
    try await session.press(.enter, until: "the same place, the post liked") { screen in
      screen.rows.contains { $0.hasPrefix("▌") && $0.contains("Post 1497") }
        && screen.text.contains("♥ 1")
    }
    try await session.waitForDelivery()
    #expect(server.records.count == 1)
    #expect(try await session.quit() == .exited(0))
  }
}
