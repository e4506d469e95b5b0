internal import Glibc

/// Returns the text of a small file; nil if the file cannot be read.
func contents(of path: String) -> String? {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { return nil }
  defer { close(descriptor) }
  var bytes: [UInt8] = []
  withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 16_384) { buffer in
    while case let count = read(descriptor, buffer.baseAddress, buffer.count), count > 0 {
      bytes.append(contentsOf: buffer[..<count])
    }
  }
  return String(decoding: bytes, as: UTF8.self)
}

/// Returns the names in a directory, without itself and its parent; empty if it cannot be read.
func entries(of path: String) -> [String] {
  guard let directory = opendir(path) else { return [] }
  defer { closedir(directory) }
  var names: [String] = []
  while let entry = readdir(directory) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) {
      $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    if name != ".", name != ".." { names.append(name) }
  }
  return names
}

/// Deletes a file, or a directory with its contents; links are deleted, not followed.
func removeTree(_ path: String) {
  if unlink(path) == 0 { return }
  for name in entries(of: path) { removeTree(path + "/" + name) }
  rmdir(path)
}
