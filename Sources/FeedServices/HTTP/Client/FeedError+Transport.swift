internal import FeedDomain

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
