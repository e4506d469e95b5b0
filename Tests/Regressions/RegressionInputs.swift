import Glibc

/// The inputs that are kept, a file each, beside this source in a directory for each property.
enum RegressionInputs {
  /// Why an input could not be read.
  struct Unreadable: Error {
    let path: String
    let code: CInt
  }

  /// The names of the properties that have inputs.
  static func directories() throws(Unreadable) -> [String] { try names(in: root) }

  /// The files of a property; none where it has no directory.
  static func paths(for property: String) throws(Unreadable) -> [String] {
    guard try directories().contains(property) else { return [] }
    return try names(in: "\(root)/\(property)").map { "\(root)/\(property)/\($0)" }
  }

  /// A file's bytes.
  static func bytes(at path: String) throws(Unreadable) -> [UInt8] {
    guard let file = fopen(path, "rb") else { throw Unreadable(path: path, code: errno) }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
    }
  }

  private static var root: String {
    let source = #filePath
    return source[..<(source.lastIndex(of: "/") ?? source.endIndex)] + "/Inputs"
  }

  private static func names(in directory: String) throws(Unreadable) -> [String] {
    guard let stream = opendir(directory) else { throw Unreadable(path: directory, code: errno) }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }
}
