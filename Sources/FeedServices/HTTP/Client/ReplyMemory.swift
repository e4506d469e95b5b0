/// The last replies that carry a mark by which the server can say "still the same".
struct ReplyMemory: Sendable {
  private static let mostReplies = 16
  private static let mostBytes = 256 << 10

  private var replies: [(url: String, reply: HTTPReply)] = []

  /// The request, asking for an answer only where it has changed.
  func revalidating(_ request: HTTPRequest) -> HTTPRequest {
    guard request.method == .get, let reply = reply(for: request) else { return request }
    var request = request
    if let tag = reply.headers["ETag"] { request.headers["If-None-Match"] = tag }
    if let date = reply.headers["Last-Modified"] { request.headers["If-Modified-Since"] = date }
    return request
  }

  /// The reply, or the one it stands for.
  mutating func resolve(_ reply: HTTPReply, to request: HTTPRequest) -> HTTPReply {
    if reply.status == 304, let known = self.reply(for: request) { return known }
    replies.removeAll { $0.url == request.url }
    let isMarked = reply.headers["ETag"] != nil || reply.headers["Last-Modified"] != nil
    if request.method == .get, reply.status == 200, isMarked, reply.body.count <= Self.mostBytes {
      replies.append((request.url, reply))
      if replies.count > Self.mostReplies { replies.removeFirst() }
    }
    return reply
  }

  private func reply(for request: HTTPRequest) -> HTTPReply? {
    replies.last { $0.url == request.url }?.reply
  }
}
