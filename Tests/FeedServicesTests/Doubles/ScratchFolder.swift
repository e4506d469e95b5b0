import Glibc

/// A folder of a test's own, which goes with it.
final class ScratchFolder {
  let path: String

  init() {
    var template = Array("/tmp/tweetie-test-XXXXXX".utf8CString)
    path = template.withUnsafeMutableBufferPointer { String(cString: mkdtemp($0.baseAddress!)) }
  }

  deinit {
    for name in names { unlink(self[name]) }
    rmdir(path)
  }

  subscript(name: String) -> String { "\(path)/\(name)" }

  /// The names of what is in it.
  var names: [String] {
    guard let directory = opendir(path) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  func bytes(of name: String) -> [UInt8] {
    guard let file = fopen(self[name], "r") else { return [] }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = getc(file), byte != EOF { bytes.append(UInt8(byte)) }
    return bytes
  }

  func write(_ bytes: [UInt8], to name: String) {
    let file = open(self[name], O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    defer { close(file) }
    precondition(Glibc.write(file, bytes, bytes.count) == bytes.count)
  }
}
