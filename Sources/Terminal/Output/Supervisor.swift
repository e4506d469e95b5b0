internal import CSystem
internal import Glibc

/// Watches over the program from a process of its own, and puts the terminal back however the
/// program ends: no handler inside a dying process can promise that, and none survives SIGKILL.
public struct Supervisor {
  /// Why the terminal is put back and a line is printed.
  public enum Ending: Equatable, Sendable {
    /// A signal ended the program.
    case signal(Int32)
    /// The program ended itself, since the system has no thread or memory left for it.
    case shortage
  }

  /// Words the one line that is printed after such an end.
  public typealias Epitaph = (Ending) -> SafeText

  /// The code with which the program says that it had to end at once, without a word; its supervisor
  /// exits with 1.
  public static let shortageCode: Int32 = 71

  /// The code with which the program says that it left the terminal as it was, because the line was
  /// hung up. It is the code by which shells know an end by that signal.
  public static let hangupCode: Int32 = 128 + SIGHUP

  /// Splits the process in two, and returns in the one that goes on as the program.
  ///
  /// The other waits and exits as the program did. Call it first thing, before any other thread.
  /// Where no second process can be had, the program goes on unwatched.
  public static func watchOver(restoration: TerminalRestoration, epitaph: Epitaph) {
    // Without a terminal there is nothing to put back.
    let line = try? RawMode(descriptor: STDIN_FILENO)
    // Signals that arrive from here on wait until the parent asks for them.
    var relevant = sigset_t()
    sigemptyset(&relevant)
    // SIGTTOU stays blocked for good: putting the terminal back from the background must not stop
    // us.
    for signal in forwarded + [SIGCHLD, SIGTTOU] { sigaddset(&relevant, signal) }
    var before = sigset_t()
    sigprocmask(SIG_BLOCK, &relevant, &before)

    let parent = getpid()
    let child = csystem_fork()
    guard child > 0 else {
      sigprocmask(SIG_SETMASK, &before, nil)
      if child == 0 {
        if !restores(line, by: restoration) { csystem_die_with_parent(SIGTERM) }
        // A parent that died before this line has sent no signal.
        if getppid() != parent { exit(128 + SIGTERM) }
      }
      return
    }
    let status = wait(for: child, signals: &relevant)
    // As the C macros WIFSIGNALED and WTERMSIG read it.
    let signal = status & 0x7f
    let code = (status >> 8) & 0xff
    // After a hang-up the program writes nothing more, but its terminal may still be there.
    let isShort = signal == 0 && code == Self.shortageCode
    if signal != 0 || isShort || code == Self.hangupCode { leaveScreen(by: restoration) }
    line?.leave()
    guard signal != 0 || isShort else { _exit(code) }
    // A hang-up is nobody's mistake, and nobody is left to read about it.
    if signal != SIGHUP {
      let line = epitaph(isShort ? .shortage : .signal(signal)).string + "\n"
      _ = write(STDERR_FILENO, line, line.utf8.count)
    }
    _exit(isShort ? 1 : 128 + signal)
  }
}

extension Supervisor {
  /// Signals that are meant for the program but may be sent to the process that was started.
  private static let forwarded = [SIGTERM, SIGINT, SIGQUIT, SIGHUP, SIGTSTP, SIGCONT]

  /// Waits for the child to end, and passes on the signals that arrive meanwhile; returns its
  /// status.
  private static func wait(for child: pid_t, signals: inout sigset_t) -> CInt {
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
          stopWithChild(child)
        } else if changed == child || (changed < 0 && errno == ECHILD) {
          return status
        } else if changed == 0 {
          break
        }
      }
    }
  }

  /// Stops too, with the whole job, so that the shell notices; afterwards wakes the child.
  private static func stopWithChild(_ child: pid_t) {
    var stop = sigset_t()
    sigemptyset(&stop)
    sigaddset(&stop, SIGTSTP)
    kill(0, SIGTSTP)
    // The process stops here, unless nobody could continue it: a job without a shell goes on.
    sigprocmask(SIG_UNBLOCK, &stop, nil)
    sigprocmask(SIG_BLOCK, &stop, nil)
    kill(child, SIGCONT)
  }

  /// Whether this process is going to put the terminal back when its parent dies.
  private static func restores(_ line: RawMode?, by restoration: TerminalRestoration) -> Bool {
    guard var taken = line?.raw else { return false }
    return restoration.bytes.withUnsafeBytes {
      csystem_restore_without_parent($0.baseAddress, $0.count, &taken)
    } == 0
  }

  private static func leaveScreen(by restoration: TerminalRestoration) {
    _ = restoration.bytes.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
    // What was typed for the program is not meant for the shell.
    tcflush(STDIN_FILENO, TCIFLUSH)
  }
}
