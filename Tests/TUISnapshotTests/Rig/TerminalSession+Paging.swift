import TerminalRig

extension TerminalSession {
  /// Goes from the top to the gap below so many posts, and loads page by page what is missing.
  func fillGap(below top: String, _ posts: Int, pages: [Int], fromAbove: Bool = true) async throws {
    try await type("g", until: "the top") { $0.rows.contains { $0.hasPrefix("▌ \(top)") } }
    type(String(repeating: "j", count: posts) + (fromAbove ? "" : "jk"))
    for count in pages {
      try await waitUntil("the gap, selected") { screen in
        screen.rows.contains { $0.hasPrefix("▌") && $0.contains("posts not loaded") }
      }
      try await press(.enter, until: "what was missing, selected") { screen in
        let selected = screen.rows.filter { $0.hasPrefix("▌") }
        return !selected.isEmpty && !selected.contains { $0.contains("load") }
      }
      type(String(repeating: fromAbove ? "j" : "k", count: count))
    }
  }

  /// Goes down, a page more with each key, until there is nothing more.
  func goToTheEnd() async throws {
    for _ in 0..<400 where !screenText.contains("End of the stream.") {
      let before = screenText
      try await type("G", until: "the next page") { $0.text != before }
    }
    try await waitUntil(contains: "End of the stream.")
  }
}

extension TemporaryHome {
  /// The numbers of the posts that are held of the home stream, from the top.
  func heldPosts() async throws -> [Int] {
    try await run("tweetie feed home --offline -n 1000 --json").postNumbers
  }
}

extension CommandRun {
  /// The numbers of the posts that were listed, from the top.
  var postNumbers: [Int] {
    lines.compactMap { line in
      line.firstRange(of: "\"Post ").flatMap { Int(line[$0.upperBound...].prefix(4)) }
    }
  }
}
