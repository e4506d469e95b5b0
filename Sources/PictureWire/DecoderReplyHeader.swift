/// A header of fixed length in front of a reply of the decoder program.
package struct DecoderReplyHeader: Equatable, Sendable {
  package struct DecodedPictureFacts: Equatable, Sendable {
    /// The size of the picture before decoding, after turning it upright.
    package let original: PixelExtent
    package let size: PixelExtent
    /// The number of bytes in the reply's body: three for each pixel, or those of a JPEG.
    package let bodyCount: Int
    /// The number of the picture's frames; more than one for an animation.
    package let frames: Int
    /// The duration of the decoded frame in milliseconds; 0 if the picture file states none.
    package let milliseconds: Int
    /// True if bytes of the picture's file are missing or wrong.
    package let isDamaged: Bool

    package init(
      original: PixelExtent, size: PixelExtent, bodyCount: Int, frames: Int = 1,
      milliseconds: Int = 0,
      isDamaged: Bool = false
    ) {
      self.original = original
      self.size = size
      self.bodyCount = bodyCount
      self.frames = frames
      self.milliseconds = milliseconds
      self.isDamaged = isDamaged
    }
  }

  package let outcome: Result<DecodedPictureFacts, DecoderRefusal>
  /// True if the decoder program ran without Landlock or the system call filter.
  package let isReduced: Bool

  package init(_ outcome: Result<DecodedPictureFacts, DecoderRefusal>, isReduced: Bool) {
    (self.outcome, self.isReduced) = (outcome, isReduced)
  }
}

extension DecoderReplyHeader {
  package static let byteCount = 40

  private static let signature: [UInt8] = Array("TWPX".utf8)
  private static let version: UInt8 = 1

  /// The encoded header: a mark, version, outcome, two flags, and little-endian numbers.
  package var bytes: [UInt8] {
    let status: UInt8
    var numbers = [Int](repeating: 0, count: 8)
    var flags: UInt8 = isReduced ? 1 : 0
    switch outcome {
    case .failure(let refusal): status = refusal.rawValue
    case .success(let facts):
      status = 0
      flags |= facts.isDamaged ? 2 : 0
      numbers = [
        facts.original.width, facts.original.height, facts.size.width, facts.size.height,
        facts.bodyCount, facts.frames, facts.milliseconds, 0,
      ]
    }
    return Self.signature + [Self.version, status, flags, 0]
      + numbers.flatMap { number in
        let number = UInt32(clamping: number)
        return (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
      }
  }

  /// Creates the header of a decoder's reply from bytes; nil unless they are exactly one header.
  package init?(bytes: [UInt8]) {
    guard bytes.count == Self.byteCount, bytes.starts(with: Self.signature + [Self.version]),
      bytes[6] < 4
    else { return nil }
    let numbers = stride(from: 8, to: Self.byteCount, by: 4).map { start in
      (0..<4).reduce(0) { $0 | Int(bytes[start + $1]) << ($1 * 8) }
    }
    isReduced = bytes[6] & 1 != 0
    if bytes[5] == 0 {
      outcome = .success(
        DecodedPictureFacts(
          original: PixelExtent(width: numbers[0], height: numbers[1]),
          size: PixelExtent(width: numbers[2], height: numbers[3]), bodyCount: numbers[4],
          frames: numbers[5], milliseconds: numbers[6], isDamaged: bytes[6] & 2 != 0))
    } else if let refusal = DecoderRefusal(rawValue: bytes[5]) {
      outcome = .failure(refusal)
    } else {
      return nil
    }
    // Unused bytes must be zero.
    guard self.bytes == bytes else { return nil }
  }
}

/// An error that says why the decoder program refuses a picture.
package enum DecoderRefusal: UInt8, Error, CaseIterable, Sendable {
  /// A refusal of the decoder: its arguments are invalid.
  case badOrder = 1
  case unknownFormat
  /// A refusal of the decoder: the picture has too many bytes or pixels.
  case tooLarge
  /// A refusal of the decoder: the picture is broken, or of an unsupported kind.
  case damaged
  /// A refusal of the decoder: the animation has no frame of that number.
  case noSuchFrame
  /// A refusal of the decoder: the picture cannot be encoded within the service's limit.
  case doesNotFit
  /// A refusal of the decoder: the kernel has no sandbox, and the request demands one.
  case noSandbox
  /// A refusal of the decoder: the library libavif or, in the second case, libheif is missing.
  case noAVIFLibrary, noHEIFLibrary
}
