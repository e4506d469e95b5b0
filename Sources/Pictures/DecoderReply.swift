internal import PictureWire
package import Terminal

/// A decoder's reply, read as it comes; it is trusted no more than the picture was.
struct DecoderReply {
  /// A complete reply that matches the order.
  struct Content: Sendable {
    let facts: ReplyHeader.Facts
    let isReduced: Bool
    let body: [UInt8]
  }

  private let order: PictureOrder
  private var header: [UInt8] = []
  private var facts: ReplyHeader.Facts?
  private var isReduced = false
  private var body: [UInt8] = []
  private var received = 0

  init(to order: PictureOrder) { self.order = order }

  /// What has come, once it is all that was announced.
  var content: Content? {
    guard let facts, received == body.count else { return nil }
    return Content(facts: facts, isReduced: isReduced, body: body)
  }

  /// Has the function read more into our memory; it returns how many bytes came.
  ///
  /// Never asks for more than was ordered, and a byte too many is a bad reply: a flood ends here.
  mutating func receive(
    _ read: (UnsafeMutableRawBufferPointer) -> Int
  ) throws(PictureRefusal) -> Int {
    guard received < body.count else { return try receiveHeader(read) }
    let count = body.withUnsafeMutableBytes { body in
      read(UnsafeMutableRawBufferPointer(rebasing: body[received...]))
    }
    received += max(0, count)
    return count
  }

  /// Reads the header, or the one byte too many that must not come.
  private mutating func receiveHeader(
    _ read: (UnsafeMutableRawBufferPointer) -> Int
  ) throws(PictureRefusal) -> Int {
    var room = [UInt8](repeating: 0, count: max(1, ReplyHeader.byteCount - header.count))
    let count = room.withUnsafeMutableBytes(read)
    header += room[..<max(0, count)]
    guard count > 0, header.count >= ReplyHeader.byteCount else { return count }
    guard let reply = ReplyHeader(bytes: header) else { throw .badReply }
    switch reply.outcome {
    case .failure(let refusal): throw PictureRefusal(refusal)
    case .success(let facts):
      guard order.admits(facts) else { throw .badReply }
      self.facts = facts
      isReduced = reply.isReduced
      body = [UInt8](repeating: 0, count: facts.bodyCount)
    }
    return count
  }
}

extension DecoderReply.Content {
  /// The frames in a body that has several, each after the milliseconds for which it is shown; nil
  /// where these are none.
  var frames: [MovingFrame]? {
    let size = PixelSize(width: facts.size.width, height: facts.size.height)
    let count = WireLimits.frameHeader + facts.size.area * 3
    guard body.count == count * facts.frames else { return nil }
    var frames: [MovingFrame] = []
    for start in stride(from: 0, to: body.count, by: count) {
      let milliseconds = (0..<WireLimits.frameHeader).reduce(0) {
        $0 | Int(body[start + $1]) << ($1 * 8)
      }
      let pixels = Array(body[start + WireLimits.frameHeader..<start + count])
      guard milliseconds > 0, let image = PixelImage(size: size, pixels: pixels) else {
        return nil
      }
      frames.append(MovingFrame(image: image, duration: .milliseconds(milliseconds)))
    }
    return frames
  }
}

extension PictureOrder {
  /// Whether a reply announces the size and the bytes that were ordered.
  func admits(_ facts: ReplyHeader.Facts) -> Bool {
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
      let bytes = facts.frames * (size.area * 3 + WireLimits.frameHeader)
      return size.width <= box.width && size.height <= box.height
        && facts.frames <= WireLimits.motion.frames && facts.bodyCount == bytes
        && bytes <= WireLimits.motion.bytes
    case .upload(let longestSide, let mostBytes):
      return max(size.width, size.height) <= longestSide
        && (1...mostBytes).contains(facts.bodyCount)
    }
  }

  /// How long the decoder may work.
  func patience(_ limit: Duration?) -> Duration { limit ?? .seconds(patience) }
}

/// Which part of a picture a box shows.
package enum PictureFraming: Hashable, Sendable {
  /// All of it, as large as fits into the box.
  case whole
  /// As much as fills the box, from the middle.
  case filling
  /// A part, in thousandths of width and height from its top left, as large as fits into the box.
  case part(x: Int, y: Int, width: Int, height: Int)

  var cut: PictureOrder.Cut {
    switch self {
    case .whole: .whole
    case .filling: .filling
    case .part(let x, let y, let width, let height): .part(x: x, y: y, width: width, height: height)
    }
  }
}

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

/// A picture that was decoded.
package struct DecodedPicture: Equatable, Sendable {
  /// The pixels for the box: they fill it, or as much of it as the picture's shape allows.
  package let image: PixelImage
  /// How large the picture itself is, the right way up.
  package let original: PixelSize
  /// How many frames it has; more than one is an animation.
  package let frames: Int
  /// How long this frame is shown; zero where the picture does not say.
  package let duration: Duration
  /// Whether a part of it is missing or wrong; the image shows what there is.
  package let isDamaged: Bool
  /// Whether the decoder was fully confined, and not by resource limits alone.
  package let isConfined: Bool
}

/// A frame of a picture that moves.
package struct MovingFrame: Equatable, Sendable {
  package let image: PixelImage
  /// How long it is shown.
  package let duration: Duration

  package init(image: PixelImage, duration: Duration) {
    (self.image, self.duration) = (image, duration)
  }
}

/// A picture as it may be sent to a service: a JPEG with nothing but pixels in it, not even the
/// place where it was taken or the camera.
package struct UploadPicture: Equatable, Sendable {
  package let bytes: [UInt8]
  package let size: PixelSize
}
