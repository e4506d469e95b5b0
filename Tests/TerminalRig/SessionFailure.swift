/// An error of waiting in a terminal session, with the screen as it was at the end.
public struct SessionFailure: Error, CustomStringConvertible {
  /// The reason why a test's wait for the program ended without success.
  public enum Reason: Equatable, Sendable {
    /// A reason why a wait ended: its time limit passed.
    case deadline
    /// A reason why a wait ended: the program has released its terminal, and will write nothing
    /// more.
    case ended
  }

  public let reason: Reason
  /// The text or event that the test waited for.
  public let awaited: String
  /// The text of the screen when the wait ended.
  public let screen: String
  /// The last output of the program before the wait ended, with control characters spelt out.
  public let tail: String
  /// The text typed last before the wait ended, with control characters spelt out.
  public let typed: String
  /// The number of typed bytes that the program has not read; nil if unknown.
  public let unread: Int?

  /// The error's text for a test's report; the most important part is last, since only the end of a
  /// report is kept.
  public var description: String {
    let why = reason == .deadline ? "did not happen in time" : "cannot happen: the program ended"
    let frame = screen.split(separator: "\n", omittingEmptySubsequences: true)
      .filter { $0.contains { $0 != " " } }.map { "│" + $0 }.joined(separator: "\n")
    let left = unread.map { ", \($0) bytes unread" } ?? ""
    return """
      last bytes: \(tail)
      \(frame)
      typed: \(typed)\(left)
      \(awaited) \(why)
      """
  }
}

/// Returns bytes as text with control characters spelt out.
func spelling(of bytes: some Collection<UInt8>) -> String {
  String(decoding: bytes, as: UTF8.self).unicodeScalars
    .map { $0.value < 0x20 || $0.value == 0x7F ? $0.escaped(asASCII: true) : String($0) }
    .joined()
}
