import CSystem
import Console
import FeedDomain
import Glibc
import Terminal
import Threads

struct SecretProgram {
  /// The maximum size in bytes of the output of a program that prints a secret.
  private static let maximumOutput = 1 << 16

  let words: [String]
  /// The time limit of a program that prints a secret, including the user's typing.
  let limit: Duration
  /// The path of the terminal on which a program that prints a secret may ask the user.
  let terminal: String
  /// The duration that a program that prints a secret has to end after a signal, before it is
  /// killed.
  var terminationTimeout = Duration.milliseconds(300)

  /// Runs a program that prints a secret, and returns its output.
  func runProgramReturningOutput() throws(SecretFailure.SecretFailureReason) -> [UInt8] {
    guard let terminal = ChildProgramTerminal(terminal) else {
      throw .notStarted(Self.systemErrorText(for: errno))
    }
    do throws(SecretFailure.SecretFailureReason) {
      let bytes = try runOnTerminalReturningOutput(on: terminal)
      terminal.restoreLineMode(afterFailure: false)
      return bytes
    } catch {
      terminal.restoreLineMode(afterFailure: true)
      throw error
    }
  }

  private func runOnTerminalReturningOutput(
    on terminal: ChildProgramTerminal
  ) throws(SecretFailure.SecretFailureReason)
    -> [UInt8]
  {
    var ends: [CInt] = [-1, -1]
    let code = csystem_pipe(&ends, CInt(Self.maximumOutput))
    guard code == 0 else { throw .notStarted(Self.systemErrorText(for: code)) }
    defer { close(ends[0]) }
    let child = Result { () throws(SecretFailure.SecretFailureReason) in
      try SecretProcess(words, on: terminal, output: ends[1])
    }
    // The write end belongs to the program alone from here on.
    close(ends[1])
    return try readOutputUntilExit(to: ends[0], of: child.get())
  }

  /// Reads the output of a program that prints a secret until the program has ended, as its
  /// children may keep the pipe open.
  private func readOutputUntilExit(
    to pipe: CInt, of child: SecretProcess
  ) throws(SecretFailure.SecretFailureReason) -> [UInt8] {
    let end = ContinuousClock.now.advanced(by: limit)
    var bytes: [UInt8] = []
    var isOpen = true
    while true {
      let left = ContinuousClock.now.duration(to: end)
      guard left > .zero else {
        child.terminateSecretProcess(within: terminationTimeout)
        throw .tooSlow
      }
      let hasEnded = child.awaitOutputReturningIfExited(from: isOpen ? pipe : -1, atMost: left)
      isOpen = isOpen && Self.readAvailableOutput(from: pipe, into: &bytes)
      guard bytes.count <= Self.maximumOutput else {
        child.terminateSecretProcess(within: terminationTimeout)
        throw .tooMuch
      }
      guard hasEnded else { continue }
      try child.reapAndThrowUnlessSuccessful()
      return bytes
    }
  }

  /// Reads available output of a program that prints a secret, up to one byte beyond the size
  /// limit; returns false at the end of the output.
  private static func readAvailableOutput(from pipe: CInt, into bytes: inout [UInt8]) -> Bool {
    var chunk = [UInt8](repeating: 0, count: 1 << 12)
    while bytes.count <= maximumOutput {
      let count = chunk.withUnsafeMutableBytes { Glibc.read(pipe, $0.baseAddress, $0.count) }
      guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) }
      bytes += chunk.prefix(count)
    }
    return true
  }

  static func systemErrorText(for code: CInt) -> String { String(cString: strerror(code)) }
}

/// A runner of the commands that print accounts' secrets, each once, without a shell and with a
/// time limit. The desktop's keyring is asked without a command.
final class SecretCommands: SecretSourceReading {
  private let isRestricted: Bool
  private let limit: Duration
  private let terminal: String
  private let store: (any SecretStorage)?
  private let hideInLog: @Sendable (Secret) -> Void
  private let answers = LockedValue<[String: Result<Secret, SecretFailure>]>([:])

  /// Creates the runner of commands that print secrets. `hideInLog` is called with each secret, to
  /// hide it in the log; in restricted mode no command runs.
  init(
    isRestricted: Bool, limit: Duration = .seconds(10), terminal: String = "/dev/tty",
    store: (any SecretStorage)? = nil, hideInLog: @escaping @Sendable (Secret) -> Void = { _ in }
  ) {
    self.isRestricted = isRestricted
    self.limit = limit
    self.terminal = terminal
    self.store = store
    self.hideInLog = hideInLog
  }

