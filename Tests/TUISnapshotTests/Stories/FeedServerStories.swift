import Glibc
import ServiceRig
import TerminalRig
import Testing

/// The real program at feed servers: FreshRSS by Google Reader's API, and Miniflux by its own.
struct FeedServerStories {
  /// A server whose entries were written in the last minutes.
  private static func server(
    _ kind: PretendFeedServerState.Kind, entries: Int = 6
  ) throws -> PretendFeedServer {
    try PretendFeedServer(PretendFeedServerState(kind, entries: entries, now: Int(time(nil))))
  }

  /// Signs in with the name and password of the API, on the screen.
  private func signIn(
    to server: PretendFeedServer, password: String = PretendFeedServerState.password
  ) async throws -> TerminalSession {
    let home = try TemporaryHome.furnished(pictures: "off", more: "[log]\nnetwork = debug")
    let session = try await TerminalSession.start(home: home)
    try await session.choose("FreshRSS, Miniflux")
    await session.type(server.origin)
    await session.press(.tab)
    await session.type(PretendFeedServerState.user)
    await session.press(.tab)
    await session.type(password + "\r")
    return session
  }

  private func waitUntil(
    _ session: TerminalSession, _ server: PretendFeedServer, _ what: String,
    _ condition: @escaping @Sendable (PretendFeedServerState) -> Bool
  ) async throws {
    try await session.waitUntil(what) { _ in condition(server.held) }
  }

