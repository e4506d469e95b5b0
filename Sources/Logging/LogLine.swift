package import FeedDomain
import Glibc
import Groundwork
import Terminal

/// The format of a log line.
enum LogLine {
  /// Returns a line such as "2026-03-04T05:06:07Z error network: …", with secrets masked and safe
  /// for a terminal.
  static func text(
    _ fact: String, _ channel: LogChannel, _ level: LogLevel, at moment: Timestamp,
    hiding secrets: Set<String>
  ) -> String {
    // Made safe first: what is dropped may be all that parts a secret from being one. Longest
    // first: a secret may contain another one.
    let safe = SafeText(sanitizing: fact).string
    let discreet = secrets.filter { !$0.isEmpty }.sorted { $0.utf8.count > $1.utf8.count }
      .reduce(safe) { $0.blottingOut($1) }
    let date = CalendarDate(seconds: Int(moment.milliseconds / 1_000)).iso
    return "\(date) \(level) \(channel.rawValue): \(SafeText(sanitizing: discreet).string)\n"
  }
}

extension String {
  /// Returns the text with a secret masked. Compares bytes, as a combining mark after a secret
  /// changes its last character.
  fileprivate func blottingOut(_ secret: String) -> String {
    let pattern = Array(secret.utf8)
    let bytes = Array(utf8)
    var kept: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index...].starts(with: pattern) {
        kept += "•••".utf8
        index += pattern.count
      } else {
        kept.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: kept, as: UTF8.self)
  }
}

/// A parsed line of the log.
package struct LogRecord: Equatable, Sendable {
  /// The offset of the line in the file.
  package let offset: Int
  /// The time as written; empty for a foreign line.
  package let time: String
  /// The severity; nil for a foreign line.
  package let level: LogLevel?
  /// The topic and the message.
  package let text: String

  /// Parses a line; a foreign one becomes text alone.
  package init(_ line: String, offset: Int) {
    self.offset = offset
    let parts = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    let level = parts.count == 3 ? LogLevel.allCases.first { "\($0)" == parts[1] } : nil
    guard let level, parts[0].utf8.count == 20, parts[0].utf8.last == UInt8(ascii: "Z") else {
      (time, self.level, text) = ("", nil, line)
      return
    }
    (time, self.level, text) = (String(parts[0]), level, String(parts[2]))
  }
}

package struct LogTail {
  /// Number of bytes read from the end of the log.
  package static let limit = 64 << 10

  package let path: String

  /// Returns the last lines, the latest last; none without a file.
  func records() -> [LogRecord] {
    // What cannot be read is shown as what is not there.
    guard let file = try? OpenFile(path, O_RDONLY | O_NONBLOCK), let status = try? file.status(),
      status.st_mode & S_IFMT == S_IFREG
    else { return [] }
    let start = max(0, Int(status.st_size) - Self.limit)
    guard let bytes = try? file.bytes(Int(status.st_size) - start, from: start) else { return [] }
    return Self.records(in: bytes[...], from: start)
  }

  /// Parses the lines in bytes from an offset of the file; an incomplete first line is left out.
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
