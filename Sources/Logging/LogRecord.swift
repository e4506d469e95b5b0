package import FeedDomain

/// A line of the log, as it stands in the file.
package struct LogRecord: Equatable, Sendable {
  /// Where in the file it begins.
  package let offset: Int
  /// The moment, as it is written there; empty where the line is none of ours.
  package let time: String
  /// How much it matters; nil where the line is none of ours.
  package let level: LogLevel?
  /// What it is about, and the fact.
  package let text: String

  /// Reads a line; one that nobody of us wrote is text alone.
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
