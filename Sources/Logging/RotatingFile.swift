internal import Glibc
internal import Groundwork

/// A file for its owner alone that never exceeds a limit: full, it is renamed to `<path>.1`.
final class RotatingFile {
  private let path: String
  private let limit: Int
  private var file: OpenFile?
  private var size = 0

  init(path: String, limit: Int) {
    (self.path, self.limit) = (path, limit)
  }

  /// Appends a line; false on failure.
  func append(_ line: String) -> Bool {
    let bytes = Array(line.utf8)
    guard opened() != nil else { return false }
    if size > 0, size + bytes.count > limit { rotate() }
    // One write with O_APPEND: the lines of two processes do not mix.
    guard let file = opened(), (try? file.write(bytes)) != nil else { return false }
    size += bytes.count
    return true
  }

  /// Erases both files; other processes continue at the start of the first.
  func erase() {
    unlink(path + ".1")
    guard let file = try? OpenFile(path, O_WRONLY | O_NONBLOCK) else { return }
    if ftruncate(file.descriptor, 0) == 0 { size = 0 }
  }
}

extension RotatingFile {
  /// Opens the file; links, pipes and other special files are refused.
  private func opened() -> OpenFile? {
    if let file { return file }
    guard let opened = try? OpenFile(path, O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK),
      let status = try? opened.status(), status.st_mode & S_IFMT == S_IFREG,
      fchmod(opened.descriptor, 0o600) == 0
    else { return nil }
    (file, size) = (opened, Int(status.st_size))
    return opened
  }

  private func rotate() {
    file = nil
    var status = stat()
    // Another process may have rotated it since we looked: then what is there is young, and stays.
    guard lstat(path, &status) == 0, Int(status.st_size) >= size else { return }
    rename(path, path + ".1")
  }
}
