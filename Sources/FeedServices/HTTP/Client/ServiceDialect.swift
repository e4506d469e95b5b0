internal import FeedDomain

/// What a service does in its own way.
protocol ServiceDialect: Sendable {
  /// Puts the token where the service looks for it.
  func sign(_ request: inout HTTPRequest, with token: Secret)
  /// The library that is not installed and without which nothing can be signed with that token; nil
  /// where nothing is missing.
  func missingLibrary(for token: Secret) -> SystemLibrary?
  /// Whether the token can be used as it is; else it is traded for one first.
  func opens(_ token: Secret) -> Bool
  /// Whether the reply says that the token has run out, so that a new one may help.
  func saysTokenIsSpent(_ reply: HTTPReply) -> Bool
  /// Whether the reply refused how the request was signed, and told how to sign it; asked for every
  /// reply, also a good one.
  func wantsSignedAnew(after reply: HTTPReply) -> Bool
  /// What is wrong with a reply, where the service says it otherwise than by its status; asked for
  /// every reply, also a good one.
  func failure(in reply: HTTPReply) -> FeedError?
  /// Whether the service refuses because it is asked too much.
  func asksForPatience(_ reply: HTTPReply) -> Bool
  /// What the server lets the account ask after a reply, given what it did before; nil where nobody
  /// tells.
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

/// A server that says by its status alone what is wrong.
struct PlainDialect: ServiceDialect {}

/// What those say who have pictures: strangers, who know nothing of the account that asks, so that
/// none of their refusals is one of the account's service.
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

  /// The same for a request that must happen once, which may have arrived.
  init(lostReply error: TransportError) {
    switch error {
    case .timedOut, .cutShort: self = .outcomeUnknown
    default: self.init(error)
    }
  }

  /// What a reply's status means; nil for a good one.
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
  /// The service's own words for what is wrong, where it has any.
  var complaint: String? {
    guard let json = try? JSON(body) else { return nil }  // No words of the service's own, then.
    let words = ["error_description", "message", "error"].lazy.compactMap { json[$0].filledString }
    return words.first.map { String($0.prefix(500)) }
  }
}

extension FeedError {
  /// The failure as the log tells it, without the service's words.
  var fact: String { isRefusal ? "refused" : description }
}
