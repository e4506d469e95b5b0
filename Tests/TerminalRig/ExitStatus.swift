internal import Glibc

/// The way in which a program ended.
public enum ExitStatus: Equatable, Sendable {
  /// A program's end: by itself, with a code.
  case exited(Int32)
  /// A program's end: by a signal.
  case killed(signal: Int32)

  init(waitStatus: Int32) {
    let signal = waitStatus & 0x7F
    self = signal == 0 ? .exited((waitStatus >> 8) & 0xFF) : .killed(signal: signal)
  }
}
