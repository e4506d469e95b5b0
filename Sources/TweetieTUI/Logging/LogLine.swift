internal import FeedDomain
internal import Terminal

/// A fact as it is written to the log.
enum LogLine {
  /// "2026-03-04T05:06:07Z error network: …", with secrets blotted out, safe for a terminal.
  static func text(
    _ fact: String, _ channel: LogChannel, _ level: LogLevel, at moment: Timestamp,
    hiding secrets: Set<String>
  ) -> String {
    // Longest first: a secret may contain another one.
    let discreet = secrets.sorted { $0.utf8.count > $1.utf8.count }
      .reduce(fact) { $0.replacing($1, with: "•••") }
    let date = CivilDate(seconds: Int(moment.milliseconds / 1_000)).iso
    return "\(date) \(level) \(channel.rawValue): \(SafeText(sanitizing: discreet).string)\n"
  }
}
