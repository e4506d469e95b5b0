internal import Glibc
internal import Groundwork

/// A journal in a file that only its owner can read, shared by every process that opens it.
///
/// The file is held open while it is known: its place on disk cannot be given to another file
/// meanwhile, so that a journal that was erased and begun anew is never taken for the old one.
final class FileJournal: Journal {
  private let path: String
  private var file: OpenFile?
  private var offset = 0
  private var startsOver = false

  init(path: String) { self.path = path }

  func news() throws(SystemError) -> JournalNews {
    let file = try opened(creating: false)
    defer { startsOver = false }
    return JournalNews(
      startsOver: startsOver,
      records: try file.map { file throws(SystemError) in try records(in: file) } ?? [])
  }

  func lock(creating: Bool) throws(SystemError) -> Bool {
    while let file = try opened(creating: creating) {
      try file.lock()
      // Between opening and locking somebody may have erased it.
      if try isCurrent(file) { return true }
    }
    return false
  }

  func unlock() { file?.unlock() }

  func append(_ records: [JournalRecord]) throws(SystemError) {
    // Whoever appends has locked it.
    guard let file else { throw SystemError(doing: "writing \(path)", code: EBADF) }
    let size = Int(try file.status().st_size)
    var text = records.reduce(into: "") { $0 += JournalLine.encoded($1) }
    // A line that a crash tore is closed, or it would swallow the first of ours.
    if size > 0, try file.bytes(1, from: size - 1) != [UInt8(ascii: "\n")] { text = "\n" + text }
    do throws(SystemError) {
      try file.write(Array(text.utf8))
      try file.save()
    } catch {
      // Half a record would be ignored, but a whole one whose sync failed must not take effect.
      _ = ftruncate(file.descriptor, size)
      throw error
    }
  }

  func erase() throws(SystemError) {
    guard try lock(creating: false), let file else { return }
    // Whoever holds the file open finds nothing in it either.
    guard ftruncate(file.descriptor, 0) == 0, unlink(path) == 0 else {
      throw SystemError(doing: "erasing \(path)")
    }
    closeFile()
  }

  /// The open file, opened anew where it is not the one that the path names; nil where there is none.
  private func opened(creating: Bool) throws(SystemError) -> OpenFile? {
    if let file {
      if try isCurrent(file) { return file }
      closeFile()
    }
    guard let opened = try open(creating: creating) else { return nil }
    let status = try opened.status()
    guard status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
      status.st_mode & 0o077 == 0
    else {
      startsOver = true
      throw SystemError(doing: "reading \(path)", because: "others could have written it")
    }
    (file, offset) = (opened, 0)
    return opened
  }

  private func open(creating: Bool) throws(SystemError) -> OpenFile? {
    let flags = O_APPEND | (creating ? O_CREAT : 0)
    do throws(SystemError) {
      return try OpenFile(path, O_RDWR | flags)
    } catch {
      switch error.code {
      // Where nothing can be written the service still knows whom it let in.
      case EROFS, EACCES: return try OpenFile(path, O_RDONLY | flags)
      case ENOENT where !creating: return nil
      default: throw error
      }
    }
  }

  private func closeFile() { (file, offset, startsOver) = (nil, 0, true) }

  /// Whether the open file is still the one that the path names.
  private func isCurrent(_ file: OpenFile) throws(SystemError) -> Bool {
    var named = stat()
    guard lstat(path, &named) == 0 else {
      if errno == ENOENT { return false }
      throw SystemError(doing: "examining \(path)")
    }
    let open = try file.status()
    return named.st_ino == open.st_ino && named.st_dev == open.st_dev && open.st_size >= offset
  }

  private func records(in file: OpenFile) throws(SystemError) -> [JournalRecord] {
    let size = Int(try file.status().st_size)
    guard size > offset else { return [] }
    let bytes = try file.bytes(size - offset, from: offset)
    // What follows the last line's end is still being written, or was torn.
    guard let end = bytes.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
    offset += end + 1
    return bytes[..<end].split(separator: UInt8(ascii: "\n")).compactMap { JournalLine.decoded($0) }
  }
}
