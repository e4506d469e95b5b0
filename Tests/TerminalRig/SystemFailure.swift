internal import Glibc

/// An error of a system call, with the step that failed.
public struct SystemFailure: Error, Equatable, CustomStringConvertible {
  /// The step that failed.
  public let step: String
  /// The system's error number.
  public let code: Int32

  init(_ step: String, code: Int32 = errno) {
    self.step = step
    self.code = code
  }

  /// The step, and the system's words for the error.
  public var description: String { "\(step): \(String(cString: strerror(code)))" }
}
