import Glibc

@testable import FeedServices

/// What services answer, as it lies in a folder beside the tests.
enum ServiceSample {
  /// Why a sample could not be read.
  struct Unreadable: Error {
    let path: String
  }

  /// The sample of that name, as "Unsplash/photos_list".
  static func json(_ name: String) throws -> JSON { try JSON(bytes("\(name).json")) }

  /// The bytes of the sample of that name, as "Syndication/blog.xml".
  static func bytes(_ name: String) throws -> [UInt8] {
    let parts = name.split(separator: "/")
    let tests = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
    let path = "/\(tests)/\(parts[0])/Samples/\(parts[1])"
    guard let file = fopen(path, "rb") else { throw Unreadable(path: path) }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
    }
  }
}
