internal import Glibc

/// Somewhere bytes go: standard output, standard error, or a test's memory.
package protocol ByteSink: AnyObject {
  /// Writes all of it.
  func write(_ bytes: [UInt8]) throws(OutputError)
}

/// Why output could not be written, in the system's words.
package struct OutputError: Error, Equatable {
  package let reason: String
  /// Whether the reader has gone, as `head` does once it has seen enough.
  let isReaderGone: Bool

  /// The failure that `errno` tells.
  init(errno code: Int32) {
    reason = String(cString: strerror(code))
    isReaderGone = code == EPIPE
  }
}
