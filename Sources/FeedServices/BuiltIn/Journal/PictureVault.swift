internal import Glibc
internal import Groundwork

/// The pictures that the reader posted, a file each in a directory that only its owner can enter;
/// without a directory, in memory alone.
final class PictureVault {
  /// Larger than any that can be posted.
  private static let largest = 64 << 20

  private let directory: String?
  private var pictures: [String: [UInt8]] = [:]

  init(directory: String?) { self.directory = directory }

  /// Keeps a picture under a name of letters, digits and hyphens.
  func keep(_ bytes: [UInt8], named name: String) throws(SystemError) {
    guard let directory else { return pictures[name] = bytes }
    try PrivateDirectory(path: directory).prepare()
    try file(name, in: directory).replace(with: bytes)
  }

  /// The picture of that name; nil where there is none.
  func bytes(named name: String) throws(SystemError) -> [UInt8]? {
    guard let directory else { return pictures[name] }
    do throws(SystemError) { return try file(name, in: directory).read() } catch {
      if error.code == ENOTDIR { return nil }
      throw error
    }
  }

  func erase() throws(SystemError) {
    pictures = [:]
    guard let directory, let names = FolderNames(in: directory) else { return }
    for name in names {
      guard unlink("\(directory)/\(name)") == 0 || errno == ENOENT else {
        throw SystemError(doing: "removing \(name)")
      }
    }
    guard rmdir(directory) == 0 || errno == ENOENT else {
      throw SystemError(doing: "removing \(directory)")
    }
  }

  private func file(_ name: String, in directory: String) -> PrivateFile {
    PrivateFile(path: "\(directory)/\(name)", maximumSize: Self.largest)
  }
}
