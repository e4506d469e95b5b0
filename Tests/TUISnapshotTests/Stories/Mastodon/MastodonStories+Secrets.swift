import ServiceRig
import TerminalRig
import Testing

extension MastodonStories {
  @Test func `secrets stay in the accounts file, and signing out revokes the token`() async throws {
    let channels = ["network", "storage", "outbox", "pictures", "terminal"]
    let home = try TemporaryHome.furnished(
      more: "[log]\n" + channels.map { "\($0) = debug" }.joined(separator: "\n"))
    let session = try await TerminalSession.start(home: home)
    try await session.chooseMastodon()
    try await session.type(server.origin + "\r", untilContains: "Open this address in a browser")
    try await session.type(try await allow(in: session) + "\r", untilContains: "up to date")
    for _ in 0..<10 { try await session.doFiftyThings() }
    try await session.waitForDelivery()

    let secrets = [
      PretendMastodon.code, PretendMastodon.token, PretendMastodon.applicationSecret,
    ].map { "-e \($0)" }.joined(separator: " ")
    try await session.expectSecrecy(of: secrets, logging: "/api/v1/timelines/home")

    try await session.signOut(as: "sol")

    #expect(!server.isTokenGood)
    #expect(try await session.quitBySignal() == .exited(0))
    #expect(await session.damage == [])
    let left = try await home.run("grep -rlaF \(secrets) -e 'Post 14' \"$HOME\"")
    #expect(left.output == "")
    #expect(left.code == 1)
  }
}

extension TerminalSession {
  /// Reads, likes, boosts and looks around, and is back at the stream.
  fileprivate func doFiftyThings() async throws {
    type("jlbBjlbBjlbBxkjjlbBkklbBgrjjuUGg")
    for scene in ["L", "W", "n", "a", "?", "/", "c", "P", "O", "J", "\r"] {
      type(scene)
      // The accounts are a card over the stream.
      try await waitUntil("another scene after \(scene)") {
        !$0.text(ofRow: 0).contains("Home") || $0.text.contains("Add an account")
      }
      try await press(.escape, until: "the stream again") {
        $0.text(ofRow: 0).contains("Home") && !$0.text.contains("Add an account")
      }
    }
  }
}
