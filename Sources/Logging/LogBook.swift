package import FeedDomain
package import Preferences

/// A log that can be looked through, and whose channels can be switched.
package protocol LogBook: AnyObject, Sendable {
  /// Whether anything is kept; where nothing is, levels mean nothing.
  var isKept: Bool { get }
  /// The last lines that were written, the latest last; nil where nothing is kept.
  func tail() async -> [LogRecord]?
  /// Tells, from any thread, of every line that is written from now on; nil tells nobody.
  func follow(_ tell: (@Sendable () -> Void)?)
  /// From which level on a channel is written.
  func threshold(of channel: LogChannel) -> LogThreshold
  /// Writes a channel from that level on.
  func setThreshold(_ threshold: LogThreshold, of channel: LogChannel)
}

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
