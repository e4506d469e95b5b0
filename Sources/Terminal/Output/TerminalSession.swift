internal import CNcurses  // The compiler finds `termios` in this header first.
internal import Glibc

/// A session of a full-screen program at a terminal, whose line and screen modes are set while the
/// screen is shown, and restored afterwards.
struct TerminalSession {
  private enum TerminalSessionState {
    case inactive, active, closed
  }

  private let rawMode: TerminalLineModeController
  private let modes: TerminalModeSequences
  private var state = TerminalSessionState.inactive
  private var title: WindowTitle

  init(of input: Int32, _ options: TerminalOptions) throws(TerminalError) {
    rawMode = try TerminalLineModeController(descriptor: input)
    modes = TerminalModeSequences(options: options)
    title = WindowTitle(options)
  }

  var isActive: Bool { state == .active }
  var isClosed: Bool { state == .closed }

  /// True if another program changed the terminal's line mode while the screen is shown.
  var wasLineModeChanged: Bool { isActive && !rawMode.isActive }

  mutating func enterScreen(_ output: TerminalOutput) {
    let enter = isActive ? modes.reenter : modes.enter
    state = .active
    rawMode.enterRawMode()
    output.appendBytes((enter + title.written).utf8)
  }

  /// Sets the title of the terminal's window until the terminal is restored; nil sets the title
  /// from before the program.
  mutating func setWindowTitle(_ wanted: SafeText?, on output: TerminalOutput) {
    let bytes = title.titleSequence(changingTo: wanted)
    if isActive { output.appendBytes(bytes.utf8) }
  }

  /// Leaves the terminal's screen, and restores the terminal until the screen is entered again.
  /// Writes the bytes in `ending` first. Discards the replies to open queries, which the shell
  /// would show as typed text.
  mutating func leaveScreen(_ output: TerminalOutput, ending: [UInt8], openQueries: Int) {
    state = .inactive
    let recovery = output.hasPending ? modes.recover : ""
    output.writeLastBytes(recovery.utf8 + ending + modes.leave.utf8)
    if openQueries > 0, !output.isDisconnected { rawMode.discardTerminalReplies(to: openQueries) }
    rawMode.leaveRawMode()
  }

  /// Marks the terminal session as closed; the terminal must have been left before.
  mutating func markSessionClosed() { state = .closed }
}

/// A terminal that is handed to a child program, which may ask for a password, for example.
public struct ChildProgramTerminal {
  /// The file descriptor of the terminal for a child program; without a terminal, of the null
  /// device.
  public let descriptor: Int32
  public let isTerminal: Bool
  /// The line mode of the terminal that is restored after the child program's end.
  private let modes: termios

  /// Creates the terminal of a child program by opening it. If this process is not in the
  /// terminal's foreground, the null device is opened instead; nil if that fails, too.
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

  /// Restores the terminal's line mode after the child program, and closes the descriptor. After a
  /// failure, typed input is discarded, as it may be a part of a password.
  public func restoreLineMode(afterFailure failed: Bool) {
    defer { close(descriptor) }
    guard isTerminal else { return }
    // Until `tcsetpgrp` has run, the kernel sees a background process here and would stop it.
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

public struct TerminalAlert: Equatable, Sendable {
  /// The text of the alert's desktop notification; nil to ring the bell alone.
  public let text: SafeText?
  public let rings: Bool

  public init(text: SafeText?, rings: Bool) { (self.text, self.rings) = (text, rings) }
}

/// A controller of a terminal's line mode, which saves the present settings, sets raw mode, and
/// restores the settings.
struct TerminalLineModeController {
  private let descriptor: Int32
  private let saved: termios

  init(descriptor: Int32) throws(TerminalError) {
    var settings = termios()
    guard tcgetattr(descriptor, &settings) == 0 else { throw .notATerminal }
    self.descriptor = descriptor
    saved = settings
  }

  /// Sets the terminal to raw mode: keys arrive at once and without echo, even Control-C.
  func enterRawMode() { rawSettings.applyTerminalSettings(to: descriptor) }
  func leaveRawMode() { saved.applyTerminalSettings(to: descriptor) }

  /// Reads and discards input until the terminal has answered a number of queries for device
  /// attributes, or a time limit has passed.
  func discardTerminalReplies(to queries: Int) {
    var (decoder, open) = (TerminalInputDecoder(), queries)
    let end = ContinuousClock.now + TerminalQueryResult.allowedTime
    while open > 0, TerminalQueryResult.waitForInput(descriptor, until: end) {
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = read(descriptor, &bytes, bytes.count)
      guard count > 0 else { return }
      for case .reply(.attributes) in decoder.decodeBytes(bytes[..<count]) { open -= 1 }
    }
  }

  var isActive: Bool {
    var now = termios()
    let raw = rawSettings
    return tcgetattr(descriptor, &now) == 0 && now.c_iflag == raw.c_iflag
      && now.c_oflag == raw.c_oflag && now.c_lflag == raw.c_lflag
  }

  var rawSettings: termios {
    var raw = saved
    raw.c_iflag &= ~tcflag_t(BRKINT | ICRNL | INLCR | IGNCR | INPCK | ISTRIP | IXON)
    raw.c_oflag &= ~tcflag_t(OPOST)
    raw.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | IEXTEN | ISIG)
    raw.c_cflag &= ~tcflag_t(CSIZE | PARENB)
    raw.c_cflag |= tcflag_t(CS8)
    withUnsafeMutableBytes(of: &raw.c_cc) {
      $0[Int(VMIN)] = 1
      $0[Int(VTIME)] = 0
    }
    return raw
  }
}

/// A controller of the echo of a terminal that is read line by line; the echo is off while a
/// password is typed.
public struct TerminalEcho {
  private let descriptor: Int32
  private let saved: termios

  /// Creates the controller of a terminal's echo from the terminal's present line mode; nil if the
  /// descriptor is not a terminal.
  public init?(descriptor: Int32) {
    var settings = termios()
    guard tcgetattr(descriptor, &settings) == 0 else { return nil }
    (self.descriptor, saved) = (descriptor, settings)
  }

  /// Makes the terminal hide typed characters, except the end of the line.
  public func turnEchoOff() {
    var hidden = saved
    hidden.c_lflag &= ~tcflag_t(ECHO)
    hidden.c_lflag |= tcflag_t(ECHONL | ICANON | ISIG)
    hidden.applyTerminalSettings(to: descriptor)
  }

  public func restoreEcho() { saved.applyTerminalSettings(to: descriptor) }
}

extension termios {
  fileprivate func applyTerminalSettings(to descriptor: Int32) {
    var settings = self
    while tcsetattr(descriptor, TCSANOW, &settings) != 0, errno == EINTR {}
  }
}
