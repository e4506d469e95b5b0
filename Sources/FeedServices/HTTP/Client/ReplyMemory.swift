/// The last replies that carry a mark by which the server can say "still the same".
struct ReplyMemory: Sendable {
  private static let mostReplies = 16
  private static let mostBytes = 256 << 10

  private var replies: [(url: String, reply: HTTPReply)] = []

  /// The last reply to the request, to be had before it is sent: until it is answered, others may
  /// have taken its place.
  func reply(for request: HTTPRequest) -> HTTPReply? {
    guard request.method == .get else { return nil }
    return replies.last { $0.url == request.url }?.reply
  }

  /// The reply, or the known one it stands for.
  mutating func resolve(
    _ reply: HTTPReply, to request: HTTPRequest, known: HTTPReply?
  ) -> HTTPReply {
    if reply.status == 304, let known { return known }
    replies.removeAll { $0.url == request.url }
    let isMarked = reply.headers["ETag"] != nil || reply.headers["Last-Modified"] != nil
    if request.method == .get, reply.status == 200, isMarked, reply.body.count <= Self.mostBytes {
      replies.append((request.url, reply))
      if replies.count > Self.mostReplies { replies.removeFirst() }
    }
    return reply
  }
}

extension HTTPRequest {
  /// The request, asking for an answer only where that is not the known one.
  func revalidating(_ known: HTTPReply?) -> HTTPRequest {
    guard let known else { return self }
    var request = self
    if let tag = known.headers["ETag"] { request.headers["If-None-Match"] = tag }
    if let date = known.headers["Last-Modified"] { request.headers["If-Modified-Since"] = date }
    return request
  }
}
