package import FeedDomain
internal import Glibc
internal import Groundwork
package import Preferences
import Terminal
import Threads

/// A log that is written to a file, without secrets. The file is opened for the first line; errors
/// of writing are ignored.
package final class FileLog: Log {
  private struct FileLogState {
    var file: RotatingLogFile
    var thresholds: [LogChannel: LogThreshold]
    var secrets: Set<String> = []
    var logLineListener: (@Sendable () -> Void)?
  }

  private let path: String?
  private let state: LockedValue<FileLogState>
  private let world: any World
  /// The closure that the log calls with every line, whatever the thresholds; nil for none.
  private let echo: (@Sendable (String) -> Void)?

  /// Creates a log in a file, which is renamed when it reaches `limit` bytes; a path of nil makes a
  /// log without a file. `echo` is called with every log line.
  package init(
    path: String?, thresholds: [LogChannel: LogThreshold], world: any World, limit: Int = 1 << 20,
    echo: (@Sendable (String) -> Void)? = nil
  ) {
    let file = RotatingLogFile(path: path ?? "/dev/null", limit: limit)
    self.path = path
    state = LockedValue(FileLogState(file: file, thresholds: thresholds))
    self.world = world
    self.echo = echo
  }

  package func writeLogLine(
    _ channel: LogChannel, _ level: LogLevel, _ fact: @autoclosure () -> String
  ) {
    let isKept = path != nil && logThreshold(of: channel).admitsLevel(level)
    guard isKept || echo != nil else { return }
    let (fact, now) = (fact(), world.now)
    let (line, follower) = state.withLock { state in
      let line = LogLineFormat.logLineText(fact, channel, level, at: now, hiding: state.secrets)
      if isKept { _ = state.file.appendLine(line) }
      return (line, isKept ? state.logLineListener : nil)
    }
    echo?(line)
    follower?()
  }

  package func logThreshold(of channel: LogChannel) -> LogThreshold {
    state.withLock { $0.thresholds[channel] ?? .error }
  }

  package func setThreshold(_ threshold: LogThreshold, of channel: LogChannel) {
    state.withLock { $0.thresholds[channel] = threshold }
  }

  /// Sets the closure that is called, on any thread, after each written log line; nil for none.
  package func setLogLineListener(_ tell: (@Sendable () -> Void)?) {
    state.withLock { $0.logLineListener = tell }
  }

  /// True if the log is written to a file; otherwise the log thresholds have no effect.
  package var isKept: Bool { path != nil }

  /// Returns the last lines of the log file, the latest last; nil for a log without a file.
  package func lastLogRecords() async -> [LogRecord]? {
    path.map { LogFileReader(path: $0).lastRecordsInLogFile() }
  }

  package func eraseLog() { if path != nil { state.withLock { $0.file.eraseLogFiles() } } }

  package func maskSecretInLog(_ secret: Secret) {
    guard !secret.revealed.isEmpty else { return }
    state.withLock { _ = $0.secrets.insert(secret.revealed) }
  }
}

extension LogThreshold {
  func admitsLevel(_ level: LogLevel) -> Bool {
    switch self {
    case .off: false
    case .error: level >= .error
    case .info: level >= .info
    case .debug: true
    }
  }
}

enum LogLineFormat {
  /// Returns a line of the log, such as "2026-03-04T05:06:07Z error network: …", with secrets
  /// masked and safe for a terminal.
  static func logLineText(
    _ fact: String, _ channel: LogChannel, _ level: LogLevel, at moment: Timestamp,
    hiding secrets: Set<String>
  ) -> String {
    // Sanitised first, since the removed characters may be all that hides a secret. Longest secrets
    // first, since one may contain another.
    let safe = SafeText(sanitizing: fact).string
    let discreet = secrets.filter { !$0.isEmpty }.sorted { $0.utf8.count > $1.utf8.count }
      .reduce(safe) { $0.maskingSecret($1) }
    let date = CalendarDateTime(seconds: Int(moment.milliseconds / 1_000)).iso
    return "\(date) \(level) \(channel.rawValue): \(SafeText(sanitizing: discreet).string)\n"
  }
}

extension String {
  /// Returns this string for the log with a secret, such as a token, masked. Bytes are compared, as
  /// a combining mark after a secret changes its last character.
  fileprivate func maskingSecret(_ secret: String) -> String {
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

/// A parsed line of the log file.
package struct LogRecord: Equatable, Sendable {
  /// The byte offset of this line in the log file.
  package let offset: Int
  /// The time of the log line as written; empty for a line in another format.
  package let time: String
  /// The severity of the log line; nil for a line in another format.
  package let level: LogLevel?
  /// The topic and the message of the log line.
  package let text: String

  /// Creates a log record from a line of the log file; a line in another format becomes text alone.
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

package struct LogFileReader {
  /// The number of bytes at the end of the log file from which its last lines are read.
  package static let limit = 64 << 10

  package let path: String

  /// Returns the last lines of the log file, the latest last; empty if the file cannot be read.
  func lastRecordsInLogFile() -> [LogRecord] {
    // A log that cannot be read is shown as empty.
    guard let file = try? OpenFile(path, O_RDONLY | O_NONBLOCK),
      let status = try? file.fileStatus(),
      status.st_mode & S_IFMT == S_IFREG
    else { return [] }
    let start = max(0, Int(status.st_size) - Self.limit)
    guard let bytes = try? file.readBytes(Int(status.st_size) - start, from: start) else {
      return []
    }
    return Self.parsedRecords(in: bytes[...], atFileOffset: start)
  }

  /// Parses bytes of the log file, which begin at the offset `start`, into its lines; an incomplete
  /// first line is left out.
  static func parsedRecords(in bytes: ArraySlice<UInt8>, atFileOffset start: Int) -> [LogRecord] {
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

/// A log file, readable for its owner alone; at its maximum size, it is renamed to `<path>.1`.
final class RotatingLogFile {
  private let path: String
  private let limit: Int
  private var file: OpenFile?
  private var size = 0

  init(path: String, limit: Int) {
    (self.path, self.limit) = (path, limit)
  }

  /// Appends a line to the log file; returns false if writing failed.
  func appendLine(_ line: String) -> Bool {
    let bytes = Array(line.utf8)
    guard openedLogFile() != nil else { return false }
    if size > 0, size + bytes.count > limit { rotateLogFile() }
    // A single write with O_APPEND keeps the lines of two processes apart.
    guard let file = openedLogFile(), (try? file.writeBytes(bytes)) != nil else { return false }
    size += bytes.count
    return true
  }

  /// Erases the log file and the renamed one; other processes then continue in the empty file.
  func eraseLogFiles() {
    unlink(path + ".1")
    guard let file = try? OpenFile(path, O_WRONLY | O_NONBLOCK) else { return }
    if ftruncate(file.descriptor, 0) == 0 { size = 0 }
  }
}

extension RotatingLogFile {
  /// Returns the log file, opened if necessary; nil on failure, and for links, pipes and the like.
  private func openedLogFile() -> OpenFile? {
    if let file { return file }
    guard let opened = try? OpenFile(path, O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK),
      let status = try? opened.fileStatus(), status.st_mode & S_IFMT == S_IFREG,
      fchmod(opened.descriptor, 0o600) == 0
    else { return nil }
    (file, size) = (opened, Int(status.st_size))
    return opened
  }

  private func rotateLogFile() {
    file = nil
    var status = stat()
    // Another process may have renamed the file meanwhile: then the new file is small, and stays.
    guard lstat(path, &status) == 0, Int(status.st_size) >= size else { return }
    rename(path, path + ".1")
  }
}
