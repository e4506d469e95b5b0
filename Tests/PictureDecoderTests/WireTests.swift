import PictureWire
import Testing

@Suite struct WireTests {
  @Test(arguments: [
    PictureDecodingRequest.DecodingResultKind.show(
      box: PixelExtent(width: 800, height: 600), cut: .whole, frame: 0),
    .show(box: PixelExtent(width: 1, height: 8192), cut: .filling, frame: 12),
    .show(
      box: PixelExtent(width: 8, height: 6), cut: .part(x: 0, y: 999, width: 1000, height: 1),
      frame: 0),
    .move(box: PixelExtent(width: 80, height: 60), cut: .filling),
    .upload(longestSide: 2000, mostBytes: 1_000_000),
  ])
  func `a decoding request is parsed from its arguments as it was`(
    job: PictureDecodingRequest.DecodingResultKind
  ) throws {
    let colour = PictureDecodingRequest.BackgroundColour(red: 1, green: 171, blue: 255)
    let order = try #require(PictureDecodingRequest(job, background: colour, requiresSandbox: true))

    #expect(PictureDecodingRequest(arguments: order.arguments) == order)
  }

  @Test(arguments: [
    [], ["--box"], ["--box", "800"], ["--box", "0x1"], ["--box", "9000x1"], ["--box", "8192x8192"],
    ["--box", "1x1x1"], ["--box", "-1x1"], ["--box", "1x1", "--cut", "half"],
    ["--box", "1x1", "--cut", "0,0,0,1"], ["--box", "1x1", "--cut", "500,0,501,1"],
    ["--box", "1x1", "--frame", "-1"], ["--box", "1x1", "--frame", "99999999999999999999"],
    ["--box", "1x1", "--background", "12345"], ["--box", "1x1", "--what"],
    ["--reencode", "png", "--max-side", "1", "--max-bytes", "1"],
    ["--reencode", "jpeg", "--max-side", "9000", "--max-bytes", "1"],
  ])
  func `invalid arguments of a decoding request are refused`(arguments: [String]) {
    #expect(PictureDecodingRequest(arguments: arguments) == nil)
  }

  @Test func `a reply header is parsed from its bytes as it was`() {
    let facts = DecoderReplyHeader.DecodedPictureFacts(
      original: PixelExtent(width: 4000, height: 3000), size: PixelExtent(width: 800, height: 600),
      bodyCount: 1_440_000, frames: 7, milliseconds: 40, isDamaged: true)
    let headers =
      [DecoderReplyHeader(.success(facts), isReduced: true)]
      + DecoderRefusal.allCases.map { DecoderReplyHeader(.failure($0), isReduced: false) }

    for header in headers {
      #expect(header.bytes.count == DecoderReplyHeader.byteCount)
      #expect(DecoderReplyHeader(bytes: header.bytes) == header)
    }
  }

  @Test func `an invalid reply header is refused`() {
    let refusal = DecoderReplyHeader(.failure(.damaged), isReduced: false).bytes
    for place in 0..<DecoderReplyHeader.byteCount where place != 5 && place != 6 {
      var changed = refusal
      changed[place] ^= 0x10

      #expect(DecoderReplyHeader(bytes: changed) == nil)
    }
    #expect(DecoderReplyHeader(bytes: Array(refusal.dropLast())) == nil)
    #expect(DecoderReplyHeader(bytes: refusal + [0]) == nil)
    #expect(DecoderReplyHeader(bytes: []) == nil)
  }
}
