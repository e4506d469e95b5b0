internal import Glibc

/// A journal in a file that only its owner can read, shared by every process that opens it.
///
/// The file is held open while it is known: its place on disk cannot be given to another file
/// meanwhile, so that a journal that was erased and begun anew is never taken for the old one.
final class FileJournal: Journal {
  private let path: String
  private var file: CInt = -1
  private var offset: off_t = 0
  private var startsOver = false

  init(path: String) { self.path = path }

  deinit { closeFile() }

  func news() throws(JournalError) -> JournalNews {
    _ = try openFile(creating: false)
    defer { startsOver = false }
    return JournalNews(startsOver: startsOver, records: file < 0 ? [] : try readRecords())
  }

  func lock(creating: Bool) throws(JournalError) -> Bool {
    while try openFile(creating: creating) {
      while flock(file, LOCK_EX) != 0 {
        guard errno == EINTR else { throw failure("lock") }
      }
      // Between opening and locking somebody may have erased it.
      if try isCurrent() { return true }
    }
    return false
  }

  func unlock() { if file >= 0 { _ = flock(file, LOCK_UN) } }

  func append(_ records: [JournalRecord]) throws(JournalError) {
    let size = try status().st_size
    var text = records.reduce(into: "") { $0 += JournalLine.encoded($1) }
    // A line that a crash tore is closed, or it would swallow the first of ours.
    if size > 0, try byte(at: size - 1) != UInt8(ascii: "\n") { text = "\n" + text }
    do throws(JournalError) {
      try write(text)
      guard fdatasync(file) == 0 else { throw failure("sync") }
    } catch {
      // Half a record would be ignored, but a whole one whose sync failed must not take effect.
      _ = ftruncate(file, size)
      throw error
    }
  }

  func erase() throws(JournalError) {
    guard try lock(creating: false) else { return }
    // Whoever holds the file open finds nothing in it either.
    guard ftruncate(file, 0) == 0, unlink(path) == 0 else { throw failure("erase") }
    closeFile()
  }

  /// Opens the file where it is not the one that is open; false where there is none.
  private func openFile(creating: Bool) throws(JournalError) -> Bool {
    if file >= 0 {
      if try isCurrent() { return true }
      closeFile()
    }
    let flags = O_APPEND | O_CLOEXEC | O_NOFOLLOW | (creating ? O_CREAT : 0)
    var opened = open(path, O_RDWR | flags, 0o600)
    // Where nothing can be written the service still knows whom it let in.
    if opened < 0, [EROFS, EACCES].contains(errno) { opened = open(path, O_RDONLY | flags, 0o600) }
    guard opened >= 0 else {
      if errno == ENOENT && !creating { return false }
      throw failure("open")
    }
    (file, offset) = (opened, 0)
    let status = try status()
    guard status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
      status.st_mode & 0o077 == 0
    else {
      closeFile()
      throw JournalError(step: "trust", code: EPERM)
    }
    return true
  }

  private func closeFile() {
    guard file >= 0 else { return }
    close(file)
    (file, offset, startsOver) = (-1, 0, true)
  }

  /// Whether the open file is still the one that the path names.
  private func isCurrent() throws(JournalError) -> Bool {
    var named = stat()
    guard lstat(path, &named) == 0 else {
      if errno == ENOENT { return false }
      throw failure("look")
    }
    let open = try status()
    return named.st_ino == open.st_ino && named.st_dev == open.st_dev && open.st_size >= offset
  }

  private func status() throws(JournalError) -> stat {
    var status = stat()
    guard fstat(file, &status) == 0 else { throw failure("look") }
    return status
  }

  private func readRecords() throws(JournalError) -> [JournalRecord] {
    let size = try status().st_size
    guard size > offset else { return [] }
    let bytes = try read(from: offset, count: Int(size - offset))
    // What follows the last line's end is still being written, or was torn.
    guard let end = bytes.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
    offset += off_t(end + 1)
    return bytes[..<end].split(separator: UInt8(ascii: "\n")).compactMap { JournalLine.decoded($0) }
  }

  private func byte(at position: off_t) throws(JournalError) -> UInt8? {
    try read(from: position, count: 1).first
  }

  private func read(from start: off_t, count: Int) throws(JournalError) -> [UInt8] {
    var failed = false
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
      while done < count {
        // A buffer that has room has an address.
        let got = pread(file, buffer.baseAddress! + done, count - done, start + off_t(done))
        if got < 0 && errno == EINTR { continue }
        failed = got < 0
        guard got > 0 else { return }
        done += got
      }
    }
    guard !failed else { throw failure("read") }
    return bytes
  }

  private func write(_ text: String) throws(JournalError) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if written < 0 && errno == EINTR { continue }
      guard written >= 0 else { throw failure("write") }
      bytes = bytes.dropFirst(written)
    }
  }

  private func failure(_ step: String) -> JournalError { JournalError(step: step, code: errno) }
}
