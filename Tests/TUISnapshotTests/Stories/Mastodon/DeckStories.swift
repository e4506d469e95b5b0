import ServiceRig
import TerminalRig
import Testing

/// The real program with streams of two accounts side by side.
struct DeckStories {
  private static let wide = WindowSize(columns: 200, rows: 50)

  private let mastodon: MastodonStories

  init() throws { mastodon = try MastodonStories() }

  @Test
  func `another account's stream becomes a column with the keyboard focus, also after a restart`()
    async throws
  {
    let session = try await deck(in: .furnished())

    // What is done in a column is done by its account.
    try await session.type("\u{1B}[1;5C", until: "the keys in the other column") { screen in
      screen.text(ofRow: 0).contains("@sol") && screen.title(1).contains("━ Home")
    }
    try await session.type("j", until: "the second post of the column") { screen in
      screen.rows.contains { $0.dropFirst(100).contains("▌") && $0.contains("Post 1498") }
    }
    await session.type("l")
    try await session.waitForDelivery()
    // What lay over the column had its title, not the top line.
    try await session.waitUntil("the column after the outbox") { $0.title(1).contains("━ Home") }
    #expect(mastodon.server.likes == ["1498"])

    // What is opened stands over its own column.
    try await session.press(.enter, until: "a conversation in place of the column") {
      $0.title(1).contains("Conversation") && $0.title(0).contains("Home")
    }
    try await session.press(.escape, until: "the column again") { $0.title(1).contains("━ Home") }
    try await session.quitCleanly()

    // The other account was signed in to last: without a name it would be in front.
    let again = try await TerminalSession.start(
      ["--account", "tweetieuser"], size: Self.wide, home: session.home)
    try await again.waitUntil("both columns, the other at its place") { screen in
      screen.title(0).contains("━ Home  @tweetieuser")
        && screen.title(1).contains("─ Home  @sol@127.0.0.1")
        && screen.rows.contains { $0.contains("Post 1498") }
    }
    try await again.quitCleanly()
  }

  @Test func `a narrow window shows one column at a time, and refreshes that one only`()
    async throws
  {
    let session = try await deck(in: .furnished())
    await session.resize(to: .standard)
    try await session.waitUntil("one column, and a sign of another") {
      $0.title(0).contains("━ Home  @tweetieuser") && $0.text(ofRow: 1).hasSuffix("›")
    }

    try await session.press(.control("n"), until: "the other column") {
      $0.text(ofRow: 1).hasPrefix("‹ Home  @sol@127.0.0.1")
    }
    for side in [1, 5, 30, 1] {
      await session.resize(to: WindowSize(columns: side * 4, rows: side))
    }
    await session.resize(to: Self.wide)
    try await session.waitUntil("both columns again, the same with the keys") { screen in
      screen.title(0).contains("─ Home  @tweetieuser")
        && screen.title(1).contains("━ Home  @sol@127.0.0.1")
    }
    // Beside each other, one is taken away by its own key.
    try await session.type("|", until: "the stream alone") { screen in
      screen.text.contains("is no longer a column") && !screen.text(ofRow: 1).contains("@sol")
    }
    try await session.quitCleanly()
  }

  @Test func `a count that one column learns is shown in the other`() async throws {
    let home = try TemporaryHome.furnished()
    try await mastodon.signIn(in: home)
    let session = try await TerminalSession.start(size: Self.wide, home: home)
    try await session.waitUntil(contains: "Post 1498 #fog")
    try await session.type("|", untilContains: "is a column now")
    #expect(await session.read { $0.text(ofRow: 1) }.ranges(of: "Home").count <= 1)
    let place = await session.read { screen in
      screen.row(containing: "#fog").map { row in
        let line = screen.text(ofRow: row)
        return (row, line.firstRange(of: "#fog")?.lowerBound.utf16Offset(in: line) ?? 0)
      }
    }
    let (row, column) = try #require(place)
    try await session.type(
      "\u{1B}[<0;\(column + 1);\(row + 1)M\u{1B}[<0;\(column + 1);\(row + 1)m",
      until: "the tag, and the column beside it"
    ) { screen in
      screen.title(0).contains("#fog") && screen.title(1).contains("Home")
        && screen.rows.contains { $0.dropFirst(100).contains("Post 1498") }
    }
    #expect(await session.read { !$0.text.contains("♡ 5") })

    // Whose post it is: their profile tells of it anew, and nothing else asks.
    mastodon.server.admire(5)
    try await session.type("p", until: "the count in the column, too") { screen in
      screen.title(0).contains("ada")
        && screen.rows.contains { $0.dropFirst(100).contains("♡ 5") }
    }
    try await session.quitCleanly()
  }

  /// The built-in account in front, and beside it the other's stream, chosen in the list of streams.
  private func deck(in home: TemporaryHome) async throws -> TerminalSession {
    _ = try await TerminalSession.signedIn(in: home).quit()
    try await mastodon.signIn(in: home)
    let login = try await home.run("tweetie accounts")
    #expect(login.output.contains("@sol"))
    let session = try await TerminalSession.start(
      ["--account", "tweetieuser"], size: Self.wide, home: home)
    try await session.waitUntil(contains: "@tweetieuser   Home")
    try await session.type("T", untilContains: "Home  @sol@127.0.0.1")
    try await session.type("G", until: "the last row selected") { screen in
      screen.rows.contains { $0.contains("▌") && $0.contains("Notifications  @sol@127.0.0.1") }
    }
    for _ in 0..<30 where await !session.hasSelected("Home  @sol@127.0.0.1") {
      let before = await session.screenText
      try await session.type("k", until: "another row selected") { $0.text != before }
    }
    try await session.press(.enter, until: "the stream beside the other") {
      $0.title(1).contains("Home  @sol@127.0.0.1") && $0.text.contains("Post 1499")
    }
    try await session.press(.escape, until: "the keys in the first column") {
      $0.title(0).contains("━ Home  @tweetieuser") && !$0.text.contains("Tab  Column")
    }
    return session
  }
}

extension TerminalSession {
  fileprivate func hasSelected(_ words: String) -> Bool {
    read { $0.rows.contains { $0.contains("▌") && $0.contains(words) } }
  }
}

extension VirtualScreen {
  /// The title of a column, counted from the left.
  fileprivate func title(_ column: Int) -> String {
    let titles = text(ofRow: 1).split(separator: "┬")
    return titles.indices.contains(column) ? String(titles[column]) : ""
  }
}
