import Glibc
import TerminalRig
import Testing

/// The completions in the shells that they are for, with the real program behind them.
struct ShellCompletionStories {
  private static let script = "\(SourceTree.root)/completions"

  /// A shell at its prompt, in a home where somebody is signed in, with the completion read.
  private func shell(
    _ path: String, _ arguments: [String], _ lines: String...
  ) async throws -> TerminalSession {
    let home = try TemporaryHome.furnished()
    let login = "printf tweetie123 | tweetie login tweetie --user tweetieuser --password-stdin"
    #expect(try await home.run(login).code == 0)
    home.write("", to: home.path + "/a boat.jpg")
    let folder = ProgramLocation.tweetie.split(separator: "/").dropLast().reduce("") {
      "\($0)/\($1)"
    }
    let session = try await TerminalSession.start(
      arguments, executable: path, environment: ["PATH": "\(folder):/usr/bin:/bin"],
      size: WindowSize(columns: 120, rows: 40), home: home)
    for line in lines + ["cd '\(home.path)'", "echo is-rea''dy"] { await session.type("\(line)\r") }
    try await session.waitUntil(contains: "is-ready")
    return session
  }

  /// Types, presses Tab, and waits for what the shell makes of it; then erases the line.
  private func expect(
    _ typed: String, becomes expected: String, in session: TerminalSession
  ) async throws {
    try await session.type("\(typed)\t", untilContains: expected)
    try await session.press(.control("u"), untilLacks: expected)
  }

  private func tryAll(in session: TerminalSession) async throws {
    try await expect("tweetie noti", becomes: "tweetie notifications", in: session)
    try await expect("tweetie --theme pap", becomes: "--theme paper", in: session)
    try await expect("tweetie --theme=pap", becomes: "--theme=paper", in: session)
    try await expect(
      "tweetie post x --visibility foll", becomes: "--visibility followers", in: session)
    try await expect("tweetie login mas", becomes: "login mastodon", in: session)
    try await expect(
      "tweetie whoami --account tweetieu", becomes: "--account tweetieuser", in: session)
    try await expect("tweetie feed bookm", becomes: "feed bookmarks", in: session)
    try await expect("tweetie feed lis", becomes: "feed list:", in: session)
    try await expect("tweetie post x --media a", becomes: "--media a\\ boat.jpg", in: session)
  }

  @Test func `bash completes commands, values, accounts, streams and files`() async throws {
    let session = try await shell(
      "/bin/bash", ["--norc", "--noprofile", "-i"], "source '\(Self.script)/tweetie.bash'")

    try await tryAll(in: session)
  }

  @Test(.enabled(if: access("/usr/bin/zsh", X_OK) == 0))
  func `zsh completes commands, values, accounts, streams and files`() async throws {
    let session = try await shell(
      "/usr/bin/zsh", ["-f", "-i"], "fpath=('\(Self.script)' $fpath)",
      "autoload -Uz compinit; compinit -u -D")

    try await tryAll(in: session)
  }

  @Test(.enabled(if: access("/usr/bin/fish", X_OK) == 0))
  func `fish completes commands, values, accounts, streams and files`() async throws {
    let session = try await shell(
      "/usr/bin/fish", ["--no-config", "-i"], "source '\(Self.script)/tweetie.fish'")

    try await tryAll(in: session)
  }

  @Test func `completion without an account writes no files`() async throws {
    let home = try TemporaryHome()

    let found = try await home.run("tweetie complete feed ''")

    #expect(found.output.contains("home\t\n") && found.output.contains("list:\t\n"))
    #expect(found.errors == "")
    #expect(home.files == [])
  }
}
