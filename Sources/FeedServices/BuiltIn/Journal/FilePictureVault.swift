internal import Glibc
internal import Groundwork

/// Pictures in a directory that only its owner can enter, a file each.
final class FilePictureVault: PictureVault {
  /// Larger than any that can be posted.
  private static let largest = 64 << 20

  private let directory: String

  init(directory: String) { self.directory = directory }

  func keep(_ bytes: [UInt8], named name: String) throws(SystemError) {
    try PrivateDirectory(path: directory).prepare()
    try file(name).replace(with: bytes)
  }

  func bytes(named name: String) throws(SystemError) -> [UInt8]? {
    do throws(SystemError) { return try file(name).read() } catch {
      if error.code == ENOTDIR { return nil }
      throw error
    }
  }

  func erase() throws(SystemError) {
    guard let entries = opendir(directory) else {
      if errno == ENOENT { return }
      throw SystemError(doing: "opening \(directory)")
    }
    defer { closedir(entries) }
    while let entry = readdir(entries) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard name != ".", name != ".." else { continue }
      guard unlink(file(name).path) == 0 || errno == ENOENT else {
        throw SystemError(doing: "removing \(name)")
      }
    }
    guard rmdir(directory) == 0 || errno == ENOENT else {
      throw SystemError(doing: "removing \(directory)")
    }
  }

  private func file(_ name: String) -> PrivateFile {
    PrivateFile(path: "\(directory)/\(name)", maximumSize: Self.largest)
  }
}
