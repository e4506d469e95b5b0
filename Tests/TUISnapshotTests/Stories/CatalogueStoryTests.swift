import TerminalRig
import Testing

/// The real program in every language, on a system that has none of their locales installed.
struct CatalogueStoryTests {
  @Test(arguments: [
    ("de_DE.UTF-8", "Benutzername", "Passwort ist falsch."),
    ("es_MX.UTF-8", "Usuario", "Credenciales no válidas."),
    ("ja_JP.UTF-8", "ユーザー名", "ログインできません。"),
    ("vi_VN.UTF-8", "Tên người dùng", "Không đăng nhập được."),
  ])
  func `the interface uses the language of the locale`(
    _ locale: String, _ field: String, _ refusal: String
  ) async throws {
    let catalogues = try await compiledCatalogues()
    let session = try await TerminalSession.start(
      environment: ["LANG": locale, "TEXTDOMAINDIR": catalogues.path])
    try await session.waitUntil(contains: field)

    await session.type("x")
    await session.press(.tab)
    await session.type("y")
    try await session.press(.enter, untilContains: refusal)
    await session.signal(15)
    #expect(try await session.exitStatus() == .exited(0))
  }

  @Test func `the language setting overrides the locale`() async throws {
    let catalogues = try await compiledCatalogues()
    let home = try TemporaryHome()
    let folder = "$XDG_CONFIG_HOME/tweetie"
    let script = "mkdir \(folder) && printf '[display]\\nlanguage = de\\n' >\(folder)/config.ini"
    try await run("/bin/sh", ["-c", script], in: home)

    let session = try await TerminalSession.start(
      environment: ["LANG": "ja_JP.UTF-8", "TEXTDOMAINDIR": catalogues.path], home: home)

    try await session.waitUntil(contains: "Benutzername")
    await session.signal(15)
    #expect(try await session.exitStatus() == .exited(0))
  }

  @Test func `an ASCII terminal gets the English interface`() async throws {
    let catalogues = try await compiledCatalogues()

    let session = try await TerminalSession.start(
      environment: ["LC_ALL": "ja_JP.eucJP", "TEXTDOMAINDIR": catalogues.path])

    try await session.waitUntil(contains: "User name")
    await session.signal(15)
    #expect(try await session.exitStatus() == .exited(0))
  }
}

extension CatalogueStoryTests {
  /// A directory with the translations, compiled as for a release.
  private func compiledCatalogues() async throws -> TemporaryHome {
    let home = try TemporaryHome()
    try await run("\(SourceTree.root)/Scripts/catalogues", [home.path], in: home)
    return home
  }

  private func run(_ program: String, _ arguments: [String], in home: TemporaryHome) async throws {
    let session = try await TerminalSession.start(arguments, executable: program, home: home)
    let status = try await session.exitStatus()
    let screen = await session.screenText
    try #require(status == .exited(0), "\(screen)")
  }
}
