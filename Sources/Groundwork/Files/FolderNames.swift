internal import Glibc

/// The names of a folder's entries, unsorted and without "." and "..".
package struct FolderNames: Sequence, IteratorProtocol {
  private let folder: OpenFolder

  /// Fails if the folder cannot be read.
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

/// An open directory handle, closed with the last reference.
private final class OpenFolder {
  let handle: OpaquePointer

  init(_ handle: OpaquePointer) { self.handle = handle }

  deinit { closedir(handle) }
}
