/// An error of a request to a service.
public enum FeedError: Error, Hashable, Sendable {
  /// No reply: the network, name resolution or server is down or too slow.
  case unreachable
  case untrusted(CertificateProblem)
  case invalidCredentials
  /// The account's token is no longer accepted.
  case signedOut
  /// Too many requests; nil if the end of the limit is unknown.
  case rateLimited(until: Timestamp?)
  /// The service rejected the request, with its own message if any.
  case refused(String?)
  /// A setting of the service is invalid; the text says which.
  case misconfigured(String)
  case notFound
  /// A server error, with its HTTP status.
  case serverFailed(Int)
  /// The reply could not be parsed.
  case badReply
  /// A system library needed for the service is not installed.
  case missingLibrary(SystemLibrary)
  /// An action took too many requests, as pages lead on without an end.
  case endless
  /// The request's task was cancelled.
  case cancelled
  /// An unrepeatable request was sent, and no reply came.
  case outcomeUnknown
}

extension FeedError {
  /// The reason why a server's certificate is not trusted.
  public enum CertificateProblem: String, Hashable, Sendable, CaseIterable {
    /// The certificate's issuer is unknown.
    case strangeIssuer = "strange-issuer"
    case expired
    case notYetValid = "not-yet-valid"
    /// The certificate belongs to another server.
    case otherServer = "other-server"
    case revoked
    /// The certificate has a weak key or signature.
    case weak
    /// The system's certificate authorities cannot be read.
    case noAuthorities = "no-authorities"
    /// The connection would be unencrypted.
    case plain
    /// The TLS handshake failed: no common protocol, or no certificate.
    case handshake
  }

  public var isRefusal: Bool {
    if case .refused = self { true } else { false }
  }

  public var isMissingLibrary: Bool {
    if case .missingLibrary = self { true } else { false }
  }

  /// True if the server was not reached, so that other requests to it fail as well.
  public var isOutOfReach: Bool {
    switch self {
    case .unreachable, .untrusted, .missingLibrary: true
    default: false
    }
  }

  /// True if the request may have been carried out nevertheless.
  public var leavesDoubt: Bool {
    switch self {
    case .outcomeUnknown, .serverFailed, .badReply, .endless, .cancelled: true
    case .unreachable, .untrusted, .invalidCredentials, .signedOut, .rateLimited, .refused,
      .misconfigured, .notFound, .missingLibrary:
      false
    }
  }

  /// True if a retry may succeed.
  public var mayPass: Bool {
    switch self {
    // A network's own page for signing in passes, and so does a clock that is wrong.
    case .unreachable, .untrusted, .rateLimited, .serverFailed, .badReply, .misconfigured,
      .missingLibrary:
      true
    case .invalidCredentials, .signedOut, .refused, .notFound, .endless, .cancelled,
      .outcomeUnknown:
      false
    }
  }
}

extension FeedError: CustomStringConvertible {
  /// A text for the log that names the error.
  public var description: String {
    switch self {
    case .unreachable: "unreachable"
    case .untrusted(let why): "not trusted: \(why.rawValue)"
    case .invalidCredentials: "invalid credentials"
    case .signedOut: "signed out"
    case .rateLimited(let until):
      "too many requests" + (until.map { ", until \($0.milliseconds / 1000)" } ?? "")
    case .refused(let reason): "refused" + (reason.map { ": \($0)" } ?? "")
    case .misconfigured(let words): "misconfigured: \(words)"
    case .notFound: "not found"
    case .serverFailed(let status): "the server failed with \(status)"
    case .badReply: "an answer that cannot be read"
    case .missingLibrary(let library): "\(library.rawValue) is not installed"
    case .endless: "answers without an end"
    case .cancelled: "cancelled"
    case .outcomeUnknown: "outcome unknown"
    }
  }
}
