import PictureWire

/// A part of a picture turned upright that is to be shown, with its size in the decoded result.
struct DecodedRegionAndSize: Equatable {
  let window: PictureRegion
  let size: PixelExtent

  init(_ cut: PictureDecodingRequest.PictureCropping, of picture: PixelExtent, in box: PixelExtent)
  {
    switch cut {
    case .whole:
      window = PictureRegion(all: picture)
      size = picture.fittedExtent(into: box)
    case .filling:
      window = Self.middleRegion(of: picture, shapedLike: box)
      size = box
    case .part(let x, let y, let width, let height):
      window = PictureRegion(
        x: Double(picture.width * x) / 1000, y: Double(picture.height * y) / 1000,
        width: Double(picture.width * width) / 1000, height: Double(picture.height * height) / 1000)
      // Thousandths of pixels keep the shape of a small part of a small picture.
      size = PixelExtent(width: picture.width * width, height: picture.height * height)
        .fittedExtent(into: box)
    }
  }

  init(longestSide: Int, of picture: PixelExtent) {
    window = PictureRegion(all: picture)
    let isSmall = max(picture.width, picture.height) <= longestSide
    size =
      isSmall
      ? picture : picture.fittedExtent(into: PixelExtent(width: longestSide, height: longestSide))
  }

  private static func middleRegion(of picture: PixelExtent, shapedLike box: PixelExtent)
    -> PictureRegion
  {
    let (width, height) = (Double(picture.width), Double(picture.height))
    let scale = min(width / Double(box.width), height / Double(box.height))
    let (across, down) = (Double(box.width) * scale, Double(box.height) * scale)
    return PictureRegion(
      x: (width - across) / 2, y: (height - down) / 2, width: across, height: down)
  }
}

/// A set of limits for the size of a picture, checked before decoding.
struct PictureSizeLimits {
  let bytes: Int
  let pixels: Int
  let maximumSide: Int

  /// The size limits of downloaded pictures: 40 megapixels.
  static let stranger = PictureSizeLimits(
    bytes: DecoderLimits.maximumDownloadedPictureBytes, pixels: 40_000_000, maximumSide: 16_384)
  /// The size limits of the user's own pictures to be posted.
  static let picturesToPost = PictureSizeLimits(
    bytes: DecoderLimits.maximumAttachedPictureBytes, pixels: 110_000_000, maximumSide: 16_384)

  /// The maximum number of pixels of all frames of an animation up to the frame to decode.
  private static let animated = 100_000_000
  /// The factor by which decoding a pixel of an animation takes longer than copying one of its
  /// canvas.
  private static let copyingShare = 16

  /// Throws `tooLarge` for an animation that takes too long to decode; never for a single frame,
  /// whose size is checked like that of a still picture.
  static func rejectTooCostlyAnimation(pixels: Int, ofFrames count: Int, on canvas: PixelExtent)
    throws(DecoderRefusal)
  {
    guard count > 1 else { return }
    guard pixels + count * (canvas.area / copyingShare) <= animated else { throw .tooLarge }
  }

  func admitsSize(_ size: PixelExtent) -> Bool {
    size.width <= maximumSide && size.height <= maximumSide && size.area <= pixels
  }

  /// Throws for a picture whose size is empty or beyond the limits.
  func rejectUnusableSize(_ size: PixelExtent) throws(DecoderRefusal) {
    guard size.width > 0, size.height > 0 else { throw .damaged }
    guard admitsSize(size) else { throw .tooLarge }
  }
}

/// A view of a picture file's untrusted bytes, in which reading beyond the end returns nil. Valid
/// only during the call that got it.
struct ByteView {
  let bytes: UnsafeRawBufferPointer

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }
  var count: Int { bytes.count }
  subscript(offset: Int) -> UInt8? { bytes.indices.contains(offset) ? bytes[offset] : nil }

  /// Returns a view of a part of the untrusted bytes, cut off at their end.
  func subview(from start: Int, count: Int) -> ByteView {
    let first = min(max(0, start), bytes.count)
    let last = min(first + max(0, min(count, bytes.count)), bytes.count)
    return ByteView(UnsafeRawBufferPointer(rebasing: bytes[first..<last]))
  }

  /// Returns the big-endian number at an offset in the picture file; nil beyond the end.
  func bigEndianNumber(at offset: Int, bytes count: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - count else { return nil }
    return (0..<count).reduce(0) { $0 << 8 | Int(bytes[offset + $1]) }
  }

  /// Returns the little-endian number at an offset in the picture file; nil beyond the end.
  func littleEndianNumber(at offset: Int, bytes count: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - count else { return nil }
    return (0..<count).reversed().reduce(0) { $0 << 8 | Int(bytes[offset + $1]) }
  }

  func hasText(_ text: StaticString, at offset: Int) -> Bool {
    let text = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    guard offset >= 0, offset <= bytes.count - text.count else { return false }
    return bytes[offset..<offset + text.count].elementsEqual(text)
  }
}

/// A rectangular part of a picture; its edges may be between pixels.
struct PictureRegion: Equatable {
  var x: Double
  var y: Double
  var width: Double
  var height: Double

  /// Returns the region after scaling the whole picture from one size to another.
  func scaledRegion(from size: PixelExtent, to other: PixelExtent) -> PictureRegion {
    let across = Double(other.width) / Double(size.width)
    let down = Double(other.height) / Double(size.height)
    return PictureRegion(x: x * across, y: y * down, width: width * across, height: height * down)
  }
}

extension PictureRegion {
  init(all size: PixelExtent) {
    self.init(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
  }
}
