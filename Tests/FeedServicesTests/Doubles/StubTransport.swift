import FeedDomain
import Threads

@testable import FeedServices

/// Answers requests from a closure and keeps them.
final class StubTransport: HTTPTransport {
  typealias Answer = @Sendable (HTTPRequest) async throws(TransportError) -> HTTPReply

  private let kept = LockedValue<[HTTPRequest]>([])
  private let answer: Answer
  /// What a stream says before it goes on in silence; nil where it ends at once.
  private let greeting: String?

  init(greeting: String? = nil, _ answer: @escaping Answer) {
    (self.greeting, self.answer) = (greeting, answer)
  }

  var requests: [HTTPRequest] { kept.withLock { $0 } }

  func sendRequest(
    _ request: HTTPRequest, progress: (@Sendable (TransferProgress) -> Void)?
  ) async throws(TransportError) -> HTTPReply {
    kept.withLock { $0.append(request) }
    return try await answer(request)
  }

  func streamReply(to request: HTTPRequest) -> HTTPReplyPieces {
    kept.withLock { $0.append(request) }
    return HTTPReplyPieces(
      AsyncStream { pieces in
        guard let greeting else { return pieces.finish() }
        pieces.yield(.success(.opened(HTTPReply(status: 200, body: []))))
        pieces.yield(.success(.bytes(Array(greeting.utf8))))
      })
  }
}
