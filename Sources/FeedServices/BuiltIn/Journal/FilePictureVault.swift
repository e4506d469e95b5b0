internal import Glibc

/// Pictures in a directory that only its owner can enter, a file each.
final class FilePictureVault: PictureVault {
  private let directory: String

  init(directory: String) { self.directory = directory }

  func keep(_ bytes: [UInt8], named name: String) throws(JournalError) {
    guard mkdir(directory, 0o700) == 0 || errno == EEXIST else { throw failure("make directory") }
    // Written beside its place and moved there: a picture is whole or not there.
    let unfinished = path(of: name) + ".part"
    let file = open(unfinished, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw failure("open picture") }
    defer { close(file) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      if written < 0 && errno == EINTR { continue }
      guard written > 0 else {
        let error = failure("write picture")
        unlink(unfinished)
        throw error
      }
      rest = rest.dropFirst(written)
    }
    guard fsync(file) == 0, rename(unfinished, path(of: name)) == 0 else {
      throw failure("keep picture")
    }
  }

  func bytes(named name: String) throws(JournalError) -> [UInt8]? {
    let file = open(path(of: name), O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw failure("open picture")
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw failure("look at picture") }
    let count = Int(status.st_size)
    var isWhole = true
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
      while done < count {
        // A buffer that has room has an address.
        let got = read(file, buffer.baseAddress! + done, count - done)
        if got < 0 && errno == EINTR { continue }
        isWhole = got > 0
        guard got > 0 else { return }
        done += got
      }
    }
    guard isWhole else { throw failure("read picture") }
    return bytes
  }

  func erase() throws(JournalError) {
    guard let entries = opendir(directory) else {
      if errno == ENOENT { return }
      throw failure("open directory")
    }
    defer { closedir(entries) }
    while let entry = readdir(entries) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard name != ".", name != ".." else { continue }
      guard unlink(path(of: name)) == 0 || errno == ENOENT else { throw failure("erase picture") }
    }
    guard rmdir(directory) == 0 || errno == ENOENT else { throw failure("erase directory") }
  }

  private func path(of name: String) -> String { "\(directory)/\(name)" }

  private func failure(_ step: String) -> JournalError { JournalError(step: step, code: errno) }
}
