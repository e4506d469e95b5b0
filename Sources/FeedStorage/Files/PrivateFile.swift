internal import FeedDomain
internal import Glibc

/// A small file that only its owner can read; whoever changes it holds a lock.
struct PrivateFile: Sendable {
  /// Where it is.
  let path: String
  /// How much is read of it at most; what is larger is not ours.
  let maximumSize: Int

  /// The whole file; nil where there is none.
  ///
  /// Refuses what others could have read or put there, and says how to mend it.
  func read() throws(StoreError) -> [UInt8]? {
    // Not waiting: to open a pipe that somebody put there would take for ever.
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      switch errno {
      case ENOENT: return nil
      case ELOOP: throw refusal("it is a symbolic link; put the file itself there")
      case let code: throw StoreError(errno: code, doing: "opening \(path)")
      }
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw StoreError(errno: errno, doing: "examining \(path)")
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw refusal("it is not a file") }
    guard status.st_uid == geteuid() else { throw refusal("it belongs to somebody else") }
    guard status.st_mode & 0o077 == 0 else {
      throw refusal("others can read it; run: chmod 600 \(path)")
    }
    guard status.st_nlink <= 1 else { throw refusal("it has a second name (a hard link)") }
    guard status.st_size <= maximumSize else { throw refusal("it is too large") }
    return try contents(of: descriptor, expected: Int(status.st_size))
  }

  /// Replaces the file, whole or not at all, also when the power fails.
  func replace(with bytes: [UInt8]) throws(StoreError) {
    unlink(temporary)  // Left by a process that died; whoever it was holds no lock.
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw StoreError(errno: errno, doing: "creating \(temporary)") }
    do throws(StoreError) {
      defer { close(descriptor) }
      guard fchmod(descriptor, 0o600) == 0 else {
        throw StoreError(errno: errno, doing: "protecting \(temporary)")
      }
      try write(bytes, to: descriptor)
      guard fsync(descriptor) == 0 else {
        throw StoreError(errno: errno, doing: "saving \(temporary)")
      }
      guard rename(temporary, path) == 0 else {
        throw StoreError(errno: errno, doing: "replacing \(path)")
      }
    } catch {
      unlink(temporary)
      throw error
    }
    try syncDirectory()
  }

  /// Removes the file, and what a process that died has left of the next one.
  func remove() throws(StoreError) {
    unlink(temporary)
    guard unlink(path) == 0 || errno == ENOENT else {
      throw StoreError(errno: errno, doing: "removing \(path)")
    }
    try syncDirectory()
  }

  /// Where the next one is made ready.
  private var temporary: String { path + ".new" }

  private func refusal(_ reason: String) -> StoreError {
    .failed(step: "reading \(path)", reason: reason)
  }

  private func contents(of descriptor: Int32, expected: Int) throws(StoreError) -> [UInt8] {
    // One more byte than expected, to find the end; the file may grow under our eyes.
    var bytes = [UInt8](repeating: 0, count: expected + 1)
    var count = 0
    while count <= maximumSize {
      if count == bytes.count { bytes += repeatElement(0, count: count) }
      let step = bytes.withUnsafeMutableBytes {
        Glibc.read(descriptor, $0.baseAddress! + count, $0.count - count)  // Never empty.
      }
      if step == 0 { return Array(bytes[..<count]) }
      if step > 0 {
        count += step
      } else if errno != EINTR {
        throw StoreError(errno: errno, doing: "reading \(path)")
      }
    }
    throw refusal("it is too large")
  }

  private func write(_ bytes: [UInt8], to descriptor: Int32) throws(StoreError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let step = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if step >= 0 {
        rest = rest.dropFirst(step)
      } else if errno != EINTR {
        throw StoreError(errno: errno, doing: "writing \(path)")
      }
    }
  }

  private func syncDirectory() throws(StoreError) {
    let end = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let directory = end == path.startIndex ? "." : String(path[..<end])
    let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw StoreError(errno: errno, doing: "opening \(directory)") }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else {
      throw StoreError(errno: errno, doing: "saving \(directory)")
    }
  }
}
