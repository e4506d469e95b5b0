internal import FeedDomain

/// Trades the tokens of an account for new ones, which can be done but once.
struct BlueskyRenewal: Sendable {
  let stage: ServiceStage

  /// What opens the account instead; `signedOut` where the server wants the person.
  func token(insteadOf spent: Secret) async throws(FeedError) -> Secret {
    guard let session = BlueskySession(spent) else { throw .signedOut }
    var request = HTTPRequest(.post, XRPC("com.atproto.server.refreshSession").path)
    request.headers["Authorization"] = "Bearer \(session.refresh.revealed)"
    let client = stage.client(at: session.server, dialect: BlueskyDialect())
    return try await client.json(request) { json, _ throws(FeedError) in
      guard
        let fresh = BlueskySession(reply: json, at: session.server, feeds: session.feeds)
      else { throw .badReply }
      return fresh.secret
    }
  }
}
