internal import CNcurses  // Its header is where the compiler finds `termios` first.
internal import Glibc

/// A terminal's line settings while a question is asked: every key arrives as it is pressed,
/// Control-C included, and nothing is echoed.
public struct PromptMode {
  private let descriptor: Int32
  private let saved: termios

  /// Begins to ask; nil where there is no terminal.
  public init?(descriptor: Int32) {
    var settings = termios()
    guard tcgetattr(descriptor, &settings) == 0 else { return nil }
    self.descriptor = descriptor
    saved = settings
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
    guard tcsetattr(descriptor, TCSAFLUSH, &settings) == 0 else { return nil }
  }

  /// Puts the settings back.
  public func end() {
    var saved = saved
    tcsetattr(descriptor, TCSAFLUSH, &saved)
  }
}
