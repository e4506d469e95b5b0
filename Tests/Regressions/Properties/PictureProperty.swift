import PictureDecoder
import PictureWire

/// A stranger's picture: pixels for a box no larger than the one asked for, or a refusal, and the
/// same again for the same bytes.
enum PictureProperty {
  /// The formats, with the bytes by which each is known.
  static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF]
  static let png: [UInt8] = [0x89] + Array("PNG\r\n\u{1A}\n".utf8)
  static let webP: [UInt8] = Array("RIFF".utf8) + [0xFF, 0xFF, 0, 0] + Array("WEBP".utf8)
  static let gif: [UInt8] = Array("GIF89a".utf8)
  static let avif: [UInt8] = [0, 0, 0, 0x20] + Array("ftypavif".utf8)
  static let heic: [UInt8] = [0, 0, 0, 0x20] + Array("ftypheic".utf8)

  /// Checks a picture that begins with these bytes, whatever the input begins with.
  static func check(_ input: [UInt8], beginning mark: [UInt8]) throws(Finding) {
    var reader = InputReader(input)
    let box = PixelExtent(width: 1 + Int(reader.byte() % 64), height: 1 + Int(reader.byte() % 64))
    let cuts: [PictureDecodingRequest.PictureCropping] = [
      .whole, .filling, .part(x: 100, y: 700, width: 300, height: 300),
    ]
    let cut = cuts[Int(reader.byte()) % cuts.count]
    let frame = Int(reader.byte() % 4)
    let picture = mark + reader.remainingBytes().dropFirst(mark.count)
    guard let order = PictureDecodingRequest(.show(box: box, cut: cut, frame: frame)) else {
      throw Finding("a reasonable order was refused")
    }

    let first = product(order, picture)
    switch first {
    case .failure(let refusal):
      try expect(refusal != .badOrder, "the picture changed the order")
    case .success(let product):
      let size = product.facts.size
      try expect(size.width > 0 && size.height > 0, "there is nothing to show")
      try expect(size.width <= box.width && size.height <= box.height, "it outgrows the box")
      try expect(product.body.count == size.area * 3, "pixels are missing, or too many")
      try expect(cut != .filling || size == box, "the box is not filled")
    }
    let second = self.product(order, picture)
    try expect(body(of: first) == body(of: second), "the same bytes show something else")
    try checkMotion(picture, in: box, cut)
  }

  /// What moves, or seems to: frames no larger than the box, and no more than there is room for.
  private static func checkMotion(
    _ picture: [UInt8], in box: PixelExtent, _ cut: PictureDecodingRequest.PictureCropping
  ) throws(Finding) {
    guard let order = PictureDecodingRequest(.move(box: box, cut: cut)) else {
      throw Finding("a reasonable order was refused")
    }
    guard case .success(let product) = product(order, picture) else { return }
    let (size, frames) = (product.facts.size, product.facts.frames)
    try expect(frames > 0 && frames <= DecoderLimits.motion.frames, "too few frames, or too many")
    try expect(size.width > 0 && size.height > 0, "there is nothing to show")
    try expect(size.width <= box.width && size.height <= box.height, "it outgrows the box")
    try expect(
      product.body.count == frames * (size.area * 3 + DecoderLimits.frameHeader),
      "frames are missing, or too many")
    try expect(product.body.count <= DecoderLimits.motion.bytes, "it takes too much room")
  }

  private static func product(
    _ order: PictureDecodingRequest, _ picture: [UInt8]
  ) -> Result<DecodeTask.DecodingResult, DecoderRefusal> {
    Result { () throws(DecoderRefusal) in try DecodeTask(order).decodePictureFile(from: picture) }
  }

  private static func body(
    of product: Result<DecodeTask.DecodingResult, DecoderRefusal>
  ) -> Result<[UInt8], DecoderRefusal> { product.map(\.body) }
}
