/// How long transfers may take. A slow line is no error: what counts is that something comes.
struct TransferLimits: Equatable, Sendable {
  var connecting = Duration.seconds(10)
  /// An API call or a picture is given up after so long below that speed.
  var slowness = Duration.seconds(20)
  var slowBytesPerSecond = 30
  /// A stream is given up after so long without a byte.
  var silence = Duration.seconds(60)
  var apiCall = Duration.seconds(60)
  var media = Duration.seconds(180)
  /// A transfer whose time is over goes on while it moves at least that fast: on a line of
  /// 16 kbit/s four pictures at once take longer than that.
  var steadyBytesPerSecond = 100
  /// After so many times its total a transfer is given up, however steadily it moves; for what is sent
  /// there is the time besides that it takes at that speed.
  var mostTotals = 5
  var sendingBytesPerSecond = 500

  static let standard = TransferLimits()

  /// Whether a transfer that has moved so much in that time, and has so much to send, takes too long.
  func isTooLong(
    _ elapsed: Duration, for kind: HTTPRequest.Kind, moved bytes: Int, sending outgoing: Int = 0
  ) -> Bool {
    guard let total = total(for: kind), elapsed > total else { return false }
    let sending = Duration.seconds(max(0, outgoing) / max(1, sendingBytesPerSecond))
    guard elapsed <= total * mostTotals + sending else { return true }
    return bytes / max(1, Int(elapsed.components.seconds)) < steadyBytesPerSecond
  }

  /// The time a whole transfer may take, where little comes; nil for as long as it likes.
  func total(for kind: HTTPRequest.Kind) -> Duration? {
    switch kind {
    case .api: apiCall
    case .media: media
    case .stream: nil
    }
  }
}
