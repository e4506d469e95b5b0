internal import FeedDomain

/// A protocol for the rules of requests to one service's API: how they are signed, and how replies
/// report errors and rate limits.
protocol ServiceRequestRules: Sendable {
  func sign(_ request: inout HTTPRequest, with token: Secret)
  /// Returns the system library that is needed to sign with a token and not installed; nil if
  /// nothing is missing.
  func missingLibrary(for token: Secret) -> SystemLibrary?
  /// Returns true if a token can sign requests directly; false if it must first be exchanged for
  /// another token.
  func canSignWithoutExchanging(_ token: Secret) -> Bool
  func reportsExpiredToken(_ reply: HTTPReply) -> Bool
  /// Returns true if a reply rejected the request's signature and states how to sign again, so that
  /// the client sends the request a second time.
  func needsNewSignature(after reply: HTTPReply) -> Bool
  /// Returns the error that a reply reports in its service's own way, not by its status; nil for
  /// none.
  func serviceSpecificError(in reply: HTTPReply) -> FeedError?
  func reportsRateLimit(_ reply: HTTPReply) -> Bool
  /// Returns the account's request limit after a reply, given the limit before it; nil if unknown.
  func updatedRequestQuota(
    after reply: HTTPReply, to request: HTTPRequest, before: RequestQuota?, now: Timestamp
  ) -> RequestQuota?
}

extension ServiceRequestRules {
  func sign(_ request: inout HTTPRequest, with token: Secret) {
    request.headers["Authorization"] = "Bearer \(token.revealed)"
  }

  func missingLibrary(for token: Secret) -> SystemLibrary? { nil }

  func canSignWithoutExchanging(_ token: Secret) -> Bool { true }

  func reportsExpiredToken(_ reply: HTTPReply) -> Bool { reply.status == 401 }

  func needsNewSignature(after reply: HTTPReply) -> Bool { false }

  func serviceSpecificError(in reply: HTTPReply) -> FeedError? { nil }

  func reportsRateLimit(_ reply: HTTPReply) -> Bool { reply.isRateLimit }

  func updatedRequestQuota(
    after reply: HTTPReply, to request: HTTPRequest, before: RequestQuota?, now: Timestamp
  ) -> RequestQuota? {
    // Many services limit writing separately.
    request.method == .get ? RequestQuota(reply, at: now) : nil
  }
}

/// A set of rules for requests to services with bearer tokens that report errors by status alone.
struct BearerTokenRequestRules: ServiceRequestRules {}

/// A set of rules for requests to picture servers, whose status 401 does not reject the user's
/// token.
struct TokenlessRequestRules: ServiceRequestRules {
  func reportsExpiredToken(_ reply: HTTPReply) -> Bool { false }

  func serviceSpecificError(in reply: HTTPReply) -> FeedError? {
    reply.status == 401 ? .refused(nil) : nil
  }
}

extension FeedError {
  init(_ error: TransportError) {
    switch error {
    case .nameNotFound, .notConnected, .proxyFailed, .timedOut, .connectionLost, .unavailable:
      self = .unreachable
    case .missingLibrary: self = .missingLibrary(.curl)
    case .untrusted(let why): self = .untrusted(why)
    case .tooLarge(.body): self = .tooLarge
    case .tooLarge, .malformed, .badRedirect: self = .badReply
    case .invalidRequest(.scheme): self = .untrusted(.plain)
    case .invalidRequest, .forbiddenAddress: self = .refused(nil)
    case .ownNetworkForbidden:
      self = .misconfigured("Restricted mode reaches servers on the internet only.")
    case .cancelled: self = .cancelled
    }
  }

  /// Creates the error of a request that must happen only once: `outcomeUnknown` if the service may
  /// have received the request, otherwise the error of the transport.
  init(lostReply error: TransportError) {
    switch error {
    case .timedOut, .connectionLost: self = .outcomeUnknown
    default: self.init(error)
    }
  }

  /// Creates the error for an HTTP reply by its status; nil for a status of success.
  init?(_ reply: HTTPReply, until: Timestamp?) {
    switch reply.status {
    case 200..<300: return nil
    case 401: self = .signedOut
    case 404, 410: self = .notFound
    case 408: self = .unreachable
    case 429: self = .rateLimited(until: until)
    case 503 where reply.isRateLimit: self = .rateLimited(until: until)
    case 400..<500: self = .refused(reply.serviceMessage)
    case 500...: self = .serverFailed(reply.status)
    // Redirects and other unexpected statuses.
    default: self = .badReply
    }
  }
}

extension HTTPReply {
  /// The message with which the service explains an error in its reply; nil if there is none.
  var serviceMessage: String? {
    guard let json = try? JSON(body) else { return nil }  // Not an error message of the service.
    // Relatives of Misskey state the message within the error.
    let words = ["error_description", "message", "error", "detail"].lazy.compactMap {
      json[$0].nonEmptyString ?? json[$0]["message"].nonEmptyString
    }
    return (words.first ?? json.nonEmptyString).map { String($0.prefix(500)) }
  }
}

extension FeedError {
  /// The text of this error for the log, without the message from the service if it is a refusal.
  var logText: String { isRefusal ? "refused" : description }
}
