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
