import PictureDecoder
import PictureSamples
import PictureWire

/// What a box shows of a picture, as the decoder has it.
struct Shown {
  let facts: DecoderReplyHeader.DecodedPictureFacts
  let pixels: [UInt8]

  /// The pixels as letters.
  var drawing: String { Raster.drawing(of: pixels, width: facts.size.width) }

  /// Decodes for a box, without a process around it.
  init(
    _ bytes: [UInt8], in box: PixelExtent, _ cut: PictureDecodingRequest.PictureCropping = .whole,
    frame: Int = 0,
    on background: PictureDecodingRequest.BackgroundColour = .black
  ) throws(DecoderRefusal) {
    let job = PictureDecodingRequest.DecodingResultKind.show(box: box, cut: cut, frame: frame)
    guard let order = PictureDecodingRequest(job, background: background) else { throw .badOrder }
    let product = try DecodeTask(order).decodePictureFile(from: bytes)
    facts = product.facts
    pixels = product.body
  }

  /// Why there is nothing to show; nil where there is.
  static func refusal(of bytes: [UInt8], frame: Int = 0) -> DecoderRefusal? {
    do throws(DecoderRefusal) {
      _ = try Shown(bytes, in: PixelExtent(width: 8, height: 8), frame: frame)
      return nil
    } catch {
      return error
    }
  }
}
