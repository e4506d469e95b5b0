import FeedDomain
import Threads

@testable import FeedServices

/// Answers requests from a closure and keeps them.
final class StubTransport: HTTPTransport {
  typealias Answer = @Sendable (HTTPRequest) async throws(TransportError) -> HTTPReply

  private let kept = Guarded<[HTTPRequest]>([])
  private let answer: Answer

  init(_ answer: @escaping Answer) { self.answer = answer }

  var requests: [HTTPRequest] { kept.withLock { $0 } }

  func send(
    _ request: HTTPRequest, progress: (@Sendable (TransferProgress) -> Void)?
  ) async throws(TransportError) -> HTTPReply {
    kept.withLock { $0.append(request) }
    return try await answer(request)
  }

  func stream(_ request: HTTPRequest) -> HTTPPieces {
    kept.withLock { $0.append(request) }
    return HTTPPieces(AsyncStream { $0.finish() })
  }
}
