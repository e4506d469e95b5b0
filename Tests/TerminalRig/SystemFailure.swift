internal import Glibc

/// An error of a system call, with the step that failed.
public struct SystemFailure: Error, Equatable, CustomStringConvertible {
  /// The step of the test rig that failed, in words such as "open a pseudo-terminal".
  public let step: String
  /// The system's error number.
  public let code: Int32

  init(_ step: String, code: Int32 = errno) {
    self.step = step
    self.code = code
  }

  /// The step that failed, and the system's text about the error.
  public var description: String { "\(step): \(String(cString: strerror(code)))" }
}
