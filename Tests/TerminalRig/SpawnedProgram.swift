internal import Glibc

/// A program running on a pseudo-terminal, as the leader of a session of its own.
///
/// When nobody refers to it any more, it is killed and reaped.
public final class SpawnedProgram {
  public let pid: Int32
  private var status: ExitStatus?

  /// Starts a program with exactly these arguments (the first is its name) and environment.
  ///
  /// The terminal becomes its controlling terminal, input, output and error output; signals are
  /// as in a fresh shell, whatever this process has blocked or ignored.
  public init(
    executable: String, arguments: [String], environment: [String: String],
    terminal: PseudoTerminal
  ) throws(SystemFailure) {
    var attributes = posix_spawnattr_t()
    var actions = posix_spawn_file_actions_t()
    posix_spawnattr_init(&attributes)
    posix_spawn_file_actions_init(&actions)
    defer {
      posix_spawnattr_destroy(&attributes)
      posix_spawn_file_actions_destroy(&actions)
    }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes,
      Int16(spawnInNewSession | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    // A session's leader that opens a terminal makes it its controlling terminal.
    posix_spawn_file_actions_addopen(&actions, 0, terminal.path, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)

    var pid: pid_t = 0
    let code = withCStrings(arguments) { arguments in
      withCStrings(environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }) {
        posix_spawn(&pid, executable, &actions, &attributes, arguments, $0)
      }
    }
    guard code == 0 else { throw SystemFailure("start \(executable)", code: code) }
    self.pid = pid
  }

  deinit {
    guard status == nil else { return }
    kill(SIGKILL)
    _ = wait()
  }

  /// Sends a signal to the program.
  public func kill(_ signal: Int32) {
    guard status == nil else { return }
    Glibc.kill(pid, signal)
  }

  /// Waits for the program's end without a time limit, and returns its exit status.
  public func wait() -> ExitStatus {
    while true {
      if let status = reap(waiting: true) { return status }
    }
  }

  /// Returns the program's exit status; nil if it has not ended.
  public func statusIfEnded() -> ExitStatus? { reap(waiting: false) }

  private func reap(waiting: Bool) -> ExitStatus? {
    var code: Int32 = 0
    if status == nil, waitpid(pid, &code, waiting ? 0 : WNOHANG) == pid {
      status = ExitStatus(waitStatus: code)
    }
    return status
  }
}

/// `POSIX_SPAWN_SETSID`, which glibc shows to GNU sources alone; the value is part of its ABI.
private let spawnInNewSession: Int32 = 0x80

/// Calls a closure with the strings as a null-terminated array of C strings.
private func withCStrings<Result>(
  _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
  let copies = strings.map { strdup($0) }
  defer { copies.forEach { free($0) } }
  return body(copies + [nil])
}
