internal import CNcurses
internal import Glibc

/// The terminal, lent to a program that may have to ask something there.
public struct LentTerminal {
  /// Open for reading and writing; the null device where there is no terminal to lend.
  public let descriptor: Int32
  /// Whether it is one.
  public let isTerminal: Bool
  /// How it was before.
  private let modes: termios

  /// The terminal at that path, if this process is in its foreground; else the null device.
  public init?(_ path: String = "/dev/tty") {
    let terminal = open(path, O_RDWR | O_CLOEXEC | O_NOCTTY)
    var modes = termios()
    if terminal >= 0, tcgetpgrp(terminal) == getpgrp(), tcgetattr(terminal, &modes) == 0 {
      (descriptor, isTerminal) = (terminal, true)
    } else {
      if terminal >= 0 { close(terminal) }
      let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
      guard nothing >= 0 else { return nil }
      (descriptor, isTerminal) = (nothing, false)
    }
    self.modes = modes
  }

  /// Takes it back as it was, whatever the program did to it.
  ///
  /// What was typed for a program that failed is thrown away: it may be half a password, and is
  /// meant for nobody else.
  public func takeBack(from failed: Bool) {
    defer { close(descriptor) }
    guard isTerminal else { return }
    // To the kernel we are in the background until the next line has run, and would be stopped.
    var stop = sigset_t()
    var before = sigset_t()
    sigemptyset(&stop)
    sigaddset(&stop, SIGTTOU)
    pthread_sigmask(SIG_BLOCK, &stop, &before)
    tcsetpgrp(descriptor, getpgrp())
    var modes = modes
    tcsetattr(descriptor, TCSANOW, &modes)
    if failed { tcflush(descriptor, TCIFLUSH) }
    pthread_sigmask(SIG_SETMASK, &before, nil)
  }
}
