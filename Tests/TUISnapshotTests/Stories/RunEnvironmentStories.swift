import Glibc
import TerminalRig
import Testing

struct SurroundingsStories {
  @Test(arguments: ["dumb", "no-such-terminal", "vt52", ""])
  func `an unsuitable terminal is refused in one line`(term: String) async throws {
    let session = try await TerminalSession.start(
      environment: ["TERM": term], home: .furnished())

    #expect(try await session.exitStatus() == .exited(2))
    let lines = await session.screenText.split(separator: "\n")
    #expect(lines.joined().contains("TERM"))
    // One line of text, however often a narrow window breaks it.
    #expect(await session.read { $0.cursor.row } <= 2)
    #expect(await session.damage == [])
    // Nothing was torn off in the middle of being written.
    #expect(session.home.files.filter { $0.hasSuffix("-journal") || $0.hasSuffix("-wal") } == [])
  }

  @Test func `in the C locale no byte above 0x7F is written`() async throws {
    let session = try await TerminalSession.signedIn(
      in: .furnished(), environment: ["LC_ALL": "C", "LANG": ""])
    for _ in 0..<30 { await session.type("j") }
    try await session.type("?", untilContains: "Open the selected item")
    try await session.press(.escape, untilLacks: "Open the selected item")
    try await session.type("c", untilContains: "New post")
    try await session.press(.escape, untilLacks: "New post")

    #expect(try await session.quit() == .exited(0))
    #expect(await session.audit.byteCountBeyondASCII == 0)
    #expect(await session.damage == [])
  }

  @Test func `without a locale all characters are shown where the terminal reads UTF-8`()
    async throws
  {
    let home = try TemporaryHome.furnished()

    let session = try await TerminalSession.start(["--demo"], environment: ["LANG": ""], home: home)

    try await session.waitUntil(contains: "森 はるか")
    try await session.waitUntil(contains: "♡")
    try await session.quitCleanly()
  }

  @Test func `in the C locale a message says once which variable to set`() async throws {
    let home = try TemporaryHome.furnished()
    let session = try await TerminalSession.signedIn(
      in: home, environment: ["LC_ALL": "C", "LANG": ""])

    try await session.waitUntil(
      contains: "Some characters are shown as ?. Set a UTF-8 locale: export LC_ALL=")

    #expect(try await session.quit() == .exited(0))
    #expect(home.files.contains { $0.hasSuffix("/terminals") })

    let second = try await TerminalSession.reopened(
      in: home, environment: ["LC_ALL": "C", "LANG": ""])
    try await second.waitUntil(contains: "up to date")
    #expect(await !second.screenText.contains("Set a UTF-8 locale"))
    #expect(try await second.quit() == .exited(0))
  }

  @Test func `without a locale printed output has all characters, in the C locale only ASCII`()
    async throws
  {
    let home = try await TemporaryHome.signedIn()

    let open = try await home.run("tweetie feed -n 5", environment: ["LANG": ""])
    let chosen = try await home.run("tweetie feed -n 5", environment: ["LC_ALL": "C", "LANG": ""])

    #expect(open.output.contains("はるか"))
    #expect(!chosen.output.contains("はるか") && chosen.output.contains("?"))
    let doctor = try await home.run("tweetie doctor", environment: ["LANG": ""])
    #expect(doctor.lines.contains { $0.contains("remedy") && $0.contains("LANG=") })
  }

  @Test func `with NO_COLOR the screen has no colours`() async throws {
    let home = try TemporaryHome.furnished()
    let session = try await TerminalSession.signedIn(in: home, environment: ["NO_COLOR": "1"])

    let colours = await session.read { screen in
      (0..<24).flatMap { row in
        (0..<80).map { screen.cell(row: row, column: $0) }
      }.filter { $0.foreground != .standard || $0.background != .standard }.count
    }

    #expect(colours == 0)
    try await session.quitCleanly()
  }

  @Test func `without NO_COLOR the screen has colours`() async throws {
    let session = try await TerminalSession.signedIn(in: .furnished())

    let isColoured = await session.read { screen in
      (0..<24).contains { row in
        (0..<80).contains { screen.cell(row: row, column: $0).foreground != .standard }
      }
    }

    #expect(isColoured)
  }

  @Test func `the demo leaves no file`() async throws {
    let session = try await TerminalSession.start(["--demo"])
    try await session.waitUntil("the first screen") {
      $0.text.contains("User name") || $0.text.contains("Home")
    }
    if await session.screenText.contains("User name") { try await session.signIn() }
    try await session.waitUntil(contains: "up to date")
    try await session.type("l", untilContains: "♥")

    #expect(try await session.quit() == .exited(0))
    #expect(session.home.files == [])
    #expect(await session.damage == [])
  }

  @Test func `the demo without its files ends with a sentence that names the missing file`()
    async throws
  {
    let session = try await TerminalSession.start(
      ["--demo"], environment: ["TWEETIE_DEMO": "/nowhere/demo"], home: .furnished())

    try await session.waitUntil(contains: "/nowhere/demo/people.json is missing")
    #expect(try await session.exitStatus() != .exited(0))
    #expect(await session.damage == [])
  }

