internal import FeedDomain

extension ServiceClient {
  /// Has something done of which nothing has to be read; a page, as a network shows it that wants a
  /// sign-in of its own first, is no reply of the service's.
  @discardableResult func perform(_ request: HTTPRequest) async throws(FeedError) -> HTTPReply {
    let reply = try await send(request)
    guard reply.body.isEmpty || (try? JSON(reply.body)) != nil else { throw .badReply }
    return reply
  }
}
