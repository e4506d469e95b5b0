internal import PictureWire

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
}

extension DecoderReply {
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
