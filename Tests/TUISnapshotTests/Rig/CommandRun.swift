import TerminalRig

/// What a command line came to: run by a shell, with its output in files as behind a pipe.
struct CommandRun {
  /// What was written to standard output.
  let output: String
  /// What was written to standard error.
  let errors: String
  /// The exit code of the shell, which is that of its last command.
  let code: Int32

  /// The lines of the output.
  var lines: [Substring] { output.split(separator: "\n", omittingEmptySubsequences: false) }
}

extension TemporaryHome {
  /// Runs a line of shell in this home; `tweetie` is the program under test.
  func run(_ line: String, environment: [String: String] = [:]) async throws -> CommandRun {
    let scratch = try TemporaryHome()
    let program = ProgramLocation.tweetie
    let directory = program.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
    let session = try await TerminalSession.start(
      ["-c", "{ \(line)\n} >\(scratch.path)/output 2>\(scratch.path)/errors </dev/null"],
      executable: "/bin/sh",
      environment: environment.merging(["PATH": directory + ":/usr/bin:/bin"]) { $1 }, home: self)
    let status = try await session.exitStatus()
    guard case .exited(let code) = status else { throw RunFailure(line: line, status: status) }
    return CommandRun(
      output: scratch.text(of: scratch.path + "/output") ?? "",
      errors: scratch.text(of: scratch.path + "/errors") ?? "", code: code)
  }

  /// A shell that was killed rather than ending.
  struct RunFailure: Error {
    let line: String
    let status: ExitStatus
  }
}
