internal import Glibc

/// How a program ended.
public enum ExitStatus: Equatable, Sendable {
  /// By itself, with that code.
  case exited(Int32)
  /// By that signal.
  case killed(signal: Int32)

  init(waitStatus: Int32) {
    let signal = waitStatus & 0x7F
    self = signal == 0 ? .exited((waitStatus >> 8) & 0xFF) : .killed(signal: signal)
  }
}
