import Glibc
import TerminalRig
import Testing

/// What settings, the terminal and other windows change in a running program.
struct SettingsStoryTests {
  @Test func `a bright terminal background switches to the light theme, and no key is lost`()
    async throws
  {
    let session = try await reading(in: home(""), environment: ["COLORTERM": "truecolor"])
    let dark = await session.barColour

    try await session.type("\u{1b}]11;rgb:ffff/ffff/ffff\u{1b}\\?", untilContains: "Refresh")
    let light = await session.barColour
    #expect(dark == .rgb(0x25, 0x28, 0x30))
    #expect(light == .rgb(0xe6, 0xe8, 0xec))
    try await session.press(.escape, untilLacks: "Refresh")
    try await session.quitCleanly(with: "Q")
  }

  @Test func `a chosen theme stays whatever the terminal's background`() async throws {
    let home = try home("[display]\ntheme = dark\n")
    let session = try await reading(in: home, environment: ["COLORTERM": "truecolor"])

    try await session.type("\u{1b}]11;rgb:ffff/ffff/ffff\u{1b}\\?", untilContains: "Refresh")
    #expect(await session.barColour == .rgb(0x25, 0x28, 0x30))
    try await session.press(.escape, untilLacks: "Refresh")
    try await session.quitCleanly(with: "Q")
  }

  @Test func `the first of several settings mistakes is shown, and all are listed and logged`()
    async throws
  {
    let home = try home("[display]\ntheme = drak\nthene = dark\n\n[displey]\nmouse = on\n")
    let session = try await TerminalSession.start(home: home)

    try await session.waitUntil(says: "config.ini, line 2: display.theme cannot be \"drak\".")
    try await session.waitUntil(
      says: "This is the first of 3 errors: tweetie doctor lists them all.")
    await session.signal(SIGTERM)
    #expect(try await session.exitStatus() == .exited(0))

    let report = try await home.run("tweetie doctor").output
    #expect(!report.contains("request limits"), "there is nobody who could ask")
    let log = try #require(home.text(of: home.path + "/state/tweetie/log"))
    for text in [report, log] {
      #expect(text.contains("display.theme cannot be \"drak\"."))
      #expect(text.contains("There is no setting thene here. Did you mean theme?"))
      #expect(text.contains("There is no section [displey]. Did you mean [display]?"))
    }
    #expect(report.contains("line 3"))
  }

  @Test func `in plain display the terminal cursor follows the selection`() async throws {
    let session = try await reading(in: home("[display]\nplain = on\n"))
    try await session.waitUntil("a cursor at the selection", session.isCursorAtSelection)
    let first = await session.read { $0.cursor.row }

    try await session.type("j", until: "the cursor at the next post") { screen in
      screen.cursor.row != first && session.isCursorAtSelection(screen)
    }
    try await session.type("a", until: "the cursor at the account") { screen in
      screen.text(ofRow: screen.cursor.row).contains("tweetieuser")
        && session.isCursorAtSelection(screen)
    }
    try await session.quitCleanly(with: "qQ")
  }

  @Test func `an unknown account option ends the program with a message`() async throws {
    let session = try await TerminalSession.start(["--account", "bob"], home: home(""))

    #expect(try await session.exitStatus() == .exited(1))
    #expect(await session.screenText.contains("No account bob is signed in."))
    #expect(await session.damage.isEmpty)
  }
}

extension SettingsStoryTests {
  /// A home with these settings, where the service answers at once and nothing happens by itself.
  private func home(_ settings: String) throws -> TemporaryHome {
    let home = try TemporaryHome()
    home.set("TWEETIE_LATENCY", to: "off")
    home.set("TWEETIE_NEW_POSTS", to: "10h")
    // Nobody is greeted: the hints of the first start are a story of their own.
    mkdir("\(home.path)/state/tweetie", 0o700)
    close(open("\(home.path)/state/tweetie/welcomed", O_CREAT | O_WRONLY | O_CLOEXEC, 0o600))
    mkdir("\(home.path)/config/tweetie", 0o700)
    let descriptor = open(
      "\(home.path)/config/tweetie/config.ini", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    try #require(write(descriptor, settings, settings.utf8.count) == settings.utf8.count)
    return home
  }

  /// The program, signed in and showing the home stream.
  private func reading(
    in home: TemporaryHome, environment: [String: String] = [:]
  ) async throws -> TerminalSession {
    let session = try await TerminalSession.start(environment: environment, home: home)
    try await session.signInAndRead()
    return session
  }
}

extension TerminalSession {
  /// Whether the cursor can be seen, right of the sign of what is selected.
  nonisolated fileprivate var isCursorAtSelection: @Sendable (VirtualScreen) -> Bool {
    { $0.isCursorVisible && $0.cursor.column == 2 && $0.text(ofRow: $0.cursor.row).hasPrefix("> ") }
  }

  /// Signs in and waits for the stream.
  fileprivate func signInAndRead() async throws {
    try await waitUntil(contains: "Password")
    try await type("tweetieuser\ttweetie123\r", untilContains: "up to date")
  }

  /// The colour of the top line.
  fileprivate var barColour: ScreenCell.Colour { read { $0.cell(row: 0, column: 79).background } }
}
