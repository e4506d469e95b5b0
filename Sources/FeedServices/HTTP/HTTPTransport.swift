internal import FeedDomain

/// The progress of a transfer.
enum TransferProgress: Hashable, Sendable {
  case sent(Transfer)
  case received(Transfer)
}

/// Sends HTTP requests. Any status is a reply; errors are for missing replies.
protocol HTTPTransport: Sendable {
  /// Sends a request and returns the whole reply. Cancelling the task ends the transfer at once and
  /// throws `cancelled`.
  func send(
    _ request: HTTPRequest, progress: (@Sendable (TransferProgress) -> Void)?
  ) async throws(TransportError) -> HTTPReply

  /// Sends a request and returns the reply in pieces. The transfer ends when the sequence is
  /// released.
  func stream(_ request: HTTPRequest) -> HTTPPieces
}

/// The pieces of a streamed reply, to be iterated once.
struct HTTPPieces: AsyncSequence, Sendable {
  fileprivate typealias Results = AsyncStream<Result<HTTPPiece, TransportError>>

  private let results: Results

  init(_ results: AsyncStream<Result<HTTPPiece, TransportError>>) { self.results = results }

  struct Iterator: AsyncIteratorProtocol {
    fileprivate var results: Results.Iterator

    mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(TransportError) -> HTTPPiece? {
      guard let result = await results.next(isolation: actor) else {
        // A cancelled task reads the end of the sequence, which is not the end of the reply.
        if Task.isCancelled { throw .cancelled }
        return nil
      }
      return try result.get()
    }
  }

  func makeAsyncIterator() -> Iterator { Iterator(results: results.makeAsyncIterator()) }
}
