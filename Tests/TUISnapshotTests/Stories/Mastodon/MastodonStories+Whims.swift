import ServiceRig
import TerminalRig
import Testing

/// A server that does what nobody expects.
extension MastodonStories {
  @Test func `a refresh without a reply is reported, and r sends another request`() async throws {
    let session = try await open(in: .furnished())
    let before = await session.reading
    server.fallSilentOnce()
    server.post(3)
    let asked = server.homeRequests

    try await session.type("rr", until: "for how long nothing came, and what can be done") {
      $0.text(ofRow: 0).contains(/no answer for \d+ s  r tries again/)
    }
    #expect(await session.reading == before)
    #expect(server.homeRequests == asked + 1)
    // Every key is answered meanwhile.
    try await session.type("j", until: "the next post") { screen in
      screen.rows.contains { $0.hasPrefix("▌") && $0.contains("Post 1498") }
    }
    await session.type("k")

    try await session.type("r", untilContains: "3 new ↑")
    #expect(await session.reading == before)
    #expect(server.homeRequests > asked + 1)
    try await session.quitCleanly()
  }

  @Test func `a rate limit without an end keeps the stream, and is retried after half a minute`()
    async throws
  {
    let session = try await open(in: .furnished())
    let before = await session.reading
    server.post(3)
    server.pleadForPatience(.none)
    let asked = server.homeRequests

    try await session.type(
      "r", untilSays: "Could not refresh: the service asks Tweetie to wait until")
    try await session.waitUntil("why, and when it is tried again") {
      $0.text(ofRow: 0).contains(/asked to wait until (tomorrow )?\d\d:\d\d/)
    }
    #expect(await session.reading == before)
    // It is left alone, whoever asks, and every key is answered.
    await session.type("r")
    try await session.type("j", until: "the next post") { screen in
      screen.rows.contains { $0.hasPrefix("▌") && $0.contains("Post 1498") }
    }
    await session.type("k")
    #expect(server.homeRequests == asked + 1)

    // Half a minute, for want of anything better: nobody has to do anything.
    try await session.waitUntil("what is new", within: 60) { $0.text.contains("3 new ↑") }
    #expect(await session.reading == before)
    try await session.quitCleanly()
  }

  @Test func `a like that the server acknowledged but did not apply is undone with a message`()
    async throws
  {
    let home = try TemporaryHome.furnished()
    let session = try await open(in: home)
    server.likeNothing()

    try await session.type("l", untilSays: "The like was undone: the service refused.")
    try await session.waitUntil(lacks: "♥ 1")
    #expect(try await session.quit() == .exited(0))
    let command = try await home.run("tweetie like 1498")
    #expect(command.code == 1)
    #expect(command.errors.contains("The service refused it."))
    #expect(try await home.run("tweetie outbox --json").output == "")
  }

  @Test
  func `a scheduled post that the server refuses is reported with the reason and the next step`()
    async throws
  {
    let session = try await open(in: .furnished())
    server.object("Too many are scheduled already.")
    try await session.type("c", untilContains: "New post")
    await session.type("Good morning")
    try await session.press(.alt("o"), untilContains: "Post it at:")
    await session.press(.tab)
    await session.type("3d")
    try await session.press(.control("s"), untilSays: "You can edit it and choose another time.")
    try await session.waitUntil(contains: "✗ 1")
    try await session.type("O", until: "the reason and the next step in the outbox") { screen in
      screen.text(ofRow: 0).contains("Outbox")
        && screen.text.contains("Too many are scheduled already. You can edit it and")
    }
    try await session.quitCleanly()
  }

  @Test func `a token that now belongs to another account is detected, and not used again`()
    async throws
  {
    let home = try TemporaryHome.furnished()
    let first = try await open(in: home)
    #expect(try await first.quit() == .exited(0))
    try home.age()
    server.beginAnew()
    let session = try await TerminalSession.start(home: home)

    try await session.waitUntil(contains: "reports that this sign-in now belongs")
    try await session.press(.escape, until: "what was read before") {
      $0.text(ofRow: 0).contains("Home") && $0.text.contains("Post 1499")
    }
    #expect(try await session.quit() == .exited(0))
    let asked = server.requests.count
    // After a restart nothing is asked in the other's name at all.
    let again = try await TerminalSession.start(home: home)
    try await again.waitUntil(contains: "reports that this sign-in now belongs")
    #expect(server.requests.count == asked)
    await again.type(PretendMastodon.token)
    try await again.press(.enter, until: "their own posts, and none of the others") { screen in
      screen.text.contains("Post 7099") && !screen.text.contains("Post 1499")
    }
    #expect(try await again.quit() == .exited(0))
    #expect(try await home.heldPosts().allSatisfy { $0 >= 7000 })
  }
}

extension PretendMastodon {
  /// How often the home stream was asked for.
  fileprivate var homeRequests: Int {
    requests.count { $0.path == "/api/v1/timelines/home" }
  }
}

extension TemporaryHome {
  /// Makes a day pass since the accounts' services were looked at.
  fileprivate func age() throws {
    let file = try #require(files.first { text(of: $0)?.contains("seen_at") == true })
    let told = try #require(text(of: file))
    write(told.replacing(/"seen_at":\d+/, with: "\"seen_at\":1"), to: file)
  }
}
