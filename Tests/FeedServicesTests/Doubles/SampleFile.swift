import Glibc

@testable import FeedServices

/// A file with what a server answered.
enum SampleFile {
  /// Why it could not be read.
  struct Unreadable: Error {
    let path: String
  }

  static func json(_ path: String) throws -> JSON {
    guard let file = fopen(path, "rb") else { throw Unreadable(path: path) }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      guard count > 0 else { return try JSON(bytes) }
      bytes += buffer[..<count]
    }
  }
}
