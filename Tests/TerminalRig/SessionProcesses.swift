internal import Glibc

extension TerminalSession {
  /// The running processes: the one that was started, and those that it has started.
  public var processes: [ProcessFacts] {
    let started = ProcessFacts(pid: pid)
    return [started] + started.descendants
  }

  /// Kills the client without warning, as a crash would; its supervisor stays alive.
  public func kill9() {
    guard let client = processes.dropFirst().first else { return program.kill(SIGKILL) }
    kill(client.pid, SIGKILL)
  }

  /// Kills every process of the program without warning, as a power failure would.
  public func kill9Everything() {
    // The supervisor first, so that it cannot notice.
    for process in processes { kill(process.pid, SIGKILL) }
  }

  /// Sends a signal to the process that the session started.
  public func signal(_ signal: Int32) { program.kill(signal) }
}
