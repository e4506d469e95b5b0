/// An error of a service or of the connection to it, because of which a request failed or was
/// refused.
public enum FeedError: Error, Hashable, Sendable {
  /// A request error: no reply, because the network, name resolution or server is down or too slow.
  case unreachable
  case untrusted(CertificateProblem)
  case invalidCredentials
  /// A request error: the account's token is no longer accepted.
  case signedOut
  /// A request error: too many requests; the time is nil if the end of the limit is unknown.
  case rateLimited(until: Timestamp?)
  /// A request error: the service refused the request, with its own message if any.
  case refused(String?)
  /// A request error: the service cannot do what is asked, for a reason that the program knows.
  case limited(ServiceLimitation)
  /// A request error: a server that is read without an account shows the requested page to its
  /// members only.
  case membersOnly
  /// A request error: a setting for the service is invalid; the text names the setting.
  case misconfigured(String)
  case notFound
  /// A request error: the server failed, with this HTTP status.
  case serverFailed(Int)
  /// A request error: the reply could not be parsed.
  case badReply
  /// A request error: the reply is too large to be read.
  case tooLarge
  case missingLibrary(SystemLibrary)
  /// A request error: the action needed more requests than its budget allows, as when the pages of
  /// a list never end.
  case endless
  case cancelled
  /// A request error: a request that must not be repeated was sent, but no reply came, so that its
  /// effect is unknown.
  case outcomeUnknown
  /// A request error: the answer is made of data stored on this machine, which cannot be read.
  case storeFailed(StoreError)
}

extension FeedError {
  public enum CertificateProblem: String, Hashable, Sendable, CaseIterable {
    case unknownIssuer = "strange-issuer"
    case expired
    case notYetValid = "not-yet-valid"
    case otherServer = "other-server"
    case revoked, weak
    /// A certificate problem: the system's certificate authorities cannot be read.
    case noAuthorities = "no-authorities"
    /// A certificate problem: the connection would be unencrypted.
    case plain
    /// A certificate problem: the TLS handshake failed because both sides support no common
    /// protocol, or the server sent no certificate.
    case handshake
  }

  /// A reason why a service cannot do what is asked; unlike the service's own messages, the reason
  /// is shown in the user's language.
  public enum ServiceLimitation: String, Hashable, Sendable, CaseIterable {
    case deletesNoPosts = "deletes-no-posts"
    case listsNoFollowers = "lists-no-followers"
    /// A reason why a service cannot do what is asked: the post to be edited was written by
    /// somebody else.
    case postOfOthers = "post-of-others"
    /// A reason why a service cannot do what is asked: pictures cannot be added to a published
    /// post.
    case addsNoPictures = "adds-no-pictures"
    /// A reason why a service cannot do what is asked: the server keeps each web feed in a folder.
    case needsFolder = "needs-folder"
    /// A reason why a service cannot do what is asked: web feeds in the user's own network are
    /// fetched only if the list that names them is trusted.
    case feedInOwnNetwork = "feed-in-own-network"
    case subscriptionEnded = "subscription-ended"
    case trialEnded = "trial-ended"
  }

  public var isRefusal: Bool {
    switch self {
    case .refused, .limited: true
    default: false
    }
  }

  public var isMissingLibrary: Bool {
    if case .missingLibrary = self { true } else { false }
  }

  /// True if the error means that the server was not reached, so that other requests fail as well.
  public var isOutOfReach: Bool {
    switch self {
    case .unreachable, .untrusted, .missingLibrary: true
    default: false
    }
  }

  /// True if the request that failed with this error may have taken effect at the service
  /// nevertheless.
  public var mayHaveTakenEffect: Bool {
    switch self {
    case .outcomeUnknown, .serverFailed, .badReply, .tooLarge, .endless, .cancelled: true
    case .unreachable, .untrusted, .invalidCredentials, .signedOut, .rateLimited, .refused,
      .limited, .membersOnly, .misconfigured, .notFound, .missingLibrary, .storeFailed:
      false
    }
  }

  /// True if the request that failed with this error may succeed later.
  public var mayPass: Bool {
    switch self {
    // Certificate errors may pass as well: they can come from a network's sign-in page, or a wrong
    // clock.
    case .unreachable, .untrusted, .rateLimited, .serverFailed, .badReply, .tooLarge,
      .misconfigured, .missingLibrary, .storeFailed:
      true
    case .invalidCredentials, .signedOut, .refused, .limited, .membersOnly, .notFound, .endless,
      .cancelled,
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
    case .limited(let limitation): "limited: \(limitation.rawValue)"
    case .membersOnly: "shown to members only"
    case .misconfigured(let words): "misconfigured: \(words)"
    case .notFound: "not found"
    case .serverFailed(let status): "the server failed with \(status)"
    case .badReply: "an answer that cannot be read"
    case .tooLarge: "an answer that is too large"
    case .missingLibrary(let library): "\(library.rawValue) is not installed"
    case .endless: "answers without an end"
    case .cancelled: "cancelled"
    case .outcomeUnknown: "outcome unknown"
    case .storeFailed(let error): "the store: \(error)"
    }
  }
}

/// An error of a store on disk, such as the database or a cache.
public enum StoreError: Error, Hashable, Sendable {
  case full, readOnly
  /// A store error: this folder cannot be created; the path is nil if the system names no home
  /// folder.
  case noPlace(folder: String?)
  /// A store error: the file is damaged or has another format.
  case damaged
  /// A store error: the file was written by a newer version of the program.
  case newer
  /// A store error: another process holds the file's lock for too long.
  case busy
  /// A store error: the store was closed at the program's end.
  case closed
  case signedOut
  /// A store error: a file would have more bytes than it may have, and is left as it was.
  case tooLarge(bytes: Int, limit: Int)
  /// A store error: one of another kind, with the failed step and the system's message.
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
    case .tooLarge(let bytes, let limit): "\(bytes) bytes where \(limit) are allowed"
    case .failed(let step, let reason): "\(step) failed: \(reason)"
    }
  }
}

/// A system library that is loaded when it is first needed, and may not be installed.
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

/// A web feed that a service refused to add, with the service's error.
public struct RefusedSubscription: Equatable, Sendable {
  public let address: String
  public let error: FeedError

  package init(_ address: String, _ error: FeedError) {
    (self.address, self.error) = (address, error)
  }
}
