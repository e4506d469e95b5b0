internal import Glibc
import Groundwork

/// The end of a log file.
package struct LogTail {
  /// So many bytes are read, which is more than anybody looks through.
  package static let limit = 64 << 10

  package let path: String

  /// The last lines, the latest last; none where there is no file.
  func records() -> [LogRecord] {
    // What cannot be read is shown as what is not there.
    guard let file = try? OpenFile(path, O_RDONLY | O_NONBLOCK), let status = try? file.status(),
      status.st_mode & S_IFMT == S_IFREG
    else { return [] }
    let start = max(0, Int(status.st_size) - Self.limit)
    guard let bytes = try? file.bytes(Int(status.st_size) - start, from: start) else { return [] }
    return Self.records(in: bytes[...], from: start)
  }

  /// The lines in bytes that begin there in the file; a line whose beginning is not among them is
  /// left out.
  static func records(in bytes: ArraySlice<UInt8>, from start: Int) -> [LogRecord] {
    var records: [LogRecord] = []
    var rest = bytes
    if start > 0 {
      guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return [] }
      rest = rest[(end + 1)...]
    }
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      let line = String(decoding: rest[..<end], as: UTF8.self)
      records.append(LogRecord(line, offset: start + rest.startIndex - bytes.startIndex))
      rest = rest[(end + 1)...]
    }
    return records
  }
}
