internal import FeedDomain

extension FeedError {
  /// What kind of failure it is, without the service's words.
  var fact: String {
    switch self {
    case .unreachable: "unreachable"
    case .untrusted(let why): "untrusted, \(why.rawValue)"
    case .invalidCredentials: "invalid credentials"
    case .signedOut: "signed out"
    case .rateLimited: "rate limited"
    case .refused: "refused"
    case .misconfigured(let words): words
    case .notFound: "not found"
    case .serverFailed(let code): "server failed, \(code)"
    case .badReply: "bad reply"
    case .cancelled: "cancelled"
    }
  }
}
