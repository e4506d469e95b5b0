internal import Glibc

/// A small file that only its owner can read.
package struct PrivateFile: Sendable {
  package let path: String
  package let maximumSize: Int

  package init(path: String, maximumSize: Int) {
    (self.path, self.maximumSize) = (path, maximumSize)
  }

  /// Reads the whole private file; nil if the file is missing. Throws for a file that other users
  /// could have read or replaced, with a hint how to repair the permissions.
  package func readContents() throws(FileOperationError) -> [UInt8]? {
    let file: OpenFile
    do throws(FileOperationError) {
      // Opened without waiting, since opening a pipe in place of the file could take for ever.
      file = try OpenFile(path, O_RDONLY | O_NONBLOCK)
    } catch {
      switch error.code {
      case ENOENT: return nil
      case ELOOP: throw refusedFileError("it is a symbolic link; put the file itself there")
      default: throw error
      }
    }
    let status = try file.fileStatus()
    guard status.st_mode & S_IFMT == S_IFREG else { throw refusedFileError("it is not a file") }
    guard status.st_uid == geteuid() else { throw refusedFileError("it belongs to somebody else") }
    guard status.st_mode & 0o077 == 0 else {
      throw refusedFileError("others can read it; run: chmod 600 \(path)")
    }
    guard status.st_nlink <= 1 else { throw refusedFileError("it has a second name (a hard link)") }
    guard status.st_size <= maximumSize else { throw refusedFileError("it is too large") }
    // One byte more is read than the file's size, as the file may be growing.
    var bytes = try file.readBytes(Int(status.st_size) + 1)
    if bytes.count > status.st_size {
      bytes += try file.readBytes(maximumSize + 1 - bytes.count, from: bytes.count)
    }
    guard bytes.count <= maximumSize else { throw refusedFileError("it is too large") }
    return bytes
  }

  /// Replaces the contents of the private file atomically and durably; the caller must hold a lock.
  package func replaceContents(with bytes: [UInt8]) throws(FileOperationError) {
    try writePrivateFile(bytes, by: path + ".new", isSaved: true)
    try syncDirectory()
  }

  /// Replaces the contents of the private file atomically but not durably, without a lock; of two
  /// writers the last wins.
  package func replaceContentsWithoutSync(with bytes: [UInt8]) throws(FileOperationError) {
    try writePrivateFile(bytes, by: "\(path).\(getpid())", isSaved: false)
  }

  /// Gives the private file a name that says that it is damaged, and returns its new path; the
  /// caller must hold a lock.
  package func moveDamagedFileAside() throws(FileOperationError) -> String {
    var number = 1
    while access(damagedFilePath(number), F_OK) == 0 { number += 1 }
    let other = damagedFilePath(number)
    guard rename(path, other) == 0 else { throw FileOperationError(doing: "renaming \(path)") }
    try syncDirectory()
    return other
  }

  /// Deletes the private file with its damaged versions, and the temporary file that an interrupted
  /// replacement left.
  package func removeFileAndDamagedVersions() throws(FileOperationError) {
    unlink(path + ".new")
    var number = 1
    while unlink(damagedFilePath(number)) == 0 { number += 1 }
    guard unlink(path) == 0 || errno == ENOENT else {
      throw FileOperationError(doing: "removing \(path)")
    }
    try syncDirectory()
  }
}

extension PrivateFile {
  private func damagedFilePath(_ number: Int) -> String { "\(path).damaged-\(number)" }

  private func refusedFileError(_ reason: String) -> FileOperationError {
    FileOperationError(doing: "reading \(path)", because: reason)
  }

  private func writePrivateFile(
    _ bytes: [UInt8], by temporary: String, isSaved: Bool
  ) throws(FileOperationError) {
    let file = try createTemporaryFile(at: temporary)
    do throws(FileOperationError) {
      guard fchmod(file.descriptor, 0o600) == 0 else {
        throw FileOperationError(doing: "protecting \(temporary)")
      }
      try file.writeBytes(bytes)
      if isSaved { try file.syncToDisk() }
      guard rename(temporary, path) == 0 else {
        throw FileOperationError(doing: "replacing \(path)")
      }
    } catch {
      unlink(temporary)
      throw error
    }
  }

