internal import CSystem
internal import Glibc

/// A supervisor of the program: its parent process, which restores the terminal however the program
/// ends. No signal handler could do so after SIGKILL.
public struct ProcessSupervisor {
  /// A cause of the program's end, which the supervisor reports after restoring the terminal.
  public enum AbnormalProgramEndCause: Equatable, Sendable {
    case signal(Int32)
    /// A cause of the program's end: no more threads or memory were available.
    case outOfResources
  }

  /// A type of closure that returns the line to print after a crash of the program, by the crash's
  /// cause.
  public typealias CrashMessage = (AbnormalProgramEndCause) -> SafeText

  /// The exit code of a program that lacked threads or memory; its supervisor then exits with 1.
  public static let outOfResourcesCode: Int32 = 71

  /// The exit code of a program whose terminal hung up, as shells use for SIGHUP.
  public static let hangupCode: Int32 = 128 + SIGHUP

  /// Forks the process, and returns only in the child, which is the program. The parent waits,
  /// restores the terminal, and exits with the child's code. Must be called before any other thread
  /// is started; if forking fails, the program runs without a supervisor.
  public static func startChildProcess(restoration: TerminalRestoration, crashMessage: CrashMessage)
  {
    let line = try? TerminalLineModeController(descriptor: STDIN_FILENO)
    // These signals are blocked until the parent waits for them.
    var relevant = sigset_t()
    sigemptyset(&relevant)
    // SIGTTOU stays blocked: restoring the terminal from the background must not stop us.
    for signal in forwarded + [SIGCHLD, SIGTTOU] { sigaddset(&relevant, signal) }
    var before = sigset_t()
    sigprocmask(SIG_BLOCK, &relevant, &before)

    let parent = getpid()
    let child = csystem_fork()
    guard child > 0 else {
      sigprocmask(SIG_SETMASK, &before, nil)
      if child == 0 {
        if !arrangeTerminalRestorationByChild(line, by: restoration) {
          csystem_die_with_parent(SIGTERM)
        }
        // A parent that died earlier has sent no signal.
        if getppid() != parent { exit(128 + SIGTERM) }
      }
      return
    }
    let status = waitForChild(child, signals: &relevant)
    // As in the C macros WIFSIGNALED and WTERMSIG.
    let signal = status & 0x7f
    let code = (status >> 8) & 0xff
    // After a hang-up the program does not restore the terminal, which may still exist.
    let isShort = signal == 0 && code == Self.outOfResourcesCode
    if signal != 0 || isShort || code == Self.hangupCode { restoreTerminal(by: restoration) }
    line?.leaveRawMode()
    guard signal != 0 || isShort else { _exit(code) }
    // A hang-up is no crash, and no user is left to read a message.
    if signal != SIGHUP {
      let line = crashMessage(isShort ? .outOfResources : .signal(signal)).string + "\n"
      _ = write(STDERR_FILENO, line, line.utf8.count)
    }
    _exit(isShort ? 1 : 128 + signal)
  }

  /// The signals that the parent process passes on to the program.
  private static let forwarded = [SIGTERM, SIGINT, SIGQUIT, SIGHUP, SIGTSTP, SIGCONT]

  /// Waits for the child process, and passes on signals; returns its exit status.
  private static func waitForChild(_ child: pid_t, signals: inout sigset_t) -> CInt {
    var status: CInt = 0
    while true {
      var signal: CInt = 0
      guard sigwait(&signals, &signal) == 0, signal != SIGTTOU else { continue }
      guard signal == SIGCHLD else {
        // The shell continues the whole job, child included; only a lone SIGCONT must be passed on.
        kill(child, signal)
        continue
      }
      while true {
        let changed = waitpid(child, &status, WNOHANG | WUNTRACED)
        if changed == child, status & 0xff == 0x7f {
          stopJobThenContinueChild(child)
        } else if changed == child || (changed < 0 && errno == ECHILD) {
          return status
        } else if changed == 0 {
          break
        }
      }
    }
  }

  /// Stops the whole job of parent and child process, so that the shell notices; continues the
  /// child afterwards.
  private static func stopJobThenContinueChild(_ child: pid_t) {
    var stop = sigset_t()
    sigemptyset(&stop)
    sigaddset(&stop, SIGTSTP)
    kill(0, SIGTSTP)
    // The process stops here, unless its job has no shell that could continue it.
    sigprocmask(SIG_UNBLOCK, &stop, nil)
    sigprocmask(SIG_BLOCK, &stop, nil)
    kill(child, SIGCONT)
  }

  /// Arranges that the child process restores the terminal if its parent dies; returns false if
  /// impossible.
  private static func arrangeTerminalRestorationByChild(
    _ line: TerminalLineModeController?, by restoration: TerminalRestoration
  )
    -> Bool
  {
    guard var taken = line?.rawSettings else { return false }
    return restoration.bytes.withUnsafeBytes {
      csystem_restore_without_parent($0.baseAddress, $0.count, &taken)
    } == 0
  }

  private static func restoreTerminal(by restoration: TerminalRestoration) {
    _ = restoration.bytes.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
    // Input typed for the program is not meant for the shell.
    tcflush(STDIN_FILENO, TCIFLUSH)
  }
}
