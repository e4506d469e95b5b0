import Glibc

/// The folder with the demo's people, posts and pictures, in this repository.
package enum DemoFolder {
  package static let path =
    #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 } + "/Demo"

  /// Returns the text of a file of the demo; empty if the file cannot be read.
  package static func text(of file: String) -> String {
    guard let handle = fopen("\(path)/\(file)", "r") else { return "" }
    defer { fclose(handle) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = fread(&bytes, 1, bytes.count, handle)
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }
}
