/// Why bytes are no JSON, and where.
struct JSONError: Error, Hashable, Sendable {
  enum Problem: Hashable, Sendable {
    case nothing
    case unexpectedEnd
    case unexpectedByte
    case badNumber
    case badEscape
    /// More than 64 levels, which no service needs and a small stack would not survive.
    case tooDeep
    /// More values than any reply needs, of which each takes more room than its bytes did.
    case tooMuch
    case somethingAfterTheEnd
  }

  let problem: Problem
  /// The offset of the byte that shows it.
  let offset: Int
}
