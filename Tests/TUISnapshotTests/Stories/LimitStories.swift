import TerminalRig
import Testing

/// The real program where the system gives it little: it says so in a sentence, or goes on.
struct LimitStories {
  private static let traps = [
    "Fatal error", "Precondition", "crashed", "stopped:", "core dumped", "File size limit",
  ]

  /// Runs a command under a limit; its last line on a pipe is its code.
  private func run(_ limit: String, _ command: String, in home: TemporaryHome) async throws {
    let run = try await home.run(
      "{ (ulimit \(limit); exec tweetie \(command)) 2>&1; echo \"code $?\"; } | cat")
    let code = run.lines.last { $0.hasPrefix("code ") }.flatMap { Int($0.dropFirst(5)) }
    // 127: not even its libraries could be opened.
    #expect([0, 1, 127].contains(code), "ulimit \(limit), \(command): \(run.output)")
    #expect(!Self.traps.contains { run.output.contains($0) }, "\(run.output)")
    if code == 1 { #expect(run.output.contains("tweetie: "), "\(run.output)") }
  }

  private static let limits =
    [4, 6, 8, 9, 10, 11, 12, 13, 14, 16, 20, 40].map { "-n \($0)" }
    // The program itself takes 40 MB in a debug build: below, the system cannot even start it.
    + [44, 50, 60, 70, 80, 100, 150, 190, 200].map { "-v \($0 * 1024)" }
    + ["-f 0", "-f 1", "-f 64", "-f 4096"]

  @Test(arguments: limits)
  func `under a resource limit a command works, or reports the reason`(limit: String) async throws {
    let home = try await TemporaryHome.signedIn()

    for command in ["feed -n 1", "doctor"] { try await run(limit, command, in: home) }
  }

  @Test(
    arguments: [
      ("-n 9", "open files here"), ("-f 64", "kB per file here"), ("-v 62000", "MB of memory"),
    ])
  func `a command names the resource limit that is too low`(limit: String, words: String)
    async throws
  {
    let home = try await TemporaryHome.signedIn()

    let run = try await home.run("(ulimit \(limit); exec tweetie feed) 2>&1 | cat")

    #expect(run.output.contains(words), "\(run.output)")
  }

  private static let fullScreenLimits =
    [4, 8, 11, 12, 13, 14, 16, 18, 24].map { "-n \($0)" }
    + [60, 80, 100, 120, 140, 160, 200].map { "-v \($0 * 1024)" }
    + ["-f 0", "-f 1", "-f 64", "-f 4096"]

  @Test(arguments: fullScreenLimits)
  func `under a resource limit the full screen opens and quits, or reports the reason`(
    limit: String
  ) async throws {
    let session = try await TerminalSession.start(
      ["-c", "ulimit \(limit); exec \"$0\" --demo", ProgramLocation.tweetie], executable: "/bin/sh",
      home: .furnished())

    try await session.waitUntil("the stream, or a sentence") {
      $0.text.contains("Home") || $0.text.contains("tweetie: ") || $0.text.contains("error while")
        || $0.text.contains("system is out of memory")
    }
    if await session.screenText.contains("Home") {
      #expect(try await session.quit() == .exited(0), "ulimit \(limit)")
    } else {
      let status = try await session.exitStatus()
      #expect(status == .exited(1) || status == .exited(127), "ulimit \(limit)")
    }
    let text = await session.screenText
    #expect(!Self.traps.contains { text.contains($0) }, "\(text)")
    #expect(await session.damage == [])
  }
}

extension MastodonStories {
  /// Other tests of this process may have files open that a program inherits.
  private static let closesInherited = #"for n in $(seq 3 250); do eval "exec $n>&-"; done;"#

  @Test(arguments: [18, 20])
  func `with few file descriptors a request does not block, and the program can quit`(
    count: Int
  ) async throws {
    let home = try TemporaryHome.furnished()
    try await signIn(in: home)
    let session = try await TerminalSession.start(
      ["-c", "\(Self.closesInherited) ulimit -n \(count); exec \"$0\"", ProgramLocation.tweetie],
      executable: "/bin/bash", home: home)
    try await session.waitUntil(contains: "Home")
    await session.type("r")

    try await session.quitCleanly()
  }

  @Test(arguments: [16, 18, 20, 24])
  func `with few file descriptors the command line prints the stream, or reports the reason`(
    count: Int
  ) async throws {
    let home = try TemporaryHome.furnished()
    try await signIn(in: home)

    let run = try await home.run("ulimit -n \(count); tweetie feed -n 1")

    #expect([0, 1, 4].contains(run.code), "\(run.errors)")
    #expect(run.code == 0 || run.errors.contains("tweetie: "))
  }
}
