internal import PictureWire

/// A picture that somebody is waiting for.
struct DecodingJob: Sendable {
  typealias Answer = Result<DecoderReply.Content, PictureRefusal>

  let number: Int
  let order: PictureOrder
  let bytes: [UInt8]
  let answer: @Sendable (Answer) -> Void
}
