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

  static let standard = TransferLimits()

  /// The time a whole transfer may take; nil for as long as it likes.
  func total(for kind: HTTPRequest.Kind) -> Duration? {
    switch kind {
    case .api: apiCall
    case .media: media
    case .stream: nil
    }
  }
}
