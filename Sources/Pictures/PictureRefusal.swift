internal import PictureWire

/// Why a picture could not be decoded.
package enum PictureRefusal: Error, Hashable, Sendable {
  /// The bytes are in none of the formats that are shown: JPEG, PNG, WebP, GIF and
  /// AVIF; or, to be posted, HEIC.
  case unknownFormat
  /// It has more bytes, or more pixels, than are allowed.
  case tooLarge
  /// It is broken, or of a kind that cannot be read.
  case damaged
  /// An animation has no frame of that number.
  case noSuchFrame
  /// It cannot be made as small as the service demands.
  case doesNotFit
  /// The box has no pixels, or too many of them, or the part lies outside the picture.
  case badOrder
  /// The kernel lacks what confines the decoder, which was told not to work without it.
  case noSandbox
  /// It took too long.
  case tooSlow
  /// The decoder did something that is forbidden, as it would if the picture had taken it over, and
  /// was ended.
  case confined
  /// The decoder crashed, by this signal or, where that is 0, without one.
  case crashed(signal: Int32)
  /// The decoder answered with something other than what was ordered.
  case badReply
  /// A library that the decoder needs is not installed; its name is the one in `library_table.h`.
  case missingLibrary(String)
  /// The decoder's program could not be started; the number is the system's reason.
  case notStarted(code: Int32)
  /// Nobody is waiting for it any more.
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
      case .noAVIFLibrary: .missingLibrary("libavif")
      case .noHEIFLibrary: .missingLibrary("libheif")
      }
  }

  /// Whether the decoder may be at fault, and not the picture alone.
  var isDecodersOwn: Bool {
    switch self {
    case .confined, .crashed, .badReply, .notStarted: true
    default: false
    }
  }
}
