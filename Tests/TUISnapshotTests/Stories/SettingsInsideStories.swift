import Glibc
import TerminalRig
import Testing

/// Settings and keys that are changed inside the running program.
struct SettingsInsideStories {
  @Test
  func `a changed setting applies at once and after a restart, and the file keeps other lines`()
    async throws
  {
    let home = try TemporaryHome.furnished(more: "# Mine, and stays.\nfuture = yes")
    let path = home.path + "/config/tweetie/config.ini"
    let before = try #require(home.text(of: path))
    let session = try await reading(in: home)
    let dark = await session.barColour

    try await session.type(",", untilContains: "Colour theme of the screen.")
    try await session.type("\r", untilContains: "Themes")
    try await session.type("jj", until: "another bar") { $0.barColour != dark }
    await session.type("\r")
    try await session.waitUntil(
      "the file to be written", isTrue: { home.text(of: path)?.contains("theme = light") == true })
    let light = await session.barColour
    try await session.quitCleanly(with: "qQ")

    #expect(
      home.text(of: path)
        == before.replacing("future = yes\n", with: "future = yes\ntheme = light\n"))
    let again = try await TerminalSession.start(
      environment: ["COLORTERM": "truecolor"], home: home)
    try await again.waitUntil(contains: "up to date")
    #expect(await again.barColour == light)
    try await again.quitCleanly(with: "Q")
  }

  @Test func `a pressed key is assigned to a command after asking about its present command`()
    async throws
  {
    let home = try TemporaryHome.furnished()
    let session = try await reading(in: home)

    try await session.type(",/keys.log", untilContains: "Name in the settings file: log.")
    try await session.type("\r\rM", untilContains: "M is taken by:")
    await session.type("\r")
    let path = home.path + "/config/tweetie/config.ini"
    try await session.waitUntil(
      "the file to be written", isTrue: { home.text(of: path)?.contains("log = M J") == true })
    await session.type("\u{1b}")
    // Nothing is sought any more: what stands beside it is in sight again.
    try await session.waitUntil(contains: "Choose a theme")
    try await session.type("\u{1b}", untilContains: "up to date")
    try await session.type("M", untilContains: " Log ")
    try await session.quitCleanly(with: "qQ")
  }

  @Test func `a theme that cannot be stored is reported after its chooser has closed`()
    async throws
  {
    let home = try TemporaryHome.furnished()
    let session = try await reading(in: home)
    // A file stands where the folder of the settings was.
    let folder = home.path + "/config/tweetie"
    try #require(rename(folder, folder + ".old") == 0)
    try #require(creat(folder, 0o600) >= 0)

    try await session.type(":themes", untilContains: "themes")
    try await session.type("\r", untilContains: "Themes")
    try await session.type("j\r", untilContains: "Nothing was changed.")
    try await session.quitCleanly(with: "q")
  }

  @Test
  func `a user's own theme is shown, and the automatic theme follows the terminal's background`()
    async throws
  {
    let home = try TemporaryHome.furnished(
      more: "theme = own\n[theme]\nlike = ember\nbar = #102030")
    let session = try await reading(in: home)
    #expect(await session.barColour == .rgb(0x10, 0x20, 0x30))

    try await session.type(",\r", untilContains: "Themes")
    try await session.type("j\r", until: "the dark bar") { $0.barColour == .rgb(0x25, 0x28, 0x30) }
    try await session.type("\u{1b}[?997;2n", until: "the light bar") {
      $0.barColour == .rgb(0xe6, 0xe8, 0xec)
    }
    try await session.type("\u{1b}[?997;1n", until: "the dark bar") {
      $0.barColour == .rgb(0x25, 0x28, 0x30)
    }
    try await session.quitCleanly(with: "qQ")
  }

  private func reading(in home: TemporaryHome) async throws -> TerminalSession {
    let session = try await TerminalSession.start(
      environment: ["COLORTERM": "truecolor"], home: home)
    try await session.waitUntil(contains: "Password")
    try await session.type("tweetieuser\ttweetie123\r", untilContains: "up to date")
    return session
  }
}

extension VirtualScreen {
  /// The colour of the top line.
  fileprivate var barColour: ScreenCell.Colour { cell(row: 0, column: 79).background }
}

extension TerminalSession {
  fileprivate var barColour: ScreenCell.Colour { read { $0.barColour } }
}
