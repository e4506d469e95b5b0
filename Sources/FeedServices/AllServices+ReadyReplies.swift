package import FeedDomain

extension AllServices {
  /// Every service over a network in which all that is asked is answered at once with what lies
  /// ready, for measuring what becomes of a reply.
  package init(world: any World, readyReply: @escaping @Sendable () -> [UInt8]) {
    self.init(
      builtIn: BuiltInServices(world: world), transport: ReadyReplies(body: readyReply),
      world: world, log: SilentLog())
  }
}

/// A network without a wire.
private struct ReadyReplies: HTTPTransport {
  let body: @Sendable () -> [UInt8]

  func send(
    _ request: HTTPRequest, progress: (@Sendable (TransferProgress) -> Void)?
  ) async throws(TransportError) -> HTTPReply {
    HTTPReply(status: 200, body: body(), url: request.url)
  }

  func stream(_ request: HTTPRequest) -> HTTPPieces { HTTPPieces(AsyncStream { $0.finish() }) }
}

private struct SilentLog: Log {
  func note(_ channel: LogChannel, _ level: LogLevel, _ fact: @autoclosure () -> String) {}
  func conceal(_ secret: Secret) {}
  func forget() {}
}