  @Test func `a user signs in to FreshRSS, reads an entry and stars it`() async throws {
    let server = try Self.server(.freshRSS)
    let session = try await signIn(to: server)
    try await session.waitUntil(contains: "Entry 0")
    #expect(await session.screenText.contains("Harbour Notes"))
    #expect(await session.screenText.contains("The text of entry 0."))

    await session.type("B")
    try await waitUntil(session, server, "the star") { $0.starred == ["Entry 0"] }
    await session.type("h")
    try await waitUntil(session, server, "the read entry") {
      $0.unread == ["Entry 1", "Entry 2", "Entry 3", "Entry 4", "Entry 5"]
    }

    // A folder is a stream, and starred entries are the bookmarks.
    try await session.type("3", until: "the bookmarks") { screen in
      screen.text.contains("Entry 0") && !screen.text.contains("Entry 1")
    }
    try await session.type("5", until: "the folder") { screen in
      screen.text.contains("Entry 1") && !screen.text.contains("Entry 0")
    }
    try await session.quitCleanly()
    let edits = server.requests.filter { $0.path.hasSuffix("/edit-tag") }
    #expect(edits.count == 2)
    #expect(
      edits.allSatisfy { $0.header("Authorization")?.hasPrefix("GoogleLogin auth=") == true })
    #expect(
      try await session.home.files(with: [PretendFeedServerState.password]) == "")
  }

  @Test func `a wrong password at FreshRSS is reported, and the right one signs in`() async throws {
    let server = try Self.server(.freshRSS)
    let session = try await signIn(to: server, password: "not-this")
    try await session.waitUntil(contains: "Invalid credentials")

    await session.press(.control("u"))
    try await session.type(PretendFeedServerState.password + "\r", untilContains: "Entry 0")
    #expect(try await session.quit() == .exited(0))
  }

  @Test func `an API that FreshRSS has switched off is reported`() async throws {
    let server = try Self.server(.freshRSS)
    server.change { $0.isOn = false }
    let session = try await signIn(to: server)

    try await session.waitUntil(contains: "switched off")
    #expect(try await session.quitBySignal() == .exited(0))
  }

  @Test func `a star given offline is sent after a restart, with a new token`() async throws {
    let server = try Self.server(.freshRSS)
    let first = try await signIn(to: server)
    try await first.waitUntil(contains: "Entry 0")
    try await first.waitUntil(contains: "up to date")
    server.change { $0.isOn = false }

    try await first.type("B", until: "the try") { [server] _ in
      server.requests.contains { $0.path.hasSuffix("/edit-tag") || $0.path.hasSuffix("/token") }
    }
    #expect(server.held.starred == [])
    #expect(try await first.quit() == .exited(0))

    server.change { state in
      state.isOn = true
      state.expireTokens()
    }
    let second = try await TerminalSession.start(home: first.home)
    try await waitUntil(second, server, "the star") { $0.starred == ["Entry 0"] }
    #expect(try await second.quit() == .exited(0))
  }

  @Test func `entries read in another client are read here after a refresh`() async throws {
    let server = try Self.server(.freshRSS)
    let session = try await signIn(to: server)
    try await session.waitUntil(contains: "Entry 0")
    try await session.waitUntil("the first comparison") { [server] _ in
      server.requests.contains { $0.query["xt"] != nil && $0.query["n"] == "10000" }
    }

    server.change { state in
      for place in state.entries.indices { state.entries[place].isRead = place != 3 }
    }
    #expect(try await session.quit() == .exited(0))
    let again = try await TerminalSession.start(home: session.home)
    try await again.waitUntil(contains: "Entry 3")
    try await again.waitUntil("the next comparison") { [server] _ in
      server.requests.filter { $0.query["xt"] != nil && $0.query["n"] == "10000" }.count > 1
    }

    // What was read stays in sight until unread entries are chosen again.
    var isAlone = false
    for _ in 0..<20 where !isAlone {
      await again.type(".")
      try await Task.sleep(for: .milliseconds(500))
      isAlone = await again.read {
        $0.text.contains("Entry 3") && !$0.text.contains("Entry 1")
      }
      if !isAlone { await again.type(".") }
    }
    #expect(isAlone)
    #expect(try await again.quit() == .exited(0))
  }

  @Test func `Miniflux is read with an API key on the command line, and an entry is starred`()
    async throws
  {
    let server = try Self.server(.miniflux)
    let home = try TemporaryHome.furnished(pictures: "off", more: "")
    let login = try await home.run(
      "echo \(PretendFeedServerState.key)"
        + " | tweetie login miniflux --server \(server.origin) --token-stdin")
    #expect(login.code == 0, "\(login.errors)")

    let read = try await home.run("tweetie feed -n 2")
    let feeds = try await home.run("tweetie feeds list")
    let starred = try await home.run("tweetie bookmark 12000")

    #expect(read.output.contains("Entry 0") && !read.output.contains("Entry 2"))
    #expect(feeds.output.contains("Tide Tables"))
    #expect(starred.code == 0, "\(starred.errors)")
    #expect(server.held.starred == ["Entry 0"])
    #expect(server.requests.allSatisfy { $0.header("X-Auth-Token") == PretendFeedServerState.key })
  }

  @Test(arguments: [true, false])
  func `fetch takes over entries read and feeds removed in another client`(
    listsIDs: Bool
  ) async throws {
    let server = try Self.server(.miniflux)
    server.change { $0.listsIDs = listsIDs }
    let home = try TemporaryHome.furnished(pictures: "off", more: "")
    _ = try await home.run(
      "echo \(PretendFeedServerState.key)"
        + " | tweetie login miniflux --server \(server.origin) --token-stdin")
    _ = try await home.run("tweetie feed")
    let before = try await home.run("tweetie feeds list --json")

    server.change { state in
      for place in state.entries.indices where state.entries[place].feed == 12 {
        state.entries[place].isRead = true
        state.entries[place].changed += 60
      }
      state.feeds.removeAll { $0.id == 13 }
      state.entries.removeAll { $0.feed == 13 }
    }
    _ = try await home.run("tweetie fetch")
    let after = try await home.run("tweetie feeds list --json")

    #expect(before.output.contains("Tide Tables") && !before.output.contains("\"unread\":0"))
    #expect(!after.output.contains("Tide Tables") && after.output.contains("\"unread\":0"))
  }

  @Test
  func `rules mark entries at the feed server, and fetch sends changes made offline`()
    async throws
  {
    let server = try Self.server(.freshRSS)
    let home = try TemporaryHome.furnished(pictures: "off", more: "")
    let login = try await home.run(
      "echo \(PretendFeedServerState.password) | tweetie login freshrss --server \(server.origin)"
        + " --user \(PretendFeedServerState.user) --password-stdin")
    #expect(login.code == 0, "\(login.errors)")
    for rule in ["hide title '/Entry 0/'", "read title '/Entry 1/'", "'search Threes: 3'"] {
      let added = try await home.run("tweetie rules add \(rule)")
      #expect(added.code == 0, "\(added.errors)")
    }

    let fetched = try await home.run("tweetie fetch")
    let read = try await home.run("tweetie feed")
    let found = try await home.run("tweetie feed list:Threes")
    let feeds = try await home.run("tweetie feeds list --json")
    // Nobody listens at the proxy's port.
    let offline = "https_proxy=http://127.0.0.1:1 http_proxy=http://127.0.0.1:1 no_proxy= "
    let starred = try await home.run(offline + "tweetie bookmark 1764345600123454")
    let failed = try await home.run(offline + "tweetie fetch")
    let before = server.held.starred
    let sent = try await home.run("tweetie fetch")

    #expect(fetched.code == 0, "\(fetched.errors)")
    #expect(server.held.unread == ["Entry 0", "Entry 2", "Entry 3", "Entry 4", "Entry 5"])
    #expect(read.output.contains("Entry 1") && !read.output.contains("Entry 0"))
    #expect(found.output.contains("Entry 3") && !found.output.contains("Entry 2"))
    #expect(feeds.output.contains("\"unread\":2"), "\(feeds.output)")
    #expect(starred.errors.contains("Saved in the outbox"), "\(starred.errors)")
    #expect(failed.errors.contains("1 change waits in the outbox."), "\(failed.errors)")
    #expect(before == [] && server.held.starred == ["Entry 2"])
    #expect(sent.code == 0 && sent.errors.isEmpty, "\(sent.errors)")
  }

  @Test func `feeds added and removed offline are changed at the feed server later`()
    async throws
  {
    let server = try Self.server(.freshRSS)
    let session = try await signIn(to: server)
    try await session.waitUntil(contains: "Entry 0")
    #expect(try await session.quit() == .exited(0))
    let home = session.home

    // Nobody listens at the proxy's port.
    let offline = "https_proxy=http://127.0.0.1:1 http_proxy=http://127.0.0.1:1 no_proxy= "
    let removed = try await home.run(offline + "tweetie feeds remove 'Tide Tables'")
    let added = try await home.run(offline + "tweetie feeds add https://moss.example/feed")
    let sent = try await home.run("tweetie outbox send")

    #expect(removed.errors.contains("Saved in the outbox"), "\(removed.errors)")
    #expect(added.errors.contains("Saved in the outbox"), "\(added.errors)")
    #expect(sent.code == 0, "\(sent.errors)")
    #expect(
      server.held.feeds.map(\.url) == [
        "https://harbour.example/feed.xml", "https://moss.example/feed",
      ])
  }
}
