import TerminalRig
import Testing

struct SizeStories {
  @Test(arguments: [
    WindowSize(columns: 1, rows: 1), WindowSize(columns: 19, rows: 5),
    WindowSize(columns: 6, rows: 20), WindowSize(columns: 500, rows: 5),
  ])
  func `a window that is too small shows a message until it is enlarged`(size: WindowSize)
    async throws
  {
    let home = try TemporaryHome.furnished()
    _ = try await TerminalSession.signedIn(in: home).quit()
    let session = try await TerminalSession.start(size: size, home: home)
    try await session.waitUntil("the beginning of a sentence") { $0.text.hasPrefix("T") }

    await session.resize(to: .standard)

    try await session.waitUntil(contains: "@tweetieuser   Home")
    try await session.quitCleanly()
  }

  @Test(arguments: [
    WindowSize(columns: 20, rows: 6), WindowSize(columns: 40, rows: 12), .standard,
    WindowSize(columns: 200, rows: 60), WindowSize(columns: 500, rows: 200),
  ])
  func `the program works at every size`(size: WindowSize) async throws {
    let home = try TemporaryHome.furnished()
    _ = try await TerminalSession.signedIn(in: home).quit()
    let session = try await TerminalSession.start(size: size, home: home)
    try await session.waitUntil("a selected post") { $0.text.contains("▌ ") }

    try await session.type("?", until: "help") { $0.text(ofRow: 0).contains("Help") }
    try await session.press(.escape, until: "the stream") { !$0.text(ofRow: 0).contains("Help") }

    try await session.quitCleanly()
  }

  @Test func `a wide window shows the conversation beside the stream`() async throws {
    let size = WindowSize(columns: 160, rows: 50)
    let session = try await TerminalSession.signedIn(in: .furnished(), size: size)

    try await session.waitUntil("two panes") { screen in
      screen.rows.contains { $0.contains("│") && $0.hasSuffix("the eaves.") }
        || screen.rows.count { $0.contains("│") } > 40
    }
    #expect(await session.screenText.contains("Home"))
  }

  @Test func `a window that is widened shows the conversation without a key`()
    async throws
  {
    let session = try await TerminalSession.signedIn(in: .furnished())

    await session.resize(to: WindowSize(columns: 160, rows: 50))

    // Not the rule alone: it stands there only once something is beside the stream.
    try await session.waitUntil("two panes") { screen in
      screen.rows.count { $0.contains("│") } > 40
    }
    #expect(try await session.quit() == .exited(0))
  }

  @Test func `two hundred changes of size end with the right screen`() async throws {
    let home = try TemporaryHome.furnished()
    let calm = try await TerminalSession.signedIn(in: home)
    let expected = await calm.reading
    _ = try await calm.quit()
    let session = try await TerminalSession.reopened(in: home)

    for step in 1...200 {
      await session.resize(to: WindowSize(columns: 1 + step * 37 % 240, rows: 1 + step * 13 % 70))
    }
    await session.resize(to: .standard)

    // The whole of it: rows of an earlier size may stand where these do until they are painted over.
    try await session.waitUntil("the picture of a calm window") { screen in
      screen.text(ofRow: 0).contains("@tweetieuser   Home")
        && screen.text(ofRow: 23).contains("Enter open") && screen.reading == expected
    }
    try await session.quitCleanly()
  }

  @Test func `Ctrl-L redraws a screen that another program has overwritten`() async throws {
    let session = try await TerminalSession.signedIn(in: .furnished())
    let before = await session.stillText
    await session.scribble("\u{1B}[5;1Hwall: the system goes down\u{1B}[1;1H")
    try await session.waitUntil(contains: "the system goes down")

    try await session.press(.control("l"), untilLacks: "the system goes down")
    #expect(await session.stillText == before)
  }
}

extension TerminalSession {
  /// Lets another program write to the terminal, as `wall` does.
  fileprivate func scribble(_ text: String) { read { $0.feed(Array(text.utf8)) } }
}
