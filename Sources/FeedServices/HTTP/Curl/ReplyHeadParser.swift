/// A parser of the head of an HTTP reply, and of preliminary replies before it.
struct ReplyHeadParser {
  private static let maximumBytes = 256 << 10

  enum HeaderLineResult {
    case incomplete
    /// A result of reading a header line: the head of the reply is complete, and the body or, after
    /// a preliminary reply, another head follows.
    case complete
    /// A result of reading a header line: the head of the reply is longer than the limit.
    case tooLong
  }

  private(set) var status = 0
  private(set) var headers = HTTPHeaders()
  private(set) var isComplete = false
  private var framing = ReplyFramingChecker()
  private var bytes = 0

  var isAmbiguous: Bool { framing.isAmbiguous }

  /// Parses a header line of an HTTP reply, and returns how far the head is read; `current` returns
  /// the reply's status, which is asked for at a status line.
  mutating func readHeaderLine(_ line: UnsafeRawBufferPointer, status current: () -> Int)
    -> HeaderLineResult
  {
    bytes += line.count
    guard bytes <= Self.maximumBytes else { return .tooLong }
    let text = String(decoding: line, as: UTF8.self)
    if text.hasPrefix("HTTP/") {
      // The head of a reply, or of the next one after a preliminary reply.
      status = current()
      headers = HTTPHeaders()
      isComplete = false
      framing.beginReply(status: status, line: text)
      return .incomplete
    }
    let bare = text.trimmingBlanks
    // Later lines are trailers, which are not used.
    guard !isComplete else { return .incomplete }
    if bare.isEmpty {
      isComplete = true
      return .complete
    }
    framing.checkFramingHeader(text)
    if let colon = bare.firstIndex(of: ":") {
      headers.addHeader(
        bare[..<colon].trimmingBlanks, bare[bare.index(after: colon)...].trimmingBlanks)
    }
    return .incomplete
  }
}

/// A checker of an HTTP reply's headers for whether the end of the reply is certain; if not, bytes
/// that follow could be a forged reply, and the connection must not be used again.
struct ReplyFramingChecker {
  /// Maximum number of preliminary HTTP replies (status 1xx) before the final one.
  private static let maximumPreliminary = 8

  /// True if the end of the HTTP reply is uncertain, so that the connection must not be used again.
  private(set) var isAmbiguous = false
  private var preliminary = 0
  private var lengths = 0
  private var encodings = 0
  private var hasBody = false

  mutating func beginReply(status: Int, line: String) {
    (lengths, encodings, hasBody) = (0, 0, false)
    // Later versions of HTTP frame their messages unambiguously.
    guard line.hasPrefix("HTTP/1.") else { return }
    switch status {
    case 100..<200:
      preliminary += 1
      if preliminary > Self.maximumPreliminary || status == 101 { isAmbiguous = true }
    // These statuses forbid a body; whether one follows cannot be seen here.
    case 204, 205, 304: isAmbiguous = true
    case 200..<600: hasBody = true
    default: isAmbiguous = true
    }
  }

  mutating func checkFramingHeader(_ line: String) {
    guard !isAmbiguous, preliminary > 0 || hasBody else { return }
    // Programs differ in reading a folded line or a line without a name.
    guard let colon = line.firstIndex(of: ":"), line.first != " ", line.first != "\t" else {
      isAmbiguous = true
      return
    }
    let name = line[..<colon]
    if name.isEmpty || name.last == " " || name.last == "\t" { isAmbiguous = true }
    let value = line[line.index(after: colon)...].trimmingBlanks.lowercased()
    switch name.lowercased() {
    case "content-length":
      lengths += 1
      let isNumber = !value.isEmpty && value.utf8.allSatisfy { (0x30...0x39).contains($0) }
      if !isNumber || value.utf8.count > 18 { isAmbiguous = true }
    case "transfer-encoding":
      encodings += 1
      if value != "chunked" { isAmbiguous = true }
    default: return
    }
    if lengths + encodings > 1 || !hasBody { isAmbiguous = true }
  }
}

/// A set of time limits for an HTTP transfer, in which a slow connection is no error.
struct TransferTimeLimits: Equatable, Sendable {
  var connectTimeout = Duration.seconds(10)
  /// The duration for which an HTTP transfer that is not streamed may stay below
  /// `slowBytesPerSecond` before it is ended.
  var slowTimeout = Duration.seconds(20)
  var slowBytesPerSecond = 30
  /// The duration without a received byte after which a streamed transfer is ended.
  var silenceTimeout = Duration.seconds(60)
  var apiCall = Duration.seconds(60)
  var media = Duration.seconds(180)
  /// The minimum speed, in bytes per second, of an HTTP transfer that takes longer than its time
  /// limit; four pictures at a time over a line of 16 kbit/s reach it.
  var steadyBytesPerSecond = 100
  /// The multiple of an HTTP transfer's time limit after which it is ended whatever its speed; the
  /// time for sending at `sendingBytesPerSecond` is added.
  var maximumTotals = 5
  var sendingBytesPerSecond = 500

  static let standard = TransferTimeLimits()

  /// Returns true if an HTTP transfer is to be ended, as it took too long for its kind and for the
  /// number of bytes moved.
  func exceedsTimeLimit(
    _ elapsed: Duration, for kind: HTTPRequest.TransferKind, moved bytes: Int,
    sending outgoing: Int = 0
  ) -> Bool {
    guard let total = durationBeforeSpeedCheck(for: kind), elapsed > total else { return false }
    let sending = Duration.seconds(max(0, outgoing) / max(1, sendingBytesPerSecond))
    guard elapsed <= total * maximumTotals + sending else { return true }
    return bytes / max(1, Int(elapsed.components.seconds)) < steadyBytesPerSecond
  }

  /// Returns the duration from which on a transfer of a kind is ended if its average speed is below
  /// the minimum; nil for kinds whose speed is not checked.
  func durationBeforeSpeedCheck(for kind: HTTPRequest.TransferKind) -> Duration? {
    switch kind {
    case .api: apiCall
    case .media, .webText: media
    case .stream, .download: nil
    }
  }
}
