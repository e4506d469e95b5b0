import TerminalRig
import Testing

struct ReachingStories {
  @Test func `a link label opens the third link of a post, and its capital copies the address`()
    async throws
  {
    let home = try TemporaryHome.furnished()
    let signIn = "printf tweetie123 | tweetie login tweetie --user tweetieuser --password-stdin"
    #expect(try await home.run(signIn).code == 0)
    let links = (1...3).map { "https://example.com/\($0)" }
    let post = try await home.run("tweetie post 'See \(links.joined(separator: " or "))'")
    #expect(post.code == 0)
    let session = try await TerminalSession.reopened(in: home)
    try await session.waitUntil(contains: links[2])

    try await session.type("f", untilContains: "copy the address")
    let label = try #require(await session.letter(before: links[2]))
    try await session.type(label.uppercased(), untilContains: "Copied \(links[2])")
    try await session.type("f", untilContains: "copy the address")
    try await session.type(label, until: "what became of the link") { screen in
      !screen.text.contains("Copied")
        && screen.text(ofRow: screen.rows.count - 1).contains(links[2])
    }
    #expect(try await session.quit() == .exited(0))
  }

  @Test func `a typed repeat count is shown, and applies to the next key`() async throws {
    let session = try await TerminalSession.signedIn(in: .furnished())
    for _ in 1...3 { await session.type("j") }
    try await session.waitUntil(contains: "▌ Mei Tanaka")
    let third = await session.stillText
    try await session.type("g", until: "the top again") { $0.text(ofRow: 2).contains("はるか") }

    try await session.type("#3", untilContains: " 3…")
    try await session.type("j", untilLacks: " 3…")
    let counted = await session.stillText
    #expect(counted == third, "\(counted)\n\(third)")
  }

  @Test func `digits begin a repeat count where they select no streams, and Esc clears it`()
    async throws
  {
    let session = try await TerminalSession.signedIn(in: .furnished())
    try await session.type("n", untilContains: "your post")
    let before = await session.stillText

    try await session.type("12", untilContains: " 12…")
    try await session.press(.escape, untilLacks: " 12…")
    #expect(await session.stillText == before)
  }

  @Test func `typing :q offers to quit Tweetie`() async throws {
    let session = try await TerminalSession.signedIn(in: .furnished())

    try await session.type(":q", untilContains: "Quit Tweetie")
    await session.press(.enter)

    #expect(try await session.exitStatus() == .exited(0))
  }

  @Test func `a key without a command shows that it does nothing`() async throws {
    let session = try await TerminalSession.signedIn(in: .furnished())

    try await session.type("<", untilContains: "< does nothing here.")
  }
}

extension TerminalSession {
  /// The letter that stands in the place of the blank before a text.
  fileprivate func letter(before text: String) -> String? {
    read { screen in
      for line in screen.rows {
        guard let place = line.firstRange(of: text)?.lowerBound, place > line.startIndex else {
          continue
        }
        return String(line[line.index(before: place)])
      }
      return nil
    }
  }
}
