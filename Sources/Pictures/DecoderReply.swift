internal import PictureWire
package import Terminal

/// A reply of the decoder program, which is received in parts, and is as untrusted as the picture.
struct DecoderReply {
  /// A complete reply of a decoder, checked against the request.
  struct DecoderReplyContent: Sendable {
    let facts: DecoderReplyHeader.DecodedPictureFacts
    let isReduced: Bool
    let body: [UInt8]
  }

  private let request: PictureDecodingRequest
  private var header: [UInt8] = []
  private var facts: DecoderReplyHeader.DecodedPictureFacts?
  private var isReduced = false
  private var body: [UInt8] = []
  private var received = 0

  init(to request: PictureDecodingRequest) { self.request = request }

  var content: DecoderReplyContent? {
    guard let facts, received == body.count else { return nil }
    return DecoderReplyContent(facts: facts, isReduced: isReduced, body: body)
  }

  /// Reads a part of the decoder's reply by a closure, which fills memory and returns the number of
  /// bytes; returns that number. A byte more than the request allows is a bad reply.
  mutating func receiveReplyPart(
    _ read: (UnsafeMutableRawBufferPointer) -> Int
  ) throws(PictureRefusal) -> Int {
    guard received < body.count else { return try receiveReplyHeader(read) }
    let count = body.withUnsafeMutableBytes { body in
      read(UnsafeMutableRawBufferPointer(rebasing: body[received...]))
    }
    received += max(0, count)
    return count
  }

  /// Reads the next bytes of the header of the decoder's reply, and returns their number; once the
  /// header is whole, throws if it is a refusal or does not match the request. After a whole reply,
  /// throws for any further byte.
  private mutating func receiveReplyHeader(
    _ read: (UnsafeMutableRawBufferPointer) -> Int
  ) throws(PictureRefusal) -> Int {
    var room = [UInt8](repeating: 0, count: max(1, DecoderReplyHeader.byteCount - header.count))
    let count = room.withUnsafeMutableBytes(read)
    header += room[..<max(0, count)]
    guard count > 0, header.count >= DecoderReplyHeader.byteCount else { return count }
    guard let reply = DecoderReplyHeader(bytes: header) else { throw .badReply }
    switch reply.outcome {
    case .failure(let refusal): throw PictureRefusal(refusal)
    case .success(let facts):
      guard request.isRequestFulfilled(by: facts) else { throw .badReply }
      self.facts = facts
      isReduced = reply.isReduced
      body = [UInt8](repeating: 0, count: facts.bodyCount)
    }
    return count
  }
}

extension DecoderReply.DecoderReplyContent {
  /// The frames of an animation in the decoder's reply, with their durations; nil if invalid.
  var frames: [DecodedAnimationFrame]? {
    let size = PixelSize(width: facts.size.width, height: facts.size.height)
    let count = DecoderLimits.frameHeader + facts.size.area * 3
    guard body.count == count * facts.frames else { return nil }
    var frames: [DecodedAnimationFrame] = []
    for start in stride(from: 0, to: body.count, by: count) {
      let milliseconds = (0..<DecoderLimits.frameHeader).reduce(0) {
        $0 | Int(body[start + $1]) << ($1 * 8)
      }
      let pixels = Array(body[start + DecoderLimits.frameHeader..<start + count])
      guard milliseconds > 0, let image = PixelImage(size: size, pixels: pixels) else { return nil }
      frames.append(DecodedAnimationFrame(image: image, duration: .milliseconds(milliseconds)))
    }
    return frames
  }
}

extension PictureDecodingRequest {
  /// Returns true if a decoder's reply has the size and number of bytes that the request demands.
  func isRequestFulfilled(by facts: DecoderReplyHeader.DecodedPictureFacts) -> Bool {
    let size = facts.size
    guard size.width > 0, size.height > 0, facts.original.width > 0, facts.original.height > 0,
      facts.frames > 0
    else { return false }
    switch job {
    case .show(let box, let cut, _):
      let isFull = size == box
      let isFitted =
        size.width <= box.width && size.height <= box.height
        && (size.width == box.width || size.height == box.height)
      return (cut == .filling ? isFull : isFitted) && facts.bodyCount == size.area * 3
    case .move(let box, _):
      let bytes = facts.frames * (size.area * 3 + DecoderLimits.frameHeader)
      return size.width <= box.width && size.height <= box.height
        && facts.frames <= DecoderLimits.motion.frames && facts.bodyCount == bytes
        && bytes <= DecoderLimits.motion.bytes
    case .upload(let longestSide, let mostBytes):
      return max(size.width, size.height) <= longestSide
        && (1...mostBytes).contains(facts.bodyCount)
    }
  }

