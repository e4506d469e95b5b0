internal import Threads

/// Names a transfer, remembers that it was called off, which can happen before it has begun, and holds
/// whoever waits for the whole reply.
///
/// Calling it off answers them at once: nobody waits for the network thread, which may be in no state to
/// hear of it.
final class TransferTicket: Sendable {
  typealias Waiting = CheckedContinuation<Result<HTTPReply, TransportError>, Never>

  private struct State {
    var isCancelled = false
    var waiting: Waiting?
  }

  private let state = Guarded(State())

  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Has that answered with the reply; false where the transfer was called off, which is the answer.
  func hold(_ waiting: Waiting) -> Bool {
    let isWanted = state.withLock { state in
      if !state.isCancelled { state.waiting = waiting }
      return !state.isCancelled
    }
    if !isWanted { waiting.resume(returning: .failure(.cancelled)) }
    return isWanted
  }

  /// Answers whoever still waits.
  func answer(_ result: Result<HTTPReply, TransportError>) {
    let waiting = state.withLock { state in
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume(returning: result)
  }

  func cancel() {
    state.withLock { $0.isCancelled = true }
    answer(.failure(.cancelled))
  }
}

/// A request on its way to the network thread, with whoever waits for the reply.
struct Exchange: Sendable {
  enum Consumer: Sendable {
    /// The whole reply, for whoever waits at the ticket.
    case whole(progress: (@Sendable (TransferProgress) -> Void)?)
    case pieces(AsyncStream<Result<HTTPPiece, TransportError>>.Continuation)
  }

  let ticket: TransferTicket
  let request: HTTPRequest
  let consumer: Consumer

  /// Gives the answer, unless the transfer was called off, which has answered it.
  func end(_ result: Result<HTTPReply, TransportError>) {
    switch (consumer, result) {
    case (.whole, _):
      ticket.answer(result)
    case (.pieces(let continuation), .success):
      continuation.finish()
    case (.pieces(let continuation), .failure(let error)):
      continuation.yield(.failure(error))
      continuation.finish()
    }
  }
}
