import Glibc

/// The files of the project, for tests that compare one with another.
enum SourceTree {
  /// Where the project is.
  static var root: String {
    #filePath.split(separator: "/").prefix { $0 != "Tests" }.reduce("") { $0 + "/" + $1 }
  }

  /// The text of a file; nil where there is none.
  static func text(at path: String) -> String? {
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = read(descriptor, &chunk, chunk.count), count > 0 {
      bytes += chunk.prefix(count)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The paths of all Swift files below a directory.
  static func swiftFiles(below directory: String) -> [String] {
    guard let stream = opendir(directory) else { return [] }
    defer { closedir(stream) }
    var paths: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasPrefix(".") { continue }
      let path = "\(directory)/\(name)"
      paths += name.hasSuffix(".swift") ? [path] : swiftFiles(below: path)
    }
    return paths.sorted()
  }
}
