internal import FeedDomain

/// Answers as a server does that does not accept who asks, and asks nobody: for an account whose
/// secret is not known.
struct LockedTransport: HTTPTransport {
  private static let refusal = HTTPReply(status: 401)

  func send(
    _ request: HTTPRequest, progress: (@Sendable (TransferProgress) -> Void)?
  ) async throws(TransportError) -> HTTPReply {
    Self.refusal
  }

  func stream(_ request: HTTPRequest) -> HTTPPieces {
    HTTPPieces(
      AsyncStream { pieces in
        pieces.yield(.success(.opened(Self.refusal)))
        pieces.finish()
      })
  }
}

extension ServiceStage {
  /// The stage on which is spoken in the account's name; a stand-in for a secret is sent to nobody, nor
  /// what is known to be somebody else's.
  func own(_ account: SignedInAccount, isAnothers: Bool = false) -> ServiceStage {
    guard account.isLocked || isAnothers else {
      var stage = self
      stage.account = account.account.id
      return stage
    }
    return ServiceStage(transport: LockedTransport(), world: world, log: log, thread: thread)
  }
}
