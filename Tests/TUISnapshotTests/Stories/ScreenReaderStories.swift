import Glibc
import TerminalRig
import Testing

/// The real program in the mode for screen readers.
struct ScreenReaderStories {
  /// The lines that somebody types in every scene of the built-in service, in three tours, and texts
  /// that must be read aloud.
  private static let tours = [
    (
      lines: [
        "where", "keys", "list", "next", "", "like", "like", "bookmark", "3", "enter", "next",
        "back", "R", "A reply", "in two lines", ".", ".who sees it", ".back", "profile", "next",
        "tab", "back", "notifications", "next", "tab", "back", "search", "harbour", "next", "back",
        ".back", "messages", "back", "frobnicate", "999", "quit",
      ],
      texts: [
        "Home", "1. ", "2. ", "3. ", "Liked.", "Like removed.", "Conversation", "New post|Reply",
        "Notifications", "Search", "There is no command frobnicate.",
        "There is no item 999.",
      ]
    ),
    (
      lines: [
        "accounts", "next", "back", "tabs", "next", "back", "settings", "/", "language", "back",
        "back", "themes", "1", "outbox", "back", "log", "back", "trends", "back", "lists", "back",
        "filters", "back", "suggestions", "back", "quit",
      ],
      texts: ["Accounts", "Streams", "Settings", "Outbox", "Log"]
    ),
    (
      lines: [
        "catch-up", "back", "M", ".back", "rules", ".back", ":", "screen reader", ".back", "f",
        "esc", "help", "undo", "2", ".back", ".back", "view", "next", "photo", "next-photo", "back",
        "density", "own-profile", "back", "z", "back", "quit",
      ],
      texts: ["Home", "1. "]
    ),
  ]

  private static func input(_ lines: [String]) -> String {
    lines.map { "'\($0.replacing("'", with: "'\\''"))'" }.joined(separator: " ")
  }

  private static func hasDrawing(_ text: String) -> Bool {
    text.unicodeScalars.contains {
      (0x2500...0x259F).contains($0.value) || (0x2800...0x28FF).contains($0.value)
    }
  }

