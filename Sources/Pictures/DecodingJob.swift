internal import PictureWire

/// A picture somebody waits for.
struct DecodingJob: Sendable {
  typealias Answer = Result<DecoderReply.Content, PictureRefusal>

  let number: Int
  let order: PictureOrder
  let bytes: [UInt8]
  let answer: @Sendable (Answer) -> Void
}
