import CHalt
import Glibc
import TerminalRig
import Testing

struct JobControlStories {
  @Test(arguments: [SIGTERM, SIGINT, SIGQUIT])
  func `a signal ends the program and restores the terminal`(signal: Int32) async throws {
    let session = try await TerminalSession.signedIn(in: .furnished())

    await session.signal(signal)

    _ = try await session.exitStatus()
    #expect(await session.damage == [])
  }

  /// One signal is for whoever sees one process, the other for whoever sees two.
  @Test(arguments: [true, false])
  func `a stuck program is ended by a signal, and terminal and draft are intact`(
    isSupervisorTold: Bool
  ) async throws {
    let home = try TemporaryHome.furnished()
    let session = try await TerminalSession.signedIn(in: home)
    try await session.type("c", untilContains: "What's on your mind?")
    try await session.type("Half a thought", untilContains: "saved")
    let program = try #require(await session.processes.first { $0.pid != session.pid })
    // Its loop is in the thread that has the number of the process.
    try #require(chalt_halt(program.pid) == 0)

    kill(isSupervisorTold ? session.pid : program.pid, SIGTERM)

    #expect(try await session.exitStatus() == .exited(128 + SIGTERM))
    #expect(await session.damage == [])
    #expect(program.name == nil)
    let again = try await TerminalSession.reopened(in: home)
    try await again.type("c", untilContains: "Half a thought")
    try await again.press(.escape, untilLacks: "New post")
    #expect(try await again.quit() == .exited(0))
  }

  @Test func `a hang-up ends both processes, and restores a terminal that remains`()
    async throws
  {
    let session = try await TerminalSession.signedIn(in: .furnished())

    await session.signal(SIGHUP)

    #expect(try await session.exitStatus() == .exited(129))
    #expect(await session.damage == [])
  }

  @Test func `a hang-up of the client process alone restores the terminal`() async throws {
    let session = try await TerminalSession.signedIn(in: .furnished())
    let program = try #require(await session.processes.first { $0.pid != session.pid })

    kill(program.pid, SIGHUP)

    #expect(try await session.exitStatus() == .exited(129))
    #expect(await session.damage == [])
  }

  @Test func `a closed window ends both processes, and the outbox keeps the waiting post`()
    async throws
  {
    let home = try TemporaryHome.furnished()
    let session = try await TerminalSession.signedIn(in: home)
    home.setFaults("publish=hang")
    try await session.write("Into a closed window")
    let processes = await session.processes
    #expect(processes.count == 2)

    await session.closeWindow()

    _ = try await session.exitStatus()
    #expect(processes.allSatisfy { $0.name == nil })
    #expect(try await home.run("tweetie outbox").output.contains("Into a closed window"))
  }

  @Test func `after Ctrl-Z the shell is usable, and fg restores the full screen`() async throws {
    let session = try await TerminalSession.inShell()
    let before = await session.reading

    try await session.press(.control("z"), until: "the shell's screen") {
      !$0.isAlternate && $0.isCursorVisible && $0.mouse == .off && $0.text.contains("Stopped")
    }
    try await session.type("echo $((6 * 7))\r", untilContains: "42")
    await session.resize(to: WindowSize(columns: 100, rows: 30))
    await session.resize(to: .standard)
    try await session.type("fg\r", until: "the stream again") {
      $0.isAlternate && $0.text(ofRow: 0).contains("@tweetieuser   Home")
        && $0.text(ofRow: 23).contains("Enter open")
    }
    #expect(await session.reading == before)
    #expect(try await session.quitShell() == .exited(0))
    #expect(await session.audit.leftovers == [])
  }

  @Test func `after SIGSTOP and fg the program sets the terminal modes again`()
    async throws
  {
    let session = try await TerminalSession.inShell()
    let raw = await session.modes
    let stopped = await session.processes.dropFirst()

    for process in stopped { kill(process.pid, SIGSTOP) }
    try await session.waitUntil(contains: "Stopped")
    #expect(await session.modes != raw)
    try await session.type("fg\r", until: "the stream again") {
      !$0.text.contains("Stopped") && $0.text(ofRow: 0).contains("@tweetieuser   Home")
        && $0.text(ofRow: 23).contains("Enter open")
    }
    #expect(await session.modes == raw)
    #expect(try await session.quitShell() == .exited(0))
    #expect(await session.audit.leftovers == [])
  }

  @Test func `in screen reader mode a password stays hidden after Ctrl-Z and fg`() async throws {
    let session = try await TerminalSession.start(
      ["--norc", "-i"], executable: "/bin/bash",
      environment: ["PS1": "shell% ", "TWEETIE": ProgramLocation.tweetie], home: .furnished())
    try await session.waitUntil(contains: "shell%")
    try await session.type("\"$TWEETIE\" --screen-reader\r", untilContains: "User")
    try await session.type("tweetieuser\n", untilContains: "Password")

    try await session.press(.control("z"), untilContains: "Stopped")
    await session.type("fg\r")

    try await session.waitUntilTypingIsHidden()
    try await session.type("tweetie123\n", untilContains: "Home")
    try await session.type("quit\n", until: "the shell again") {
      $0.rows.contains { $0.split(separator: " ") == ["shell%"] }
    }
    await session.type("exit\r")
    #expect(try await session.exitStatus() == .exited(0))
  }
}

extension TerminalSession {
  /// Somebody who is signed in opens the program from a shell that knows jobs.
  fileprivate static func inShell() async throws -> TerminalSession {
    let home = try TemporaryHome.furnished()
    _ = try await signedIn(in: home).quit()
    let session = try await start(
      ["--norc", "-i"], executable: "/bin/bash",
      environment: ["PS1": "shell% ", "TWEETIE": ProgramLocation.tweetie], home: home)
    try await session.waitUntil(contains: "shell%")
    try await session.type("\"$TWEETIE\"\r", untilContains: "up to date")
    return session
  }

  /// Leaves the program, and then the shell.
  fileprivate func quitShell() async throws -> TerminalRig.ExitStatus {
    try await type("Q", until: "the shell's screen") { !$0.isAlternate }
    type("exit\r")
    return try await exitStatus()
  }
}