  func timeLimitOrDefault(_ limit: Duration?) -> Duration { limit ?? .seconds(timeLimit) }
}

/// A way to show a picture in a box: whole, cut to fill the box, or only a rectangle of the
/// picture.
package enum PictureFraming: Equatable, Sendable {
  /// A way to show a picture in a box: the whole picture, scaled to fit into the box.
  case whole
  /// A way to show a picture in a box: the middle of the picture, as much as fills the box.
  case filling
  /// A way to show a picture in a box: only a rectangle of the picture, in thousandths of width and
  /// height, scaled to fit into the box.
  case part(x: Int, y: Int, width: Int, height: Int)

  var cropping: PictureDecodingRequest.PictureCropping {
    switch self {
    case .whole: .whole
    case .filling: .filling
    case .part(let x, let y, let width, let height): .part(x: x, y: y, width: width, height: height)
    }
  }
}

/// An error that says why a picture could not be decoded, or not be prepared for posting.
package enum PictureRefusal: Error, Equatable, Sendable {
  /// A reason why a picture was not decoded: the file is not JPEG, PNG, WebP, GIF or AVIF, nor, to
  /// be posted, HEIC.
  case unknownFormat
  /// A reason why a picture was not decoded: the file has too many bytes or pixels.
  case tooLarge
  /// A reason why a picture was not decoded: the file is broken, or of an unsupported kind.
  case damaged
  /// A reason why a picture was not decoded: the animation has no frame of that number.
  case noSuchFrame
  /// A reason why a picture was not prepared for posting: the service's limit is too small for it.
  case doesNotFit
  /// A reason why a picture was not decoded: the request's box is empty or too large, or the part
  /// to show is outside of the picture.
  case badOrder
  /// A reason why a picture was not decoded: the kernel has no sandbox, and the request requires
  /// one.
  case noSandbox
  /// A reason why a picture was not decoded: decoding took too long.
  case tooSlow
  /// A reason why a picture was not decoded: the decoder was killed for a forbidden system call, as
  /// if the picture had taken control of it.
  case confined
  case crashed(signal: Int32)
  /// A reason why a picture was not decoded: the decoder's reply does not match the request.
  case badReply
  /// A reason why a picture was not decoded: a missing library, by its name in `library_table.h`.
  case missingLibrary(String)
  /// A reason why a picture was not decoded: the decoder program could not be started, with the
  /// system's error number.
  case notStarted(code: Int32)
  case cancelled

  init(_ refusal: DecoderRefusal) {
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

  /// True if a refusal to decode a picture may be due to the decoder rather than the picture.
  var mayBeDecoderFault: Bool {
    switch self {
    case .confined, .crashed, .badReply, .notStarted: true
    default: false
    }
  }
}

package struct DecodedPicture: Equatable, Sendable {
  package let image: PixelImage
  /// The size of the picture before decoding, turned upright.
  package let original: PixelSize
  /// The number of the picture's frames; more than one for an animation.
  package let frames: Int
  /// The duration of the decoded frame; zero if the picture states none.
  package let duration: Duration
  /// True if bytes of the picture's file are missing or wrong.
  package let isDamaged: Bool
  /// True if the decoder program ran in a full sandbox.
  package let isConfined: Bool
}

package struct DecodedAnimationFrame: Equatable, Sendable {
  package let image: PixelImage
  package let duration: Duration

  package init(image: PixelImage, duration: Duration) {
    (self.image, self.duration) = (image, duration)
  }
}

/// A JPEG to be posted, without metadata such as place or camera.
package struct UploadPicture: Equatable, Sendable {
  package let bytes: [UInt8]
  package let size: PixelSize
}
