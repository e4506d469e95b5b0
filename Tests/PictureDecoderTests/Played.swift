import PictureDecoder
import PictureSamples
import PictureWire

/// What the decoder gives of a picture that moves.
struct Played {
  let facts: DecoderReplyHeader.DecodedPictureFacts
  /// Each frame's pixels as letters.
  let drawings: [String]
  let milliseconds: [Int]

  /// Decodes for a box, without a process around it.
  init(
    _ bytes: [UInt8], in box: PixelExtent = PixelExtent(width: 4, height: 4),
    _ cut: PictureDecodingRequest.PictureCropping = .whole
  ) throws(DecoderRefusal) {
    guard let order = PictureDecodingRequest(.move(box: box, cut: cut)) else { throw .badOrder }
    let product = try DecodeTask(order).decodePictureFile(from: bytes)
    facts = product.facts
    let size = facts.size
    let count = DecoderLimits.frameHeader + size.area * 3
    let starts = stride(from: 0, to: product.body.count, by: count)
    drawings = starts.map {
      Raster.drawing(
        of: Array(product.body[$0 + DecoderLimits.frameHeader..<$0 + count]), width: size.width)
    }
    milliseconds = starts.map { start in
      (0..<DecoderLimits.frameHeader).reduce(0) { $0 | Int(product.body[start + $1]) << ($1 * 8) }
    }
  }

  /// Why nothing moves; nil where something does.
  static func refusal(of bytes: [UInt8]) -> DecoderRefusal? {
    do throws(DecoderRefusal) {
      _ = try Played(bytes)
      return nil
    } catch {
      return error
    }
  }
}
