import FeedDomain
import Terminal

@testable import Logging

/// A line of the log: one line, printable, and no secret in it.
enum LogProperty {
  static func check(_ input: [UInt8]) throws(Finding) {
    var reader = InputReader(input)
    let moment = Timestamp(milliseconds: Int64(reader.coordinate()) &* 1_000_003)
    let secret = reader.text()
    let fact = reader.remainingText()

    let line = LogLineFormat.logLineText(fact, .network, .error, at: moment, hiding: [secret])

    try expect(line.last == "\n", "a line without an end")
    let text = line.dropLast()
    try expect(
      SafeText(sanitizing: String(text)).string == text, "not printable: \(text.debugDescription)")
    // Tokens and passwords are neither shorter nor anything but ASCII.
    guard secret.utf8.count >= 8, secret.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }) else { return }
    // By bytes: a mark behind it does not hide it from anybody.
    try expect(
      Array(text.utf8).firstRange(of: Array(secret.utf8)) == nil, "the secret is in the log")
  }
}
