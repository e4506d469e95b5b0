import TerminalRig
import Testing

struct MouseStories {
  @Test func `a click selects a post`() async throws {
    let session = try await TerminalSession.signedIn(in: .furnished())
    let row = try #require(await session.row(of: "Tom Ashworth"))

    await session.click(row: row, column: 20)

    try await session.waitUntil(contains: "▌ Tom Ashworth")
  }

  @Test func `the wheel scrolls without changing anything`() async throws {
    let session = try await TerminalSession.signedIn(in: .furnished())
    let before = await session.stillText

    try await session.type("\u{1B}[<65;20;10M", until: "the rows three higher") {
      !$0.text(ofRow: 2).contains("はるか")
    }
    try await session.type("\u{1B}[<64;20;10M", until: "the top again") {
      $0.text(ofRow: 2).contains("はるか")
    }
    #expect(await session.stillText == before)
  }

  @Test func `a click on the like count opens the likers`() async throws {
    let session = try await TerminalSession.signedIn(in: .furnished())
    let row = try #require(await session.row(of: "♡ 5"))
    let line = await session.read { $0.text(ofRow: row) }
    let heart = try #require(line.firstIndex(of: "♡")).utf16Offset(in: line)

    await session.click(row: row, column: heart + 2)

    try await session.waitUntil("the likers") { $0.text(ofRow: 0).contains("Likes") }
    try await session.waitUntil(contains: "5 people")
  }

  @Test func `a click on the heart likes the post`() async throws {
    let session = try await TerminalSession.signedIn(in: .furnished())

    try await session.click(on: "♡ 5")

    try await session.waitUntil(contains: "♥ 6")
  }

  @Test func `a click on a tab opens that stream`() async throws {
    let session = try await TerminalSession.signedIn(in: .furnished())

    try await session.click(on: "Photos")

    try await session.waitUntil(lacks: "▌ 森 はるか  @haruka@kyoto.example · 9m\n▌ ↩")
    // Photos are a wall, where the third hint is how to see them otherwise.
    try await session.waitUntil(contains: "l like  v view")
  }

  @Test func `a click on a tab leaves the open conversation`() async throws {
    let session = try await TerminalSession.signedIn(
      in: .furnished(), size: WindowSize(columns: 120, rows: 40))
    try await session.press(.enter, untilContains: "Esc back")

    try await session.click(on: "Photos")

    try await session.waitUntil("the keys in the photos") { screen in
      screen.text.contains("l like  v view") && !screen.text.contains("Esc back")
        && !screen.text(ofRow: 1).contains("Conversation")
    }
  }

  @Test func `a stream kept as a column is shown once`() async throws {
    let session = try await TerminalSession.signedIn(
      in: .furnished(), size: WindowSize(columns: 200, rows: 40))
    try await session.type("|", untilContains: "it appears beside the next stream")
    try await session.waitUntil("Home once") { $0.text(ofRow: 1).ranges(of: "Home").count == 1 }

    try await session.click(on: "Trending")

    try await session.waitUntil("it beside another") { screen in
      let titles = screen.text(ofRow: 1)
      return titles.contains("━ Trending") && titles.contains("─ Home")
    }
  }

  @Test func `a click in another column does not open a scene over the draft being written`()
    async throws
  {
    let session = try await TerminalSession.signedIn(
      in: .furnished(), size: WindowSize(columns: 200, rows: 40))
    try await session.type("|", untilContains: "it appears beside the next stream")
    try await session.click(on: "Trending")
    try await session.waitUntil("it beside another") { $0.text(ofRow: 1).contains("─ Home") }
    try await session.type("c", untilContains: "New post")
    try await session.waitUntil(contains: "That is a proper destination")
    let row = try #require(await session.row(of: "That is a proper destination"))

    await session.click(row: row, column: 120)
    await session.click(row: row, column: 120)
    try await session.type("Still here", untilContains: "Still here")
    #expect(await !session.screenText.contains("Conversation"))
  }

  @Test func `a click on the account and on the notifications opens them`() async throws {
    let session = try await TerminalSession.signedIn(in: .furnished())
    try await session.waitUntil("the number") { $0.text(ofRow: 0).contains("◆") }
    try await session.click(on: "◆")
    try await session.waitUntil(contains: "Notifications")
    try await session.press(.escape, until: "the stream again") {
      $0.text(ofRow: 0).contains("Photos")
    }

    try await session.click(on: "@tweetieuser")

    try await session.waitUntil(contains: "Accounts")
  }

  @Test func `a click on the number of new notifications opens them`() async throws {
    let session = try await TerminalSession.signedIn(in: .furnished())
    try await session.waitUntil("the number") { $0.text(ofRow: 0).contains("◆") }
    let line = await session.read { $0.text(ofRow: 0) }
    let sign = try #require(line.firstIndex(of: "◆")).utf16Offset(in: line)

    await session.click(row: 0, column: sign + 3)

    try await session.waitUntil(contains: "Likes and boosts")
  }

  @Test func `a double click on text opens the post, and likes nothing`() async throws {
    let session = try await TerminalSession.signedIn(in: .furnished())
    let row = try #require(await session.row(of: "That is a proper destination"))

    await session.click(row: row, column: 20)
    await session.click(row: row, column: 20)

    try await session.waitUntil(contains: "Conversation")
    #expect(await !session.screenText.contains("♥"))
  }

  @Test func `a click on a tag reopens its stream after another stream took its place`()
    async throws
  {
    let session = try await TerminalSession.signedIn(in: .furnished())
    try await session.click(on: "#morning")
    try await session.waitUntil("the stream of the tag") { $0.text(ofRow: 0).contains("#morning") }

    try await session.press(.tab, until: "Home in its place") { screen in
      !screen.text(ofRow: 0).contains("#morning") && screen.text.contains("#morning")
        && screen.text.contains("Tom Ashworth")
    }
    try await session.click(on: "#morning")

    try await session.waitUntil("the tag again") { $0.text(ofRow: 0).contains("#morning") }
  }

  @Test func `with the mouse setting off the terminal keeps the mouse`() async throws {
    let home = try TemporaryHome.furnished(more: "[reading]\nmouse = off")

    let session = try await TerminalSession.signedIn(in: home)

    #expect(await session.read { $0.mouse } == .off)
  }
}

extension TerminalSession {
  fileprivate func row(of text: String) -> Int? { read { $0.row(containing: text) } }

  /// Clicks where a text begins; what stands left of it in its row must be one column each.
  fileprivate func click(on text: String) throws {
    let found = row(of: text)
    let row = try #require(found)
    let line = read { $0.text(ofRow: row) }
    let place = try #require(line.firstRange(of: text)).lowerBound
    click(row: row, column: place.utf16Offset(in: line))
  }

  /// Presses and lets go of the left button.
  fileprivate func click(row: Int, column: Int) {
    type("\u{1B}[<0;\(column + 1);\(row + 1)M\u{1B}[<0;\(column + 1);\(row + 1)m")
  }
}
