/// The head of a reply, line by line, and of whatever announced it.
struct ReplyHead {
  private static let mostBytes = 256 << 10

  /// What a line was.
  enum Step {
    case goesOn
    /// The head's end; what comes now is the body, or another head.
    case isComplete
    /// More than anybody sends in earnest.
    case isTooLong
  }

  private(set) var status = 0
  private(set) var headers = HTTPHeaders()
  private(set) var isComplete = false
  private var framing = ReplyFraming()
  private var bytes = 0

  /// Whether the connection must not be used again.
  var isDoubtful: Bool { framing.isDoubtful }

  /// Takes a line; the status is asked for where one begins a head.
  mutating func take(_ line: UnsafeRawBufferPointer, status current: () -> Int) -> Step {
    bytes += line.count
    guard bytes <= Self.mostBytes else { return .isTooLong }
    let text = String(decoding: line, as: UTF8.self)
    if text.hasPrefix("HTTP/") {
      // The head of a reply; of another one, after a preliminary one.
      status = current()
      headers = HTTPHeaders()
      isComplete = false
      framing.begin(status: status, line: text)
      return .goesOn
    }
    let bare = text.trimmingBlanks
    // What comes after it is a trailer, which nobody here asks for.
    guard !isComplete else { return .goesOn }
    if bare.isEmpty {
      isComplete = true
      return .isComplete
    }
    framing.note(text)
    if let colon = bare.firstIndex(of: ":") {
      headers.add(
        bare[..<colon].trimmingBlanks, bare[bare.index(after: colon)...].trimmingBlanks)
    }
    return .goesOn
  }
}
