/// Parses the head of a reply, and of preliminary replies before it.
struct ReplyHead {
  private static let maximumBytes = 256 << 10

  enum Step {
    case incomplete
    /// The head's end; the body or another head follows.
    case complete
    /// Status line and headers exceed the size limit.
    case tooLong
  }

  private(set) var status = 0
  private(set) var headers = HTTPHeaders()
  private(set) var isComplete = false
  private var framing = ReplyFraming()
  private var bytes = 0

  var isAmbiguous: Bool { framing.isAmbiguous }

  /// Reads a header line; the status is asked for at a status line.
  mutating func read(_ line: UnsafeRawBufferPointer, status current: () -> Int) -> Step {
    bytes += line.count
    guard bytes <= Self.maximumBytes else { return .tooLong }
    let text = String(decoding: line, as: UTF8.self)
    if text.hasPrefix("HTTP/") {
      // The head of a reply, or of the next one after a preliminary reply.
      status = current()
      headers = HTTPHeaders()
      isComplete = false
      framing.begin(status: status, line: text)
      return .incomplete
    }
    let bare = text.trimmingBlanks
    // Later lines are trailers, which are not used.
    guard !isComplete else { return .incomplete }
    if bare.isEmpty {
      isComplete = true
      return .complete
    }
    framing.note(text)
    if let colon = bare.firstIndex(of: ":") {
      headers.add(bare[..<colon].trimmingBlanks, bare[bare.index(after: colon)...].trimmingBlanks)
    }
    return .incomplete
  }
}

/// Checks whether the end of a reply is unambiguous. After an ambiguous end, the next bytes may be
/// the reply's rest or a forged next reply, so the connection is not used again.
struct ReplyFraming {
  /// The maximum count of preliminary replies (status 1xx) before the final one.
  private static let maximumPreliminary = 8

  /// Whether the connection must not be used again.
  private(set) var isAmbiguous = false
  private var preliminary = 0
  private var lengths = 0
  private var encodings = 0
  private var hasBody = false

  mutating func begin(status: Int, line: String) {
    (lengths, encodings, hasBody) = (0, 0, false)
    // Later versions of HTTP frame their messages unambiguously.
    guard line.hasPrefix("HTTP/1.") else { return }
    switch status {
    case 100..<200:
      preliminary += 1
      if preliminary > Self.maximumPreliminary || status == 101 { isAmbiguous = true }
    // A forbidden body cannot be noticed here.
    case 204, 205, 304: isAmbiguous = true
    case 200..<600: hasBody = true
    default: isAmbiguous = true
    }
  }

  mutating func note(_ line: String) {
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

/// Time limits of transfers. A slow line is no error, as long as bytes keep coming.
struct TransferLimits: Equatable, Sendable {
  var connectTimeout = Duration.seconds(10)
  /// An API call or picture ends after this time below the minimum speed.
  var slowTimeout = Duration.seconds(20)
  var slowBytesPerSecond = 30
  /// A stream ends after this time without a byte.
  var silenceTimeout = Duration.seconds(60)
  var apiCall = Duration.seconds(60)
  var media = Duration.seconds(180)
  /// The minimum speed of a transfer beyond its time limit: four pictures on a line of 16 kbit/s
  /// need that.
  var steadyBytesPerSecond = 100
  /// A transfer ends after this multiple of its time limit, and the time for sending at
  /// `sendingBytesPerSecond`.
  var maximumTotals = 5
  var sendingBytesPerSecond = 500

  static let standard = TransferLimits()

  /// Whether a transfer takes too long, by progress and size.
  func isTooLong(
    _ elapsed: Duration, for kind: HTTPRequest.Kind, moved bytes: Int, sending outgoing: Int = 0
  ) -> Bool {
    guard let total = total(for: kind), elapsed > total else { return false }
    let sending = Duration.seconds(max(0, outgoing) / max(1, sendingBytesPerSecond))
    guard elapsed <= total * maximumTotals + sending else { return true }
    return bytes / max(1, Int(elapsed.components.seconds)) < steadyBytesPerSecond
  }

  /// The time limit of a whole transfer without progress; nil for no limit.
  func total(for kind: HTTPRequest.Kind) -> Duration? {
    switch kind {
    case .api: apiCall
    case .media: media
    case .stream: nil
    }
  }
}
