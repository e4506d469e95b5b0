internal import Glibc

/// A file that is written bit by bit, and takes its place whole or not at all: what stood there before
/// stays until then. Only its owner can read it.
package final class WholeFile {
  private let path: String
  private let temporary: String
  private let file: OpenFile
  private var isInPlace = false

  /// Begins a file that is to stand there.
  package init(path: String) throws(SystemError) {
    self.path = path
    temporary = "\(path).\(getpid()).part"
    unlink(temporary)  // Left by a process that died.
    file = try OpenFile(temporary, O_WRONLY | O_CREAT | O_EXCL, doing: "creating", for: path)
  }

  deinit { if !isInPlace { unlink(temporary) } }

  /// Writes on.
  package func write(_ bytes: [UInt8]) throws(SystemError) { try file.write(bytes) }

  /// Puts it in its place, also where the power fails next.
  package func finish() throws(SystemError) {
    try file.save()
    guard rename(temporary, path) == 0 else { throw SystemError(doing: "replacing \(path)") }
    isInPlace = true
  }
}
