internal import FeedDomain

/// Signs requests, and recognises errors that servers of the family report otherwise than by
/// status.
struct MastodonDialect: ServiceDialect {
  func sign(_ request: inout HTTPRequest, with token: Secret) {
    let access = MastodonToken(token)?.access ?? token
    request.headers["Authorization"] = "Bearer \(access.revealed)"
  }

  func reportsExpiredToken(_ reply: HTTPReply) -> Bool {
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
  /// The error in a reply of Pixelfed, which answers most refusals with status 500.
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
