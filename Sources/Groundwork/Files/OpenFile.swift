package import Glibc

/// A file that is open as long as this is kept; neither a link is followed to it, nor does a program
/// that is started have it.
package final class OpenFile {
  /// Where it is, or will be, as people know it.
  package let path: String
  /// The system's number for it.
  package let descriptor: CInt

  /// Opens it; one that is made belongs to its owner alone. What goes wrong is told of the name that
  /// it will have in the end, where that is another.
  package init(
    _ path: String, _ flags: CInt, doing step: String = "opening", for name: String? = nil
  ) throws(SystemError) {
    let opened = open(path, flags | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard opened >= 0 else { throw SystemError(doing: "\(step) \(name ?? path)") }
    self.path = name ?? path
    descriptor = opened
  }

  deinit { close(descriptor) }

  /// What is known of it.
  package func status() throws(SystemError) -> stat {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw SystemError(doing: "examining \(path)") }
    return status
  }

  /// The bytes from there on, up to so many; fewer where the file ends before.
  package func bytes(_ count: Int, from start: Int = 0) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
      while done < count {
        // A buffer that has room has an address.
        let step = pread(descriptor, buffer.baseAddress! + done, count - done, start + done)
        if step < 0, errno == EINTR { continue }
        if step < 0 { failure = SystemError(doing: "reading \(path)") }
        guard step > 0 else { return }
        done += step
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Writes all of the bytes where the file ends, or where it was written last.
  package func write(_ bytes: [UInt8]) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let step = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if step < 0, errno == EINTR { continue }
      guard step >= 0 else { throw SystemError(doing: "writing \(path)") }
      rest = rest.dropFirst(step)
    }
  }

  /// Returns once what was written is safe, also when the power fails.
  package func save() throws(SystemError) {
    guard fsync(descriptor) == 0 else { throw SystemError(doing: "saving \(path)") }
  }
}

extension OpenFile {
  /// Keeps other processes that ask for it as well out of the file; a dead one keeps nobody out.
  package func lock() throws(SystemError) {
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else { throw SystemError(doing: "locking \(path)") }
    }
  }

  /// The same, where nobody else has it; false where somebody has.
  package func lockNow() throws(SystemError) -> Bool {
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
    guard errno == EWOULDBLOCK || errno == EINTR else {
      throw SystemError(doing: "locking \(path)")
    }
    return false
  }

  /// Lets others have it. To close the file alone would not: a child that is being started has it
  /// open, too.
  package func unlock() { _ = flock(descriptor, LOCK_UN) }
}
