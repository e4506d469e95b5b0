internal import Glibc

/// A small file that only its owner can read.
package struct PrivateFile: Sendable {
  package let path: String
  /// Maximum size in bytes; larger files are refused.
  package let maximumSize: Int

  package init(path: String, maximumSize: Int) {
    (self.path, self.maximumSize) = (path, maximumSize)
  }

  /// Reads the whole file; nil if it is missing. Throws for a file that other users could have read
  /// or replaced, with a hint how to repair it.
  package func read() throws(SystemError) -> [UInt8]? {
    let file: OpenFile
    do throws(SystemError) {
      // Not waiting: to open a pipe that somebody put there would take for ever.
      file = try OpenFile(path, O_RDONLY | O_NONBLOCK)
    } catch {
      switch error.code {
      case ENOENT: return nil
      case ELOOP: throw refusal("it is a symbolic link; put the file itself there")
      default: throw error
      }
    }
    let status = try file.status()
    guard status.st_mode & S_IFMT == S_IFREG else { throw refusal("it is not a file") }
    guard status.st_uid == geteuid() else { throw refusal("it belongs to somebody else") }
    guard status.st_mode & 0o077 == 0 else {
      throw refusal("others can read it; run: chmod 600 \(path)")
    }
    guard status.st_nlink <= 1 else { throw refusal("it has a second name (a hard link)") }
    guard status.st_size <= maximumSize else { throw refusal("it is too large") }
    // The file may grow under our eyes: asked for a little more, it shows that it does.
    var bytes = try file.bytes(Int(status.st_size) + 1)
    if bytes.count > status.st_size {
      bytes += try file.bytes(maximumSize + 1 - bytes.count, from: bytes.count)
    }
    guard bytes.count <= maximumSize else { throw refusal("it is too large") }
    return bytes
  }

  /// Replaces the file atomically and durably; the caller holds a lock.
  package func replace(with bytes: [UInt8]) throws(SystemError) {
    try write(bytes, by: path + ".new", isSaved: true)
    try syncDirectory()
  }

  /// Replaces the file atomically but not durably, without a lock; the last writer wins.
  package func replaceLightly(with bytes: [UInt8]) throws(SystemError) {
    try write(bytes, by: "\(path).\(getpid())", isSaved: false)
  }

  /// Deletes the file, and the leftover of an interrupted replacement.
  package func remove() throws(SystemError) {
    unlink(path + ".new")
    guard unlink(path) == 0 || errno == ENOENT else { throw SystemError(doing: "removing \(path)") }
    try syncDirectory()
  }
}

extension PrivateFile {
  private func refusal(_ reason: String) -> SystemError {
    SystemError(doing: "reading \(path)", because: reason)
  }

  private func write(
    _ bytes: [UInt8], by temporary: String, isSaved: Bool
  ) throws(SystemError) {
    unlink(temporary)  // Left by a process that died.
    let file = try OpenFile(temporary, O_WRONLY | O_CREAT | O_EXCL, doing: "creating")
    do throws(SystemError) {
      guard fchmod(file.descriptor, 0o600) == 0 else {
        throw SystemError(doing: "protecting \(temporary)")
      }
      try file.write(bytes)
      if isSaved { try file.save() }
      guard rename(temporary, path) == 0 else { throw SystemError(doing: "replacing \(path)") }
    } catch {
      unlink(temporary)
      throw error
    }
  }

  private func syncDirectory() throws(SystemError) {
    let end = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let directory = end == path.startIndex ? "." : String(path[..<end])
    // With a slash at its end a link is followed: the directory may well be one.
    try OpenFile(directory, O_RDONLY | O_DIRECTORY).save()
  }
}
