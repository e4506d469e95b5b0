/// Why bytes are not read as XML, and where.
struct XMLError: Error, Hashable, Sendable {
  enum Problem: Hashable, Sendable {
    /// Expat is not there.
    case unavailable
    /// It is no XML, with expat's number for why.
    case malformed(Int)
    /// It is in an encoding that nobody here knows.
    case strangeEncoding
    /// More levels than anything for reading needs.
    case tooDeep
    /// More elements than anything for reading needs, of which each takes more room than its bytes.
    case tooMuch
    /// It brings words of its own, of which a few lines can make gigabytes.
    case declaresEntities
  }

  let problem: Problem
  /// The offset of the byte that shows it.
  var offset = 0
}
