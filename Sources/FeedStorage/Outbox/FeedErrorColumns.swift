internal import FeedDomain

/// A service's failure as two texts.
struct FeedErrorColumns: Equatable {
  let kind: String?
  let detail: String?

  /// The texts of a failure; none for none.
  init(_ error: FeedError?) {
    switch error {
    case nil: self.init(kind: nil)
    case .unreachable: self.init(kind: "unreachable")
    case .untrusted(let why): self.init(kind: "untrusted", detail: why.rawValue)
    case .invalidCredentials: self.init(kind: "invalid-credentials")
    case .signedOut: self.init(kind: "signed-out")
    case .rateLimited(let until):
      self.init(kind: "rate-limited", detail: until.map { "\($0.milliseconds)" })
    case .refused(let words): self.init(kind: "refused", detail: words)
    case .misconfigured(let words): self.init(kind: "misconfigured", detail: words)
    case .notFound: self.init(kind: "not-found")
    case .serverFailed(let status): self.init(kind: "server-failed", detail: "\(status)")
    case .badReply: self.init(kind: "bad-reply")
    case .missingLibrary(let library):
      self.init(kind: "missing-library", detail: library.rawValue)
    case .endless: self.init(kind: "endless")
    case .cancelled: self.init(kind: "cancelled")
    case .outcomeUnknown: self.init(kind: "outcome-unknown")
    }
  }

  /// The texts as they were stored.
  init(kind: String?, detail: String? = nil) {
    (self.kind, self.detail) = (kind, detail)
  }

  /// The failure; nil for none, and for one of a version that knew more.
  var error: FeedError? {
    switch kind {
    case "unreachable": .unreachable
    case "untrusted":
      .untrusted(detail.flatMap { FeedError.Distrust(rawValue: $0) } ?? .strangeIssuer)
    case "invalid-credentials": .invalidCredentials
    case "signed-out": .signedOut
    case "rate-limited":
      .rateLimited(until: detail.flatMap { Int64($0) }.map { Timestamp(milliseconds: $0) })
    case "refused": .refused(detail)
    case "misconfigured": .misconfigured(detail ?? "")
    case "not-found": .notFound
    case "server-failed": .serverFailed(detail.flatMap { Int($0) } ?? 0)
    case "bad-reply": .badReply
    case "missing-library":
      detail.flatMap { SystemLibrary(rawValue: $0) }.map { .missingLibrary($0) }
    case "endless": .endless
    case "cancelled": .cancelled
    case "outcome-unknown": .outcomeUnknown
    default: nil
    }
  }
}