  func secret(from command: String) throws(SecretFailure) -> Secret {
    let account = SecretSource.keyringEntryAccountID(in: command)
    // The keyring is asked without starting a program, which restricted mode allows.
    guard !isRestricted || account != nil else { throw SecretFailure(command, .forbidden) }
    if let answer = answers.withLock({ $0[command] }) { return try answer.get() }
    let answer = account.map { keyringSecret($0, command) } ?? runSecretCommand(command)
    answers.withLock { $0[command] = answer }
    return try answer.get()
  }

  /// Returns the secret of an account from the desktop's keyring.
  private func keyringSecret(_ account: Account.ID, _ command: String) -> Result<
    Secret, SecretFailure
  > {
    do throws(SecretFailure.SecretFailureReason) {
      guard let store else { throw .notFound }
      let secret = try store.storedSecret(of: account)
      hideInLog(secret)
      return .success(secret)
    } catch {
      return .failure(SecretFailure(command, error))
    }
  }

  private func runSecretCommand(_ command: String) -> Result<Secret, SecretFailure> {
    do throws(SecretFailure.SecretFailureReason) {
      let words = CommandLineWords(command).words
      let bytes = try SecretProgram(words: words, limit: limit, terminal: terminal)
        .runProgramReturningOutput()
      guard let text = String(validating: bytes, as: UTF8.self) else { throw .unreadable }
      let secret = Secret(text.upToLineEnd)
      guard !secret.revealed.allSatisfy(\.isWhitespace) else { throw .empty }
      hideInLog(secret)
      return .success(secret)
    } catch {
      return .failure(SecretFailure(command, error))
    }
  }
}

/// A running process of a program that prints a secret, with its child processes.
struct SecretProcess {
  private let process: pid_t
  /// The file descriptor that is readable when the program that prints a secret has ended.
  private let watch: CInt

  /// Starts a program that prints a secret into the file descriptor `output`; the program is in the
  /// terminal's foreground if there is a terminal.
  init(
    _ words: [String], on terminal: ChildProgramTerminal, output: CInt
  ) throws(SecretFailure.SecretFailureReason) {
    guard let name = words.first else { throw .notFound }
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process = pid_t()
    let code = csystem_start_in_front(
      name, &arguments, csystem_environment(), terminal.descriptor, terminal.isTerminal ? 1 : 0,
      output, &process)
    guard code == 0 else {
      throw code == ENOENT ? .notFound : .notStarted(SecretProgram.systemErrorText(for: code))
    }
    self.process = process
    watch = csystem_watch(process)
    guard watch >= 0 else {
      let reason = SecretProgram.systemErrorText(for: errno)
      terminateSecretProcess(within: .zero)
      throw .notStarted(reason)
    }
  }

  /// Waits for output of a program that prints a secret, or for its end; returns true at the end.
  func awaitOutputReturningIfExited(from pipe: CInt, atMost time: Duration) -> Bool {
    var watched = [
      pollfd(fd: watch, events: Int16(POLLIN), revents: 0),
      pollfd(fd: pipe, events: Int16(POLLIN), revents: 0),
    ]
    // Rounded up, as a time of 0 milliseconds would make a busy loop.
    let milliseconds = CInt(clamping: Int(time / .milliseconds(1)) + 1)
    guard poll(&watched, nfds_t(watched.count), milliseconds) > 0 else { return false }
    return watched[0].revents != 0
  }

  /// Ends the process of a program that prints a secret, and its children.
  func terminateSecretProcess(within terminationTimeout: Duration) {
    kill(-process, SIGTERM)
    // A stopped process gets the signal only when it continues.
    kill(-process, SIGCONT)
    if watch >= 0 { _ = awaitOutputReturningIfExited(from: -1, atMost: terminationTimeout) }
    // The process id is not reused until the process is reaped, so that no other process is killed.
    kill(-process, SIGKILL)
    _ = reapProcess()
  }

  func reapAndThrowUnlessSuccessful() throws(SecretFailure.SecretFailureReason) {
    let status = reapProcess()
    let signal = status & 0x7F
    guard signal == 0 else { throw .killed(signal: Int(signal)) }
    let code = (status >> 8) & 0xFF
    guard code == 0 else { throw .failed(code: Int(code)) }
  }

  private func reapProcess() -> CInt {
    var status: CInt = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    if watch >= 0 { close(watch) }
    return status
  }
}
