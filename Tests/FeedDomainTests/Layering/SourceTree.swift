import Glibc

/// The files of this package, as they lie on the disk.
struct SourceTree {
  struct File {
    let path: String
    let text: String
  }

  struct Unreadable: Error { let path: String }

  private let root: String

  /// The tree in which that test file lies.
  init(_ testFile: String) {
    root = testFile.split(separator: "/").prefix { $0 != "Tests" }
      .reduce("") { $0 + "/" + $1 }
  }

  func swiftFiles(under folder: String) throws -> [File] {
    try files(under: folder, ending: ".swift")
  }

  func files(under folder: String, ending suffix: String) throws -> [File] {
    guard let directory = opendir("\(root)/\(folder)") else { throw Unreadable(path: folder) }
    defer { closedir(directory) }
    var files: [File] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard !name.hasPrefix(".") else { continue }
      if Int32(entry.pointee.d_type) == Int32(DT_DIR) {
        files += try self.files(under: "\(folder)/\(name)", ending: suffix)
      } else if name.hasSuffix(suffix) {
        files.append(File(path: "\(folder)/\(name)", text: try text(of: "\(folder)/\(name)")))
      }
    }
    return files
  }

  private func text(of path: String) throws -> String {
    guard let file = fopen("\(root)/\(path)", "r") else { throw Unreadable(path: path) }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&chunk, 1, chunk.count, file), count > 0 {
      bytes += chunk[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
