import TerminalRig
import Testing

/// `Docs/Tour.md`, pressed key by key.
struct TourStories {
  private typealias Sight = (name: String, isReached: @Sendable (VirtualScreen) -> Bool)

  /// What each row of the tour's table shows, except the last, which quits.
  private static let sights: [Sight] = [
    (
      "the conversation",
      { screen in
        screen.rows.contains { $0.hasPrefix("▌") && $0.contains("Tom Ashworth") }
          && screen.text.contains("─ Conversation")
      }
    ),
    ("the like", { $0.text.contains("♥ 6") }),
    ("no like", { !$0.text.contains("♥ 6") }),
    ("the conversation with the keys", { $0.text.contains("Esc back") }),
    ("the stream", { !$0.text.contains("Esc back") }),
    ("the wall", { $0.text.contains("←↓↑→ move") }),
    ("the wall again", { $0.text.contains("←↓↑→ move") }),
    ("the photo", { $0.text(ofRow: 0).hasPrefix(" Photo by") }),
    ("the whole photo", { $0.text.contains("zoom in") && !$0.text.contains("zoom out") }),
    ("the details", { $0.text.contains("Licence") }),
    ("the wall", { $0.text.contains("←↓↑→ move") }),
    ("the column", { $0.text.contains("Photos is a column now") }),
    (
      "both streams",
      { $0.text(ofRow: 1).contains("━ Trending") && $0.text(ofRow: 1).contains("─ Photos") }
    ),
    ("one stream", { $0.text.contains("Photos is no longer a column") }),
    ("the question", { $0.text.contains("Choose a place for nearby photos.") }),
    ("the stream", { !$0.text.contains("Choose a place") }),
    ("Home", { $0.text(ofRow: 1).contains("─ Home") }),
    ("the news", { $0.text.contains("Posted.") }),
    ("the post", { $0.text.contains("Good morning") }),
    ("the results", { $0.text.contains("/ from:ada has:photo") && $0.text.contains("Esc back") }),
    ("the stream", { !$0.text.contains("from:ada") }),
    ("the notifications", { $0.text.contains("Likes and boosts") }),
    ("the stream", { !$0.text.contains("Likes and boosts") }),
    ("the menu", { $0.text.contains("› Enter") }),
    ("no menu", { !$0.text.contains("› Enter") }),
    ("the command", { $0.text.contains("› Like or unlike") }),
    ("no list", { !$0.text.contains("› Like") }),
    ("the help", { $0.text(ofRow: 0).hasPrefix(" Help") }),
    ("the stream", { $0.text(ofRow: 0).contains("Home") }),
  ]

  @Test func `every row of the tour document works`() async throws {
    let rows = try Self.rows()
    try #require(rows.count == Self.sights.count + 1)
    let session = try await TerminalSession.start(
      ["--demo"], size: WindowSize(columns: 120, rows: 40), home: .furnished(pictures: "symbols"))
    try await session.waitUntil(contains: "up to date")

    for (keys, sight) in zip(rows, Self.sights) {
      for key in keys { await session.pressTourKey(key) }
      try await session.waitUntil(sight.name, sight.isReached)
    }

    #expect(rows.last == ["Q"])
    try await session.quitCleanly(with: "Q")
  }

  /// The keys in the first column of the tour's table, row by row.
  private static func rows() throws -> [[String]] {
    let text = try #require(SourceTree.text(at: "\(SourceTree.root)/Docs/Tour.md"))
    return text.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { row in
      let cell = row.replacing("\\|", with: "\u{0}").split(separator: "|")[0]
      return cell.split(separator: "`").filter { !$0.allSatisfy(\.isWhitespace) }
        .map { String($0).replacing("\u{0}", with: "|") }
    }
  }
}

extension TerminalSession {
  /// Presses a key by its name in the tour, or types a text.
  fileprivate func pressTourKey(_ name: String) {
    switch name {
    case "Enter": press(.enter)
    case "Tab": press(.tab)
    case "Esc": press(.escape)
    case "Space": type(" ")
    case "Ctrl-S": press(.control("s"))
    case "Ctrl-→": type("\u{1B}[1;5C")
    default: type(name)
    }
  }
}
