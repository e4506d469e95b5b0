package import Glibc

/// A folder for one test, which is deleted with this object.
package final class ScratchFolder: Sendable {
  package let path: String

  package init() {
    var template = Array("/tmp/tweetie-test-XXXXXX".utf8CString)
    path = template.withUnsafeMutableBufferPointer { String(cString: mkdtemp($0.baseAddress!)) }
  }

  deinit {
    for name in names { unlink("\(path)/\(name)") }
    for name in names { rmdir("\(path)/\(name)") }
    rmdir(path)
  }

  package subscript(name: String) -> String { "\(path)/\(name)" }

  /// The names of the files in the test's folder.
  package var names: [String] {
    guard let directory = opendir(path) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  package func bytes(of name: String) -> [UInt8] {
    guard let file = fopen(self[name], "r") else { return [] }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
  }

  package func write(
    _ bytes: [UInt8], to name: String, appending: Bool = false, mode: mode_t = 0o600
  ) {
    guard let file = fopen(self[name], appending ? "a" : "w") else { return }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
    chmod(self[name], mode)
  }

  package func mode(of name: String) -> mode_t {
    var status = stat()
    return lstat(self[name], &status) == 0 ? status.st_mode & 0o7777 : 0
  }

  /// Returns the names of the files in the test's folder that contain a text.
  package func names(containing text: String) -> [String] {
    let needle = Array(text.utf8)
    return names.filter { name in
      let bytes = bytes(of: name)
      return !bytes.isEmpty && bytes.contains(needle)
    }
  }
}

extension [UInt8] {
  fileprivate func contains(_ needle: [UInt8]) -> Bool {
    withUnsafeBytes { hay in
      var start = 0
      while start + needle.count <= hay.count,
        let found = memchr(hay.baseAddress! + start, Int32(needle[0]), hay.count - start)
      {
        start = UnsafeRawPointer(found) - hay.baseAddress!
        guard start + needle.count <= hay.count else { return false }
        if memcmp(found, needle, needle.count) == 0 { return true }
        start += 1
      }
      return false
    }
  }
}
