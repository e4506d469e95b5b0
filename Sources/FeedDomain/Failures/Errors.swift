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
  case cancelled
  /// An unrepeatable request was sent, and no reply came.
  case outcomeUnknown
}

extension FeedError {
  /// The reason why a server's certificate is not trusted.
  public enum CertificateProblem: String, Hashable, Sendable, CaseIterable {
    case strangeIssuer = "strange-issuer"
    case expired
    case notYetValid = "not-yet-valid"
    case otherServer = "other-server"
    case revoked, weak
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

/// An error of a store: database, file or cache.
public enum StoreError: Error, Hashable, Sendable {
  case full, readOnly
  /// The folder cannot be created; nil if the system names no home.
  case noPlace(folder: String?)
  /// The file is damaged or has another format.
  case damaged
  /// The file was written by a newer version.
  case newer
  /// Another process holds the lock for too long.
  case busy
  /// The store was closed at the program's end.
  case closed
  case signedOut
  /// Another failure, with the failed step and the system's message.
  case failed(step: String, reason: String)
}

extension StoreError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .full: "the disk is full"
    case .readOnly: "not writable"
    case .noPlace(let folder): folder.map { "nothing can be kept in \($0)" } ?? "no home"
    case .damaged: "damaged"
    case .newer: "written by a newer version"
    case .busy: "held by another process"
    case .closed: "closed"
    case .signedOut: "signed out"
    case .failed(let step, let reason): "\(step) failed: \(reason)"
    }
  }
}

/// A system library loaded on demand, which may be missing.
public enum SystemLibrary: String, Hashable, Sendable, CaseIterable {
  case curl = "libcurl"
  case crypto = "libcrypto"
  case expat = "libexpat"
  case jpeg = "libjpeg"
  case png = "libpng"
  case webp = "libwebp"
  case webpdemux = "libwebpdemux"
  case gif = "giflib"
  case avif = "libavif"
  case heif = "libheif"
}
