internal import Glibc

/// Why something could not be done with a file.
package struct SystemError: Error, Equatable {
  /// What was being done, as "opening /home/…".
  package let step: String
  /// What the system said; nil for a file that we would not have.
  package let code: CInt?
  /// Why, in words.
  package let reason: String

  /// What the system said when a step failed; made before anything else can change `errno`.
  package init(doing step: String, code: CInt = errno) {
    (self.step, self.code) = (step, code)
    reason = String(cString: strerror(code))
  }

  /// A file is not as it should be.
  package init(doing step: String, because reason: String) {
    self.step = step
    code = nil
    self.reason = reason
  }
}
