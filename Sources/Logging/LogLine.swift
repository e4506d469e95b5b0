internal import FeedDomain
internal import Groundwork
internal import Terminal

/// A fact as it is written to the log.
enum LogLine {
  /// "2026-03-04T05:06:07Z error network: …", with secrets blotted out, safe for a terminal.
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
  /// The text with every place blotted out that has the secret's bytes.
  ///
  /// Bytes and not characters: a mark after a secret makes another character of its end.
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
