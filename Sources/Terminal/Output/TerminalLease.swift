internal import CNcurses
internal import Glibc

/// A terminal that is borrowed: taken in the modes that a full screen needs, and handed back as it was.
struct TerminalLease {
  private enum State {
    case notTaken, inForce, over
  }

  private let rawMode: RawMode
  private let modes: TerminalModes
  private var state = State.notTaken
  private var title: WindowTitle

  /// Throws where there is no terminal; changes nothing yet.
  init(of input: Int32, _ options: TerminalOptions) throws(TerminalError) {
    rawMode = try RawMode(descriptor: input)
    modes = TerminalModes(options: options)
    title = WindowTitle(options)
  }

  /// Whether the terminal is ours now.
  var isInForce: Bool { state == .inForce }

  /// Whether it was handed back for good.
  var isOver: Bool { state == .over }

  /// Whether somebody else had the terminal without our knowing: the line is in another mode.
  var isBroken: Bool { isInForce && !rawMode.isInForce }

  mutating func take(_ output: TerminalOutput) {
    let enter = isInForce ? modes.enterAnew : modes.enter
    state = .inForce
    rawMode.enter()
    output.append((enter + title.written).utf8)
  }

  /// Gives it a title until it is handed back, or its own.
  mutating func show(title wanted: SafeText?, on output: TerminalOutput) {
    let bytes = title.change(to: wanted)
    if isInForce { output.append(bytes.utf8) }
  }

  /// Hands it back until it is taken again; what is on the screen ends with those bytes.
  mutating func handBack(_ output: TerminalOutput, ending: [UInt8]) {
    state = .notTaken
    let recovery = output.hasPending ? modes.recover : ""
    output.finish(recovery.utf8 + ending + modes.leave.utf8)
    rawMode.leave()
  }

  /// It is not taken any more.
  mutating func end() { state = .over }
}

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

/// What calls for somebody who looks elsewhere than at the terminal.
public struct TerminalCall: Equatable, Sendable {
  /// What the desktop is to show; nil for nothing.
  public let text: SafeText?
  /// Whether the bell rings.
  public let rings: Bool

  /// A call that is shown, heard, or both.
  public init(text: SafeText?, rings: Bool) { (self.text, self.rings) = (text, rings) }
}
