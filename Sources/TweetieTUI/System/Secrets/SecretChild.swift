import CSystem
import FeedDomain
import Glibc
import Terminal

/// The process of a program that prints a secret, with those that it starts.
struct SecretChild {
  private let process: pid_t
  /// Turns readable when it has ended.
  private let watch: CInt

  /// Starts the program, in front at the terminal where there is one.
  init(
    _ words: [String], on terminal: LentTerminal, output: CInt
  ) throws(SecretFailure.Reason) {
    guard let name = words.first else { throw .notFound }
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process = pid_t()
    let code = csystem_start_in_front(
      name, &arguments, csystem_environment(), terminal.descriptor, terminal.isTerminal ? 1 : 0,
      output, &process)
    guard code == 0 else {
      throw code == ENOENT ? .notFound : .notStarted(SecretProgram.reason(for: code))
    }
    self.process = process
    watch = csystem_watch(process)
    guard watch >= 0 else {
      let reason = SecretProgram.reason(for: errno)
      end(within: .zero)
      throw .notStarted(reason)
    }
  }

  /// Waits until there is something to read from the pipe, or the process has ended: then true.
  func waits(for pipe: CInt, atMost time: Duration) -> Bool {
    var watched = [
      pollfd(fd: watch, events: Int16(POLLIN), revents: 0),
      pollfd(fd: pipe, events: Int16(POLLIN), revents: 0),
    ]
    // Rounded up: what is left of a millisecond would be waited for in a circle.
    let milliseconds = CInt(clamping: Int(time / .milliseconds(1)) + 1)
    guard poll(&watched, nfds_t(watched.count), milliseconds) > 0 else { return false }
    return watched[0].revents != 0
  }

  /// Ends it with all that it started, and leaves nothing of it behind.
  func end(within grace: Duration) {
    kill(-process, SIGTERM)
    // What is stopped hears of it no sooner than it goes on.
    kill(-process, SIGCONT)
    if watch >= 0 { _ = waits(for: -1, atMost: grace) }
    // The number is its own until it is reaped, so that this can hit nobody else.
    kill(-process, SIGKILL)
    _ = reap()
  }

  /// Takes note of how it ended by itself; whatever is no success is thrown.
  func finish() throws(SecretFailure.Reason) {
    let status = reap()
    let signal = status & 0x7F
    guard signal == 0 else { throw .killed(signal: Int(signal)) }
    let code = (status >> 8) & 0xFF
    guard code == 0 else { throw .failed(code: Int(code)) }
  }

  private func reap() -> CInt {
    var status: CInt = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    if watch >= 0 { close(watch) }
    return status
  }
}
