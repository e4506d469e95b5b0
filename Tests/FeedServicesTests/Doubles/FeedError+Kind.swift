import FeedDomain

extension FeedError {
  /// What kind of failure it is, without the service's words and without a moment.
  var kind: String {
    switch self {
    case .unreachable: "unreachable"
    case .untrusted: "untrusted"
    case .invalidCredentials: "invalid credentials"
    case .signedOut: "signed out"
    case .rateLimited: "rate limited"
    case .refused: "refused"
    case .limited: "limited"
    case .membersOnly: "members only"
    case .misconfigured: "misconfigured"
    case .notFound: "not found"
    case .serverFailed(let status): "server failed \(status)"
    case .badReply: "bad reply"
    case .tooLarge: "too large"
    case .endless: "endless"
    case .storeFailed: "store failed"
    case .missingLibrary: "missing library"
    case .cancelled: "cancelled"
    case .outcomeUnknown: "outcome unknown"
    }
  }
}
