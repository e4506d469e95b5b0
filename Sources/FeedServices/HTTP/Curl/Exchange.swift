internal import Synchronization

/// Names a transfer, and remembers that it was called off: that can happen before it has begun.
final class TransferTicket: Sendable {
  private let cancelled = Atomic(false)

  var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

  func cancel() { cancelled.store(true, ordering: .releasing) }
}

/// A request on its way to the network thread, with whoever waits for the reply.
struct Exchange: Sendable {
  enum Consumer: Sendable {
    case whole(
      CheckedContinuation<Result<HTTPReply, TransportError>, Never>,
      progress: (@Sendable (TransferProgress) -> Void)?)
    case pieces(AsyncStream<Result<HTTPPiece, TransportError>>.Continuation)
  }

  let ticket: TransferTicket
  let request: HTTPRequest
  let consumer: Consumer

  /// Gives the answer, the only one.
  func end(_ result: Result<HTTPReply, TransportError>) {
    switch (consumer, result) {
    case (.whole(let continuation, _), _):
      continuation.resume(returning: result)
    case (.pieces(let continuation), .success):
      continuation.finish()
    case (.pieces(let continuation), .failure(let error)):
      continuation.yield(.failure(error))
      continuation.finish()
    }
  }
}