  /// Creates the empty temporary file that replaces the private file, in place of one that a dead
  /// process left.
  private func createTemporaryFile(at path: String) throws(FileOperationError) -> OpenFile {
    do throws(FileOperationError) {
      return try OpenFile(path, O_WRONLY | O_CREAT | O_EXCL, doing: "creating")
    } catch {
      guard error.code == EEXIST else { throw error }
      unlink(path)
      return try OpenFile(path, O_WRONLY | O_CREAT | O_EXCL, doing: "creating")
    }
  }

  private func syncDirectory() throws(FileOperationError) {
    let end = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let directory = end == path.startIndex ? "." : String(path[..<end])
    // The slash at the end follows a link, which the directory may be.
    try OpenFile(directory, O_RDONLY | O_DIRECTORY).syncToDisk()
  }
}

/// A file that is written piece by piece, readable for its owner alone, and replaces the file at
/// its path atomically when finished. Symbolic links are followed; a pipe or device is written in
/// place.
package final class AtomicFile {
  /// The path of the file that is replaced, behind symbolic links.
  private let path: String
  /// The path of the temporary file that is written; nil if the bytes go to a pipe or a device.
  private let temporary: String?
  private let file: OpenFile
  private var isInPlace = false

  package init(path: String) throws(FileOperationError) {
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG,
      status.st_mode & S_IFMT != S_IFDIR
    {
      (self.path, temporary) = (path, nil)
      // A pipe of the shell is a link to its end of the pipe.
      file = try OpenFile(path, O_WRONLY, followsLink: true, doing: "opening")
      return
    }
    self.path = Self.pathWithLinksResolved(path)
    let unfinished = "\(self.path).\(getpid()).part"
    temporary = unfinished
    unlink(unfinished)  // Left by a process that died.
    file = try OpenFile(unfinished, O_WRONLY | O_CREAT | O_EXCL, doing: "creating", for: path)
  }

  deinit { if let temporary, !isInPlace { unlink(temporary) } }

  package func writeBytes(_ bytes: [UInt8]) throws(FileOperationError) {
    try file.writeBytes(bytes)
  }

  /// Moves the finished temporary file to the path of the file that it replaces, durably.
  package func moveToFinalPath() throws(FileOperationError) {
    guard let temporary else { return }
    try file.syncToDisk()
    guard rename(temporary, path) == 0 else { throw FileOperationError(doing: "replacing \(path)") }
    isInPlace = true
  }

  /// Returns the path to which a symbolic link at `path` leads; `path` itself if it is no link, or
  /// leads nowhere.
  private static func pathWithLinksResolved(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}

/// A directory that only its owner can read.
package struct PrivateDirectory {
  package let path: String

  package init(path: String) { self.path = path }

  /// Creates the private directory if missing, and opens and locks the file at a path in it, which
  /// is created if missing. Waits for the locks of other processes to end.
  package func openOrCreateLockedFile(at path: String) throws(FileOperationError) -> OpenFile {
    try prepareDirectory()
    let file = try OpenFile(path, O_RDWR | O_CREAT, doing: "locking")
    try file.lockFile()
    return file
  }

  /// Creates the private directory and its parents if they are missing, and removes other users'
  /// permissions for it.
  package func prepareDirectory() throws(FileOperationError) {
    var descriptor = openDirectoryDescriptor()
    if descriptor < 0, errno == ENOENT {
      try createDirectoryAndParents()
      descriptor = openDirectoryDescriptor()
    }
    guard descriptor >= 0 else {
      let code = errno
      guard code == ELOOP || code == ENOTDIR else {
        throw FileOperationError(doing: "opening \(path)", code: code)
      }
      throw FileOperationError(
        doing: "opening \(path)", because: "it is not a directory; move it out of the way")
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw FileOperationError(doing: "examining \(path)")
    }
    guard status.st_uid == geteuid() else {
      throw FileOperationError(doing: "opening \(path)", because: "it belongs to somebody else")
    }
    if status.st_mode & 0o077 != 0, fchmod(descriptor, 0o700) != 0 {
      throw FileOperationError(doing: "protecting \(path)")
    }
  }

  private func openDirectoryDescriptor() -> Int32 {
    open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
  }

  private func createDirectoryAndParents() throws(FileOperationError) {
    var partial = ""
    for name in path.split(separator: "/") {
      partial += "/\(name)"
      guard mkdir(partial, 0o700) == 0 || errno == EEXIST else {
        let code = errno
        // mkdir fails with other errors, too, for existing directories above the home directory.
        var status = stat()
        if stat(partial, &status) == 0 { continue }
        throw FileOperationError(doing: "creating \(partial)", code: code)
      }
    }
  }
}