  @Test(arguments: tours)
  func `every scene is read through a pipe, without a drawing or an escape sequence`(
    lines: [String], texts: [String]
  ) async throws {
    let home = try await TemporaryHome.signedIn()

    let run = try await home.run(
      "printf '%s\\n' \(Self.input(lines)) | tweetie --screen-reader")

    #expect(run.code == 0)
    #expect(run.errors == "")
    #expect(
      run.output.hasPrefix("Screen reader mode is on, because of the option --screen-reader.\n"))
    #expect(!Self.hasDrawing(run.output))
    #expect(!run.output.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    for words in texts {
      let isRead = words.split(separator: "|").contains { run.output.contains($0) }
      #expect(isRead, "\(words) in \(run.output)")
    }
  }

  @Test(arguments: ["dumb", "vt52", "no-such-terminal", "xterm-256color"])
  func `screen reader mode works in any terminal, and leaves it unchanged`(term: String)
    async throws
  {
    let session = try await TerminalSession.start(
      ["--demo"], environment: ["TERM": term, "TWEETIE_SCREEN_READER": "1"], home: .furnished())
    try await session.waitUntil(contains: "because of the environment variable")
    try await session.waitUntil(contains: "1. ")

    try await session.type("next\n", untilContains: "2. ")
    await session.resize(to: WindowSize(columns: 40, rows: 12))
    try await session.type("l\n", untilContains: "Liked.")
    try await session.quitCleanly(with: "quit\n")
  }

  @Test func `screen reader mode prints nothing without a typed line`() async throws {
    let home = try TemporaryHome.furnished(newPosts: "300ms", refresh: "500ms")
    let session = try await TerminalSession.start(["--demo", "--screen-reader"], home: home)
    try await session.waitUntil(contains: "1. ")
    try await session.type("again\n", until: "the item twice") {
      $0.text.split(separator: "1. ").count > 2
    }
    // What was asked for is read by then.
    try await Task.sleep(for: .seconds(2))

    let before = await session.audit.byteCount
    try await Task.sleep(for: .seconds(6))
    #expect(await session.audit.byteCount == before)

    // What came meanwhile is read before the next answer.
    try await session.type("again\n", untilContains: " new ")
    await session.type("quit\n")
    #expect(try await session.exitStatus() == .exited(0))
  }

  @Test func `signing in does not show the password in screen reader mode`() async throws {
    let session = try await TerminalSession.start(["--screen-reader"], home: .furnished())
    try await session.waitUntil(contains: "User")
    try await session.type("tweetieuser\n", untilContains: "Password")
    try await session.type("tweetie123\n", untilContains: "Home")

    // The password stands in a hint of the built-in service, and nowhere by itself.
    let lines = await session.screenText.split(separator: "\n")
    #expect(!lines.contains("tweetie123"))
    try await session.quitCleanly(with: "quit\n")
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `a signal ends screen reader mode, and restores the terminal`(signal: Int32) async throws {
    let session = try await TerminalSession.start(["--screen-reader"], home: .furnished())
    try await session.waitUntil(contains: "User")
    try await session.type("tweetieuser\n", untilContains: "Password")

    await session.signal(signal)

    try await session.expectCleanExit()
  }

  @Test func `Control-D ends screen reader mode`() async throws {
    let session = try await TerminalSession.start(
      ["--demo", "--screen-reader"], home: .furnished())
    try await session.waitUntil(contains: "1. ")

    await session.press(.control("d"))

    try await session.expectCleanExit()
  }

  @Test func `a post is written and sent in screen reader mode`() async throws {
    let home = try await TemporaryHome.signedIn()

    let lines = ["c", "Good morning,", "harbour.", ".", ".send", "own-profile", "next", "quit"]
    let run = try await home.run("printf '%s\\n' \(Self.input(lines)) | tweetie --screen-reader")

    #expect(run.code == 0)
    #expect(run.output.contains("New post"))
    let profile = try await home.run("tweetie feed @tweetieuser -n 3")
    #expect(profile.output.contains("Good morning,"))
    #expect(profile.output.contains("harbour."))
  }

  /// Writes a shell script to a home, and returns its path.
  private static func editor(_ script: String, in home: TemporaryHome) -> String {
    let path = home.path + "/editor"
    home.write("#!/bin/sh\n\(script)\n", to: path)
    chmod(path, 0o700)
    return path
  }

  @Test func `an external editor gets the terminal from screen reader mode`() async throws {
    let home = try TemporaryHome.furnished()
    let editor = Self.editor(
      """
      modes=$(stty -g)
      stty raw -echo
      sleep 3
      stty -a >\(home.path)/modes
      stty "$modes"
      echo 'Written elsewhere' >"$1"
      echo >\(home.path)/done
      """, in: home)
    let session = try await TerminalSession.start(
      ["--demo", "--screen-reader"], environment: ["EDITOR": editor], home: home)
    try await session.waitUntil(contains: "1. ")
    try await session.type("c\n", untilContains: "New post")
    await session.type(".editor\n")
    let end = home.path + "/done"
    try await session.waitUntil("the editor's end", isTrue: { home.text(of: end) != nil })
    try await session.type(".again\n", untilContains: "Written elsewhere")

    let modes = try #require(home.text(of: home.path + "/modes"))
    #expect(modes.contains("-echo ") && modes.contains("-icanon"))
    let text = await session.screenText
    #expect(!text.contains("Nothing changed."))
    await session.type(".back\n")
    try await session.quitCleanly(with: "quit\n")
  }

  @Test func `lines wait until the external editor has ended`() async throws {
    let home = try await TemporaryHome.signedIn()
    let editor = Self.editor("sleep 3\necho 'Written elsewhere' >\"$1\"", in: home)
    let lines = ["c", ".editor", ".again", ".back", "quit"]

    let run = try await home.run(
      "printf '%s\\n' \(Self.input(lines)) | tweetie --screen-reader",
      environment: ["EDITOR": editor])

    #expect(run.code == 0)
    #expect(run.output.contains("Written elsewhere"))
    #expect(!run.output.contains("Nothing changed."))
  }

  @Test func `in the C locale screen reader mode prints only ASCII`() async throws {
    let home = try await TemporaryHome.signedIn()

    let run = try await home.run(
      "printf '%s\\n' list next next quit | tweetie --screen-reader",
      environment: ["LC_ALL": "C", "LANG": ""])

    #expect(run.code == 0)
    #expect(run.output.utf8.allSatisfy { $0 < 0x80 })
  }

  @Test func `the setting switches screen reader mode on, and 0 in the variable off`() async throws
  {
    let home = try TemporaryHome.furnished(more: "screen-reader = on")

    let on = try await home.run("echo quit | tweetie --demo")
    let off = try await home.run(
      "echo quit | tweetie --demo", environment: ["TWEETIE_SCREEN_READER": "0"])

    #expect(on.code == 0)
    #expect(on.output.hasPrefix("Screen reader mode is on, because of the setting"))
    #expect(off.code == 2)
  }

  @Test func `in the full screen the hidden cursor is on the selected row`() async throws {
    let session = try await TerminalSession.signedIn(in: .furnished())
    for keys in ["", "j", "j", "n", "j", "q", "a", "q", "T", "j", "q", ",", "j", "q", "p", "q"] {
      try await session.type(keys, until: "the cursor on the selected row after \(keys)") {
        screen in
        let row = screen.cursor.row
        guard screen.rows.indices.contains(row) else { return false }
        return screen.rows[row].contains("▌")
      }
    }
    #expect(try await session.quit() == .exited(0))
  }
}
