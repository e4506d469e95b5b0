package import Glibc

/// An open file, which is closed with the last reference. Symbolic links are not followed unless
/// asked for, and child processes do not inherit the file.
package final class OpenFile {
  /// The path of the open file for error messages; a file to be renamed has its later path here.
  package let path: String
  package let descriptor: CInt

  /// Creates an open file by opening a path; a new file is readable for its owner alone. Error
  /// messages mention the path `name` if the file is to be renamed to that.
  package init(
    _ path: String, _ flags: CInt, followsLink: Bool = false, doing step: String = "opening",
    for name: String? = nil
  ) throws(FileOperationError) {
    let opened = open(path, flags | (followsLink ? 0 : O_NOFOLLOW) | O_CLOEXEC, 0o600)
    guard opened >= 0 else { throw FileOperationError(doing: "\(step) \(name ?? path)") }
    self.path = name ?? path
    descriptor = opened
  }

  deinit { close(descriptor) }

  package func fileStatus() throws(FileOperationError) -> stat {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw FileOperationError(doing: "examining \(path)")
    }
    return status
  }

  /// Reads a number of bytes from an offset of the file; fewer bytes at the end of the file.
  package func readBytes(_ count: Int, from start: Int = 0) throws(FileOperationError) -> [UInt8] {
    var failure: FileOperationError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
      while done < count {
        // A buffer of at least one byte has an address.
        let step = pread(descriptor, buffer.baseAddress! + done, count - done, start + done)
        if step < 0, errno == EINTR { continue }
        if step < 0 { failure = FileOperationError(doing: "reading \(path)") }
        guard step > 0 else { return }
        done += step
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Writes all of the bytes at the open file's current position.
  package func writeBytes(_ bytes: [UInt8]) throws(FileOperationError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let step = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if step < 0, errno == EINTR { continue }
      guard step >= 0 else { throw FileOperationError(doing: "writing \(path)") }
      rest = rest.dropFirst(step)
    }
  }

  package func syncToDisk() throws(FileOperationError) {
    guard fsync(descriptor) == 0 else { throw FileOperationError(doing: "saving \(path)") }
  }
}

extension OpenFile {
  /// Locks the file against other processes that lock it in this way, and waits for their locks to
  /// end; a process that died has no lock.
  package func lockFile() throws(FileOperationError) {
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else { throw FileOperationError(doing: "locking \(path)") }
    }
  }

  /// Locks the file without waiting; returns false if another process has the lock.
  package func tryLockFile() throws(FileOperationError) -> Bool {
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
    guard errno == EWOULDBLOCK || errno == EINTR else {
      throw FileOperationError(doing: "locking \(path)")
    }
    return false
  }

  /// Unlocks the file. Closing it would not suffice, as a child process that is being started
  /// shares the open file.
  package func unlockFile() { _ = flock(descriptor, LOCK_UN) }
}

package struct FileOperationError: Error, Equatable {
  /// The description of the file operation that failed, such as "opening /home/…".
  package let step: String
  /// The operating system's number of the file error; nil for a file that Tweetie itself refused.
  package let code: CInt?
  package let reason: String

  /// Creates the error of a file operation from `errno`, to be read before another call changes it.
  package init(doing step: String, code: CInt = errno) {
    (self.step, self.code) = (step, code)
    reason = String(cString: strerror(code))
  }

  /// Creates the error of a file that Tweetie refuses for a reason such as its permissions.
  package init(doing step: String, because reason: String) {
    self.step = step
    code = nil
    self.reason = reason
  }
}

/// A sequence of the names of a folder's entries, unsorted and without "." and "..".
package struct FolderEntryNames: Sequence, IteratorProtocol {
  private let folder: DirectoryListingHandle

  /// Creates the sequence of a folder's entry names by opening the folder; nil if that fails.
  package init?(in path: String) {
    guard let folder = opendir(path) else { return nil }
    self.folder = DirectoryListingHandle(folder)
  }

  package mutating func next() -> String? {
    while let entry = readdir(folder.handle) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { return name }
    }
    return nil
  }
}

/// An open directory handle, which is closed with the last reference.
private final class DirectoryListingHandle {
  let handle: OpaquePointer

  init(_ handle: OpaquePointer) { self.handle = handle }

  deinit { closedir(handle) }
}
