internal import Glibc

/// A file that only its owner can read, and that never grows beyond its limit: what was in it
/// moves to a second file, `<path>.1`, in place of what that held.
final class RotatingFile {
  private let path: String
  private let limit: Int
  private var descriptor: Int32 = -1
  private var size = 0

  /// Opens nothing yet.
  init(path: String, limit: Int) {
    self.path = path
    self.limit = limit
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Adds a line; false where that cannot be done.
  func append(_ line: String) -> Bool {
    let bytes = Array(line.utf8)
    guard open() else { return false }
    if size > 0, size + bytes.count > limit { rotate() }
    guard open() else { return false }
    // One write with O_APPEND: the lines of two processes do not mix.
    let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    size += max(0, count)
    return count == bytes.count
  }

  /// Erases every line, in both files; who else has the first one open goes on at its beginning.
  func erase() {
    unlink(path + ".1")
    let file = Glibc.open(path, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return }
    defer { close(file) }
    if ftruncate(file, 0) == 0 { size = 0 }
  }
}

extension RotatingFile {
  /// Opens the file, which must be a plain file: a link or a pipe put in its place is refused.
  private func open() -> Bool {
    guard descriptor < 0 else { return true }
    let flags = O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    let opened = Glibc.open(path, flags, 0o600)
    guard opened >= 0 else { return false }
    var status = stat()
    guard fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      fchmod(opened, 0o600) == 0
    else {
      close(opened)
      return false
    }
    descriptor = opened
    size = Int(status.st_size)
    return true
  }

  private func rotate() {
    close(descriptor)
    descriptor = -1
    var status = stat()
    // Another process may have rotated it since we looked: then what is there is young, and stays.
    guard lstat(path, &status) == 0, Int(status.st_size) >= size else { return }
    rename(path, path + ".1")
  }
}
