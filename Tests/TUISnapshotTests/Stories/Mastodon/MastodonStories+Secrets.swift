import ServiceRig
import TerminalRig
import Testing

extension MastodonStories {
  @Test func `no secret leaves the accounts, and signing out revokes the token`() async throws {
    let channels = ["network", "storage", "outbox", "pictures", "terminal"]
    let home = try TemporaryHome.furnished(
      more: "[log]\n" + channels.map { "\($0) = debug" }.joined(separator: "\n"))
    let session = try await TerminalSession.start(home: home)
    try await session.chooseMastodon()
    await session.type(server.origin + "\r")
    try await session.waitUntil(contains: "let Tweetie in")
    await session.type(try await allow(in: session) + "\r")
    try await session.waitUntil(contains: "up to date")
    for _ in 0..<10 { try await session.doFiftyThings() }
    try await session.waitForDelivery()

    let secrets = [
      PretendMastodon.code, PretendMastodon.token, PretendMastodon.applicationSecret,
    ].map { "-e \($0)" }.joined(separator: " ")
    let pids = await session.processes.map(\.pid)
    let told = pids.map { "/proc/\($0)/cmdline /proc/\($0)/environ" }.joined(separator: " ")
    #expect(try await home.run("grep -laF \(secrets) \(told)").output == "")
    let files = try await home.run("grep -rlaF \(secrets) \"$HOME\"")
    #expect(files.lines.dropLast().allSatisfy { $0.hasSuffix("/accounts") })
    #expect(try await home.run("find \"$HOME\" -type f -perm /077").output == "")
    let log = try #require(home.text(of: home.path + "/state/tweetie/log"))
    #expect(log.contains("/api/v1/timelines/home"))

    await session.type("P")
    try await session.waitUntil(contains: "This is you.")
    await session.type("S")
    try await session.waitUntil(contains: "Sign out of @sol?")
    await session.type("S")
    try await session.waitUntil(says: "Signed out. Nothing of the account is left here.")

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
      try await waitUntil("another scene after \(scene)") { !$0.text(ofRow: 0).contains("Home") }
      press(.escape)
      try await waitUntil("the stream again") { $0.text(ofRow: 0).contains("Home") }
    }
  }
}