  @Test func `the demo opens at once, even with a slow service`() async throws {
    let session = try await TerminalSession.start(["--demo"], home: .furnished(latency: "1h"))

    try await session.waitUntil(contains: "♡")

    #expect(await session.screenText.contains("Home"))
    #expect(try await session.quit() == .exited(0))
  }

  @Test func `without a home folder everything is kept in memory, with a message`() async throws {
    let session = try await TerminalSession.start(environment: [
      "HOME": "", "XDG_CONFIG_HOME": "", "XDG_STATE_HOME": "", "XDG_CACHE_HOME": "",
      "XDG_DATA_HOME": "", "XDG_RUNTIME_DIR": "",
    ])

    try await session.waitUntil(says: "Nothing can be saved here")
    try await session.signIn()
    try await session.quitCleanly()
  }

  @Test func `a state folder that is a file is reported, and the program works`() async throws {
    let home = try TemporaryHome.furnished()
    home.write("in the way", to: home.path + "/blocked")

    let session = try await TerminalSession.start(
      environment: ["XDG_STATE_HOME": home.path + "/blocked"], home: home)

    try await session.waitUntil(says: "Nothing can be saved here")
    try await session.signIn()
    try await session.quitCleanly()
    #expect(home.text(of: home.path + "/blocked") == "in the way")
  }

  @Test func `a cache folder that is a file is reported, and the outbox is still stored`()
    async throws
  {
    let home = try TemporaryHome.furnished()
    home.write("in the way", to: home.path + "/blocked")
    let session = try await TerminalSession.start(
      environment: ["XDG_CACHE_HOME": home.path + "/blocked"], home: home)

    try await session.waitUntil(says: "Nothing is being saved.")
    try await session.signIn()
    home.setFaults("publish=hang")
    try await session.write("Kept all the same")
    try await session.quitCleanly()
    #expect(try await home.run("tweetie outbox").output.contains("Kept all the same"))
  }

  @Test(arguments: ["garbage", "", "SQLite format 3"])
  func `a damaged cache is set aside, and the stream is fetched again`(bytes: String) async throws {
    let home = try TemporaryHome.furnished()
    _ = try await TerminalSession.signedIn(in: home).quit()
    for suffix in ["-wal", "-shm"] {
      #expect(
        try await home.run("rm -f \"$XDG_CACHE_HOME/tweetie/cache.db\(suffix)\"").code == 0)
    }
    home.write(bytes, to: home.path + "/cache/tweetie/cache.db")

    let session = try await TerminalSession.reopened(in: home)

    try await session.waitUntil(contains: "@haruka@kyoto.example")
    try await session.quitCleanly()
  }

  @Test func `a read-only home folder is reported, and the stream can be read`()
    async throws
  {
    let home = try TemporaryHome.furnished()
    try await home.forbidWriting()
    let session = try await TerminalSession.unprivileged(in: home)

    try await session.waitUntil(says: "Nothing can be saved here")
    try await session.signIn()
    try await session.type("l", untilContains: "♥ 7")
    try await session.quitCleanly()
    try await home.allowWriting()
  }

  @Test func `in a read-only home folder a signed-in user reads on, and a post is refused`()
    async throws
  {
    let home = try TemporaryHome.furnished()
    _ = try await TerminalSession.signedIn(in: home).quit()
    try await home.forbidWriting()
    let session = try await TerminalSession.unprivileged(in: home)

    try await session.waitUntil(says: "Nothing can be saved here")
    try await session.waitUntil(contains: "up to date")
    #expect(try await session.quit() == .exited(0))
    let feed = try await home.run(TemporaryHome.unprivileged + " tweetie feed -n 1")
    #expect(feed.code == 0)
    let post = try await home.run(TemporaryHome.unprivileged + " tweetie post Hello")
    #expect(post.code != 0)
    #expect(
      post.errors.contains("Nothing can be saved in \(home.path)/state/tweetie."), "\(post.errors)")
    try await home.allowWriting()
  }
}

extension TemporaryHome {
  /// Begins a command of somebody without rights, also where the tests run as root, who may write
  /// everywhere.
  fileprivate static let unprivileged =
    geteuid() == 0 ? "setpriv --reuid=65534 --clear-groups" : ""

  fileprivate func forbidWriting() async throws {
    let owner = geteuid() == 0 ? "chown -R 65534 \"$HOME\" && " : ""
    let folders = "\"$XDG_STATE_HOME\" \"$XDG_CACHE_HOME\""
    let line = "chmod 755 \"$HOME\" && \(owner)chmod -R a-w \(folders)"
    #expect(try await run(line).code == 0)
  }

  /// What is to be removed again has to be writable.
  fileprivate func allowWriting() async throws {
    let folders = "\"$XDG_STATE_HOME\" \"$XDG_CACHE_HOME\""
    #expect(try await run("chmod -R u+w \(folders)").code == 0)
  }
}

extension TerminalSession {
  fileprivate static func unprivileged(in home: TemporaryHome) async throws -> TerminalSession {
    try await start(
      ["-c", "chmod 666 \"$(tty)\"; exec \(TemporaryHome.unprivileged) \"$TWEETIE\""],
      executable: "/bin/sh",
      environment: ["XDG_CONFIG_HOME": "", "TWEETIE": ProgramLocation.tweetie], home: home)
  }
}
