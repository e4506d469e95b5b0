/// A wait that was in vain, with the screen as it was by then.
public struct SessionFailure: Error, CustomStringConvertible {
  /// Why the wait ended.
  public enum Reason: Equatable, Sendable {
    /// The deadline passed.
    case deadline
    /// The program has let go of its terminal: nothing will appear any more.
    case ended
  }

  /// Why the wait ended.
  public let reason: Reason
  /// What was waited for.
  public let awaited: String
  /// The text of the screen.
  public let screen: String
  /// The last that the program wrote, spelt out.
  public let tail: String
  /// The last that was typed, spelt out.
  public let typed: String
  /// How much of that the program has not read; nil where that cannot be known.
  public let unread: Int?

  /// Everything, framed, for a test's report; what matters most stands last, for the end of a report
  /// is what is kept of it.
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

/// Bytes with everything unprintable spelt out.
func spelling(of bytes: some Collection<UInt8>) -> String {
  String(decoding: bytes, as: UTF8.self).unicodeScalars
    .map { $0.value < 0x20 || $0.value == 0x7F ? $0.escaped(asASCII: true) : String($0) }
    .joined()
}
