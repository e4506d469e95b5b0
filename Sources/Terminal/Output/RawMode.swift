internal import CNcurses  // Its header is where the compiler finds `termios` first.
internal import Glibc

/// A terminal's line settings: saved, made raw, and restored.
struct RawMode {
  private let descriptor: Int32
  private let saved: termios

  init(descriptor: Int32) throws(TerminalError) {
    var settings = termios()
    guard tcgetattr(descriptor, &settings) == 0 else { throw .notATerminal }
    self.descriptor = descriptor
    saved = settings
  }

  /// Makes keys arrive as they are pressed, even Control-C and Control-Z, without echo.
  func enter() { apply(raw) }

  func leave() { apply(saved) }

  var isInForce: Bool {
    var now = termios()
    let raw = raw
    return tcgetattr(descriptor, &now) == 0 && now.c_iflag == raw.c_iflag
      && now.c_oflag == raw.c_oflag && now.c_lflag == raw.c_lflag
  }

  /// The line settings of the full-screen program.
  var raw: termios {
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

  private func apply(_ settings: termios) {
    var settings = settings
    while tcsetattr(descriptor, TCSANOW, &settings) != 0, errno == EINTR {}
  }
}
