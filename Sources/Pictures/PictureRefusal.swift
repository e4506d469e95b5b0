internal import PictureWire

/// Why a picture could not be decoded.
public enum PictureRefusal: Error, Hashable, Sendable {
  /// The bytes are in none of the formats that are shown: JPEG, PNG, WebP and GIF.
  case unknownFormat
  /// It has more bytes, or more pixels, than are taken.
  case tooLarge
  /// It is broken, or of a rare kind.
  case damaged
  /// An animation has no frame of that number.
  case noSuchFrame
  /// It cannot be made as small as the service demands.
  case doesNotFit
  /// The box has no pixels, or too many of them, or the part lies outside the picture.
  case badOrder
  /// The kernel lacks what confines the decoder, and it was not to work without.
  case noSandbox
  /// It took longer than it may.
  case tooSlow
  /// The decoder did what it may not, as bytes made to take it over would have it, and was ended.
  case confined
  /// The decoder came to grief, by this signal or, where that is 0, without one.
  case crashed(signal: Int32)
  /// The decoder answered with something else than what was ordered.
  case badReply
  /// The decoder's program could not be started; the number is the system's reason.
  case notStarted(code: Int32)
  /// Nobody waits for it any more.
  case cancelled

  init(_ refusal: WireRefusal) {
    self =
      switch refusal {
      case .badOrder: .badOrder
      case .unknownFormat: .unknownFormat
      case .tooLarge: .tooLarge
      case .damaged: .damaged
      case .noSuchFrame: .noSuchFrame
      case .doesNotFit: .doesNotFit
      case .noSandbox: .noSandbox
      }
  }

  /// Whether the fault may lie with the decoder, and not with the picture alone.
  var isDecodersOwn: Bool {
    switch self {
    case .confined, .crashed, .badReply, .notStarted: true
    default: false
    }
  }
}
