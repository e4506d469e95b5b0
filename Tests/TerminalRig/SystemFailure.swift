internal import Glibc

/// A system call that failed, and while doing what.
public struct SystemFailure: Error, Equatable, CustomStringConvertible {
  /// What was being done.
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
