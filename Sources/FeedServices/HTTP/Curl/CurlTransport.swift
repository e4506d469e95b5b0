/// Sends requests with libcurl, which is loaded by the first one, on a thread of its own.
///
/// While nothing is on its way the thread sleeps without a timer; letting go of the transport ends
/// it, and whatever is still on its way with it.
package final class CurlTransport: HTTPTransport {
  private let thread: CurlThread

  package convenience init(surroundings: NetworkSurroundings) {
    self.init(surroundings: surroundings, limits: .standard)
  }

  init(surroundings: NetworkSurroundings, limits: TransferLimits) {
    thread = CurlThread(surroundings: surroundings, limits: limits)
  }

  deinit { thread.stop() }

  func send(
    _ request: HTTPRequest, progress: (@Sendable (TransferProgress) -> Void)?
  ) async throws(TransportError) -> HTTPReply {
    var request = request
    var redirects = RedirectRule()
    while true {
      let reply = try await sendOnce(request, progress: progress)
      guard let next = try redirects.next(after: reply, to: request) else { return reply }
      request = next
    }
  }

  func stream(_ request: HTTPRequest) -> HTTPPieces {
    let ticket = TransferTicket()
    let (results, continuation) = AsyncStream.makeStream(
      of: Result<HTTPPiece, TransportError>.self, bufferingPolicy: .bufferingOldest(256))
    continuation.onTermination = { [thread] _ in thread.cancel(ticket) }
    thread.begin(Exchange(ticket: ticket, request: request, consumer: .pieces(continuation)))
    return HTTPPieces(results)
  }

  private func sendOnce(
    _ request: HTTPRequest, progress: (@Sendable (TransferProgress) -> Void)?
  ) async throws(TransportError) -> HTTPReply {
    let ticket = TransferTicket()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard ticket.hold(continuation) else { return }
        thread.begin(
          Exchange(ticket: ticket, request: request, consumer: .whole(progress: progress)))
      }
    } onCancel: {
      thread.cancel(ticket)
    }
    return try result.get()
  }
}
