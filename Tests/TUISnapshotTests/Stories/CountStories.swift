import TerminalRig
import Testing

/// What the same post, badge or countdown shows in different scenes.
struct CountStories {
  private static let words = "That is a proper destination blind."

  /// The counts in the first line with a heart below those words, without blanks and without the
  /// empty count of boosts that the selected post shows; nil without such a line.
  private static func counts(of screen: VirtualScreen, from column: Int) -> String? {
    let lines = screen.rows.map { String($0.dropFirst(column)) }
    guard let start = lines.firstIndex(where: { $0.contains(words) }),
      let line = lines[start...].first(where: { $0.contains("♡") || $0.contains("♥") })
    else { return nil }
    let end = line.firstIndex { "│".contains($0) } ?? line.endIndex
    return line[..<end].filter { !" ▌▏└├↻".contains($0) }
  }

  /// Waits until the post has its counts in a scene that begins at one of those columns.
  private static func expectSameCounts(
    in session: TerminalSession, _ scene: String, from columns: Range<Int> = 0..<1
  ) async throws {
    try await session.waitUntil("the counts in \(scene)") { screen in
      columns.contains { counts(of: screen, from: $0)?.hasPrefix("↩1♡5") == true }
    }
  }

  @Test func `a post has the same counts in its stream, conversation, profile and list of likers`()
    async throws
  {
    let session = try await TerminalSession.signedIn(
      in: .furnished(), size: WindowSize(columns: 80, rows: 40))
    try await Self.expectSameCounts(in: session, "the stream")

    try await session.type("j", untilContains: "▌ Tom Ashworth")
    try await session.press(.enter, untilContains: "Conversation")
    try await Self.expectSameCounts(in: session, "the conversation")
    try await session.type("L", untilContains: "5 people")
    try await session.type("q", untilContains: "Conversation")
    try await session.type("p", untilContains: "With replies")
    try await session.press(.tab, untilContains: Self.words)
    try await Self.expectSameCounts(in: session, "the profile")
    try await session.type("qq", until: "the stream") { $0.text(ofRow: 0).contains("Home") }
    try await session.type("B", untilContains: "⚑")
    try await session.type("/destination\r", untilContains: "Search")
    try await Self.expectSameCounts(in: session, "the results")
  }

  @Test func `a post has the same counts in the stream and in a column`() async throws {
    let session = try await TerminalSession.signedIn(
      in: .furnished(), size: WindowSize(columns: 200, rows: 50))
    try await session.type("j", untilContains: "▌ Tom Ashworth")
    try await Self.expectSameCounts(in: session, "the stream")

    try await session.type("|", untilContains: "it appears beside the next stream")
    try await session.type("3", until: "the column") { $0.text(ofRow: 1).contains("─ Home") }
    try await Self.expectSameCounts(in: session, "the column", from: 0..<140)
  }

  @Test func `no cell of the badge stays after the notifications`() async throws {
    let session = try await TerminalSession.signedIn(in: .furnished())
    try await session.waitUntil("the number") { $0.text(ofRow: 0).contains("◆") }

    try await session.type("n", untilContains: "Notifications")
    try await session.type("3", untilContains: " 3…")
    try await session.press(.escape, until: "no count") { !$0.text.contains(" 3…") }
    try await session.press(.escape, until: "the stream") {
      $0.text(ofRow: 0).contains("Photos")
    }
    let before = await session.read { screen in
      (0..<screen.size.columns).map { screen.cell(row: 0, column: $0).background }
    }
    // A key behind it tells when the screen was painted anew.
    await session.press(.control("l"))
    try await session.type("j", untilContains: "▌ Tom Ashworth")
    let after = await session.read { screen in
      (0..<screen.size.columns).map { screen.cell(row: 0, column: $0).background }
    }
    #expect(before == after)
  }

  @Test func `the countdown of a held boost is on the screen`() async throws {
    let session = try await TerminalSession.signedIn(in: .furnished(undo: "5s"))

    try await session.type("jb", untilContains: "Boosted · U undoes")
    try await session.waitUntil("the seconds left") { screen in
      ["5 s left", "4 s left", "3 s left"].contains { screen.text.contains($0) }
    }
    try await session.type("U", untilContains: "Boost undone.")
    #expect(await !session.screenText.contains("s left"))
  }

  @Test func `the key that sends unsent posts says that the selected post is already sent`()
    async throws
  {
    let session = try await TerminalSession.signedIn(in: .furnished())

    try await session.type("s", untilContains: "This post is already sent.")
  }
}
