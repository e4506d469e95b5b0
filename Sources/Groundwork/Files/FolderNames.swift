internal import Glibc

/// The names of what lies in a folder, in no order, without the folder itself and what is above it.
package struct FolderNames: Sequence, IteratorProtocol {
  private let folder: OpenFolder

  /// Nil where the folder cannot be read.
  package init?(in path: String) {
    guard let folder = opendir(path) else { return nil }
    self.folder = OpenFolder(folder)
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

/// A folder that is being read, closed with the last who reads it.
private final class OpenFolder {
  let handle: OpaquePointer

  init(_ handle: OpaquePointer) { self.handle = handle }

  deinit { closedir(handle) }
}
