internal import Glibc

/// A failed file operation.
package struct SystemError: Error, Equatable {
  /// The failed operation, such as "opening /home/…".
  package let step: String
  /// The system's error number; nil for a file refused by us.
  package let code: CInt?
  /// The reason of the failure in words.
  package let reason: String

  /// An error from `errno`, created before anything can change it.
  package init(doing step: String, code: CInt = errno) {
    (self.step, self.code) = (step, code)
    reason = String(cString: strerror(code))
  }

  /// A file refused for a reason.
  package init(doing step: String, because reason: String) {
    self.step = step
    code = nil
    self.reason = reason
  }
}
