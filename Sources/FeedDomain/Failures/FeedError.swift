/// Every way in which a service can fail us.
public enum FeedError: Error, Hashable, Sendable {
  /// No answer: the line, the name or the server is down, or too slow.
  case unreachable
  /// Somebody answers who cannot show that they are the server.
  case untrusted(Distrust)
  /// The name or the password is wrong.
  case invalidCredentials
  /// The account's token is no longer accepted.
  case signedOut
  /// Too many requests; nil where it is not told until when.
  case rateLimited(until: Timestamp?)
  /// The service understood and said no, with its own words where it has any.
  case refused(String?)
  /// What the person set for the service has a mistake: where, and what could stand there.
  case misconfigured(String)
  /// There is no such thing (any more).
  case notFound
  /// The service is in trouble, with its status.
  case serverFailed(Int)
  /// The answer could not be read.
  case badReply
  /// A library of the system, without which the service cannot be asked or read, is not installed.
  case missingLibrary(SystemLibrary)
  /// One action took more requests than it may: the answers lead on without an end.
  case endless
  /// The person, or a newer request, called it off.
  case cancelled
  /// A request for something that must happen once was sent, and nobody can tell whether it did.
  case outcomeUnknown
}

extension FeedError {
  /// What is wrong with what a server shows of itself.
  public enum Distrust: String, Hashable, Sendable, CaseIterable {
    /// No authority that we know vouches for it.
    case strangeIssuer = "strange-issuer"
    case expired
    /// It begins in the future, by our clock.
    case notYetValid = "not-yet-valid"
    /// It belongs to another server.
    case otherServer = "other-server"
    case revoked
    /// Its key or its signature could be forged.
    case weak
    /// The authorities to trust cannot be read.
    case noAuthorities = "no-authorities"
    /// It is to be spoken to without any protection.
    case plain
    /// There is no common language, or no certificate.
    case handshake
  }

  /// Whether the service understood and said no.
  public var isRefusal: Bool {
    if case .refused = self { true } else { false }
  }

  /// Whether something has to be installed first, so that the service is not at fault.
  public var isMissingLibrary: Bool {
    if case .missingLibrary = self { true } else { false }
  }

  /// Whether the server itself was not reached: whatever else is asked of it now fails as well.
  public var isOutOfReach: Bool {
    switch self {
    case .unreachable, .untrusted, .missingLibrary: true
    default: false
    }
  }

  /// Whether what was asked for may have been done all the same.
  public var leavesDoubt: Bool {
    switch self {
    case .outcomeUnknown, .serverFailed, .badReply, .endless, .cancelled: true
    case .unreachable, .untrusted, .invalidCredentials, .signedOut, .rateLimited, .refused,
      .misconfigured, .notFound, .missingLibrary:
      false
    }
  }

  /// Whether trying the same again later may work.
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
  /// For the log, which is read by whoever looks for a cause.
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
