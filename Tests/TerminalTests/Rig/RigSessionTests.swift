import TerminalRig
import Testing

/// The rig is trusted with every story, so it is tested against programs that everybody knows.
struct RigSessionTests {
  private func shell(
    _ script: String, size: WindowSize = .standard, home: TemporaryHome? = nil
  ) async throws -> TerminalSession {
    try await TerminalSession.start(
      ["-c", script], executable: "/bin/sh", size: size, home: home)
  }

  @Test func `a program gets a terminal of the requested size`() async throws {
    let session = try await shell("stty size; tty -s && echo is a terminal")

    try await session.waitUntil(contains: "is a terminal")

    #expect(await session.screenText.hasPrefix("24 80\nis a terminal"))
    #expect(try await session.exitStatus() == .exited(0))
  }

  @Test func `typed text reaches the program`() async throws {
    let session = try await shell("read line; echo got $line; exit 3")

    await session.type("a word")
    await session.press(.enter)
    try await session.waitUntil(contains: "got a word")

    #expect(try await session.exitStatus() == .exited(3))
  }

  @Test func `more text than the terminal's buffer holds is typed completely`() async throws {
    let session = try await shell("stty raw -echo; echo ready; head -c 100000 | wc -c")
    try await session.waitUntil(contains: "ready")

    await session.type(String(repeating: "x", count: 100_000))

    try await session.waitUntil(contains: "100000")
  }

  @Test func `a change of size sends a signal`() async throws {
    let session = try await shell(
      "trap 'stty size; exit' WINCH; echo ready; while :; do read x; done")
    try await session.waitUntil(contains: "ready")

    await session.resize(to: WindowSize(columns: 40, rows: 12))

    try await session.waitUntil(contains: "12 40")
  }

  @Test func `a terminal left in raw mode is reported as damage`() async throws {
    let session = try await shell("stty raw -echo")

    _ = try await session.exitStatus()

    #expect(await session.damage.count == 1)
    #expect(await session.modes?.echoes == false)
  }

  @Test func `a program that restores the terminal causes no damage`() async throws {
    let session = try await shell(
      "stty raw -echo; printf '\\033[?1049h\\033[?25lhere'; read x; "
        + "printf '\\033[?25h\\033[?1049l'; stty sane; echo gone")
    try await session.waitUntil(contains: "here")
    #expect(await session.read { $0.isAlternate && !$0.isCursorVisible })
    await session.press(.control("j"))

    try await session.waitUntil(contains: "gone")

    #expect(await session.read { !$0.isAlternate && $0.isCursorVisible })
    #expect(await session.audit.leftovers == [])
  }

  @Test func `closing the window hangs up the program`() async throws {
    let home = try TemporaryHome()
    let session = try await shell(
      "trap 'echo hung up > \(home.path)/note; exit 0' HUP; echo ready; while :; do read x; done",
      home: home)
    try await session.waitUntil(contains: "ready")

    await session.closeWindow()

    #expect(try await session.exitStatus() == .exited(0))
    #expect(home.text(of: home.path + "/note") == "hung up\n")
  }

  @Test func `killing the client lets its supervisor report the exit code`() async throws {
    let session = try await shell("sh -c 'echo ready; read x'; echo ended with $?")
    try await session.waitUntil(contains: "ready")

    await session.kill9()

    try await session.waitUntil(contains: "ended with 137")
  }

  @Test func `killing everything ends supervisor and client at once`() async throws {
    let session = try await shell("sh -c 'echo ready; read x'; echo never")
    try await session.waitUntil(contains: "ready")

    await session.kill9Everything()

    #expect(try await session.exitStatus() == .killed(signal: 9))
    #expect(await !session.screenText.contains("never"))
  }

  @Test func `waiting for missing text fails when the program ends, with the screen`() async throws
  {
    let session = try await shell("echo something else")

    let failure = await #expect(throws: SessionFailure.self) {
      try await session.waitUntil(contains: "the answer")
    }

    #expect(failure?.reason == .ended)
    #expect(failure?.description.contains("│something else") == true)
  }

  @Test func `the virtual terminal replies to a device attributes query`() async throws {
    let session = try await shell(
      "stty raw -echo; printf '\\033[c'; head -c 7 | od -An -c; stty sane")

    try await session.waitUntil(contains: "033   [   ?   1   ;   2   c")
  }

  @Test func `a frame in synchronized output is seen only when complete`() async throws {
    let session = try await shell(
      "printf '\\033[?2026hhalf'; read x; printf ' and half\\033[?2026l'; read x")
    await session.press(.enter)

    try await session.waitUntil(contains: "half")

    #expect(await session.screenText.contains("and half"))
  }

  @Test func `a temporary home is kept until its last user is gone, and then removed`() async throws
  {
    var home: TemporaryHome? = try TemporaryHome()
    let other = try TemporaryHome()
    let file = try #require(home?.path) + "/state/file"
    var session: TerminalSession? = try await shell("echo kept > $XDG_STATE_HOME/file", home: home)
    _ = try await session?.exitStatus()

    session = nil
    #expect(home?.files == [file])
    #expect(home?.text(of: file) == "kept\n")
    home = nil

    #expect(other.text(of: file) == nil)
    #expect(other.files == [])
  }
}
