internal import Glibc

/// A file written in parts that replaces its predecessor atomically when finished. Only its owner
/// can read the file.
package final class AtomicFile {
  private let path: String
  private let temporary: String
  private let file: OpenFile
  private var isInPlace = false

  /// Starts writing the file.
  package init(path: String) throws(SystemError) {
    self.path = path
    temporary = "\(path).\(getpid()).part"
    unlink(temporary)  // Left by a process that died.
    file = try OpenFile(temporary, O_WRONLY | O_CREAT | O_EXCL, doing: "creating", for: path)
  }

  deinit { if !isInPlace { unlink(temporary) } }

  package func write(_ bytes: [UInt8]) throws(SystemError) { try file.write(bytes) }

  /// Moves the file to its path, durably.
  package func finish() throws(SystemError) {
    try file.save()
    guard rename(temporary, path) == 0 else { throw SystemError(doing: "replacing \(path)") }
    isInPlace = true
  }
}
