internal import CNcurses
internal import Glibc

/// The terminal of a full-screen program: line and screen modes are set while the screen is shown,
/// and restored afterwards.
struct TerminalLease {
  private enum State {
    case notTaken, inForce, over
  }

  private let rawMode: RawMode
  private let modes: TerminalModes
  private var state = State.notTaken
  private var title: WindowTitle

  init(of input: Int32, _ options: TerminalOptions) throws(TerminalError) {
    rawMode = try RawMode(descriptor: input)
    modes = TerminalModes(options: options)
    title = WindowTitle(options)
  }

  var isInForce: Bool { state == .inForce }

  var isOver: Bool { state == .over }

  /// True if another program changed the line's mode.
  var isBroken: Bool { isInForce && !rawMode.isInForce }

  mutating func take(_ output: TerminalOutput) {
    let enter = isInForce ? modes.enterAnew : modes.enter
    state = .inForce
    rawMode.enter()
    output.append((enter + title.written).utf8)
  }

  /// Sets a window title until the terminal is restored; nil for the terminal's own.
  mutating func show(title wanted: SafeText?, on output: TerminalOutput) {
    let bytes = title.change(to: wanted)
    if isInForce { output.append(bytes.utf8) }
  }

  /// Restores the terminal until it is entered again; the bytes end the screen.
  mutating func handBack(_ output: TerminalOutput, ending: [UInt8]) {
    state = .notTaken
    let recovery = output.hasPending ? modes.recover : ""
    output.finish(recovery.utf8 + ending + modes.leave.utf8)
    rawMode.leave()
  }

  /// Marks the terminal as closed for good.
  mutating func end() { state = .over }
}

/// The terminal handed to a child program that may ask something, such as a password.
public struct LentTerminal {
  /// The descriptor of the terminal; the null device without one.
  public let descriptor: Int32
  public let isTerminal: Bool
  /// The line settings to restore.
  private let modes: termios

  /// Opens the terminal, if this process is in its foreground; else the null device.
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

  /// Restores the terminal's settings. After a failure, typed input is discarded: it may be half a
  /// password.
  public func takeBack(from failed: Bool) {
    defer { close(descriptor) }
    guard isTerminal else { return }
    // To the kernel we are in the background until `tcsetpgrp` has run, and would be stopped.
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

public struct TerminalCall: Equatable, Sendable {
  /// The text of the desktop notification; nil for none.
  public let text: SafeText?
  public let rings: Bool

  public init(text: SafeText?, rings: Bool) { (self.text, self.rings) = (text, rings) }
}
