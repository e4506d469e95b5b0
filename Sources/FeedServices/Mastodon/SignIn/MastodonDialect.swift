internal import FeedDomain

/// Where servers of the family say what is wrong otherwise than by their status.
struct MastodonDialect: ServiceDialect {
  /// An account's token comes with what else is kept of it.
  func sign(_ request: inout HTTPRequest, with token: Secret) {
    let access = MastodonToken(token)?.access ?? token
    request.headers["Authorization"] = "Bearer \(access.revealed)"
  }

  func saysTokenIsSpent(_ reply: HTTPReply) -> Bool {
    reply.status == 401 || failure(in: reply) == .signedOut
  }

  func failure(in reply: HTTPReply) -> FeedError? {
    switch reply.status {
    // Older servers know the path, but not what is to be done there.
    case 405: .notFound
    case 500: reply.pixelfedFailure
    default: nil
    }
  }
}

extension HTTPReply {
  /// Pixelfed answers 500 to almost everything that it refuses.
  fileprivate var pixelfedFailure: FeedError? {
    guard let json = try? JSON(body) else { return nil }  // A page of a proxy's: truly a failure.
    if json["errors"].isObject { return .refused(complaint) }
    switch json["error"].string ?? json["message"].string {
    case "Unauthenticated."?: return .signedOut
    case let words? where words.hasPrefix("No query results"): return .notFound
    default: return nil
    }
  }
}
