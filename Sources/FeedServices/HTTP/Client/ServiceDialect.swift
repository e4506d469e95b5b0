internal import FeedDomain

/// The peculiarities of a service.
protocol ServiceDialect: Sendable {
  func sign(_ request: inout HTTPRequest, with token: Secret)
  /// A missing library needed for signing; nil if nothing is missing.
  func missingLibrary(for token: Secret) -> SystemLibrary?
  /// Whether the token can be used as it is, or must be traded first.
  func opens(_ token: Secret) -> Bool
  /// Whether the reply says that the token expired.
  func saysTokenIsSpent(_ reply: HTTPReply) -> Bool
  /// Whether the reply rejected the signature and told how to sign; called for every reply.
  func wantsSignedAnew(after reply: HTTPReply) -> Bool
  /// An error that the service tells otherwise than by status; called for every reply.
  func failure(in reply: HTTPReply) -> FeedError?
  /// Whether the reply is a rate limit.
  func asksForPatience(_ reply: HTTPReply) -> Bool
  /// The limit after a reply, given the one before; nil if unknown.
  func allowance(
    after reply: HTTPReply, to request: HTTPRequest, before: Allowance?, now: Timestamp
  ) -> Allowance?
}

extension ServiceDialect {
  func sign(_ request: inout HTTPRequest, with token: Secret) {
    request.headers["Authorization"] = "Bearer \(token.revealed)"
  }

  func missingLibrary(for token: Secret) -> SystemLibrary? { nil }

  func opens(_ token: Secret) -> Bool { true }

  func saysTokenIsSpent(_ reply: HTTPReply) -> Bool { reply.status == 401 }

  func wantsSignedAnew(after reply: HTTPReply) -> Bool { false }

  func failure(in reply: HTTPReply) -> FeedError? { nil }

  func asksForPatience(_ reply: HTTPReply) -> Bool { reply.asksForPatience }

  func allowance(
    after reply: HTTPReply, to request: HTTPRequest, before: Allowance?, now: Timestamp
  ) -> Allowance? {
    // Writing has limits of its own at many services.
    request.method == .get ? Allowance(reply, at: now) : nil
  }
}

/// Errors by status alone.
struct PlainDialect: ServiceDialect {}

/// Errors of picture servers: strangers, whose refusals are not the account's.
struct PictureDialect: ServiceDialect {
  func saysTokenIsSpent(_ reply: HTTPReply) -> Bool { false }

  func failure(in reply: HTTPReply) -> FeedError? { reply.status == 401 ? .refused(nil) : nil }
}

extension FeedError {
  /// What a missing reply means for the one who asked.
  init(_ error: TransportError) {
    switch error {
    case .nameNotFound, .notConnected, .proxyFailed, .timedOut, .cutShort, .unavailable:
      self = .unreachable
    case .missingLibrary: self = .missingLibrary(.curl)
    case .untrusted(let why): self = .untrusted(why)
    case .tooLarge, .malformed, .badRedirect: self = .badReply
    case .invalidRequest(.scheme): self = .untrusted(.plain)
    case .invalidRequest, .forbiddenAddress: self = .refused(nil)
    case .cancelled: self = .cancelled
    }
  }

  /// For a request that must happen once and may have arrived.
  init(lostReply error: TransportError) {
    switch error {
    case .timedOut, .cutShort: self = .outcomeUnknown
    default: self.init(error)
    }
  }

  /// nil for a good status.
  init?(_ reply: HTTPReply, until: Timestamp?) {
    switch reply.status {
    case 200..<300: return nil
    case 401: self = .signedOut
    case 404, 410: self = .notFound
    case 408: self = .unreachable
    case 429: self = .rateLimited(until: until)
    case 503 where reply.asksForPatience: self = .rateLimited(until: until)
    case 400..<500: self = .refused(reply.complaint)
    case 500...: self = .serverFailed(reply.status)
    // Redirects and whatever else an API has no business to answer.
    default: self = .badReply
    }
  }
}

extension HTTPReply {
  /// The service's words for an error.
  var complaint: String? {
    guard let json = try? JSON(body) else { return nil }  // No words of the service's own, then.
    let words = ["error_description", "message", "error"].lazy.compactMap { json[$0].filledString }
    return words.first.map { String($0.prefix(500)) }
  }
}

extension FeedError {
  /// The error for the log, without the service's words.
  var fact: String { isRefusal ? "refused" : description }
}
