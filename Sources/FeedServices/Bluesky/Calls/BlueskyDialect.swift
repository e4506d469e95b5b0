internal import FeedDomain

/// How servers of Bluesky's kind say what is wrong: the name of the error tells more than the
/// status.
struct BlueskyDialect: ServiceDialect {
  /// Shows that a token is ours that a browser led to.
  private let proof: HolderProof?

  /// Without a world, for servers that are asked in nobody's name.
  init(world: (any World)? = nil) { proof = world.map { HolderProof(world: $0) } }

  func sign(_ request: inout HTTPRequest, with token: Secret) {
    guard let session = BlueskySession(token) else { return }
    if let permit = session.permit, let proof {
      request.headers["Authorization"] = "DPoP \(session.access.revealed)"
      proof.add(to: &request, key: permit.key, token: session.access)
    } else {
      request.headers["Authorization"] = "Bearer \(session.access.revealed)"
    }
  }

  func missingLibrary(for token: Secret) -> SystemLibrary? {
    let isSigned = proof != nil && BlueskySession(token)?.permit != nil
    return isSigned && !MessageDigest.isAvailable ? .crypto : nil
  }

  func wantsSignedAnew(after reply: HTTPReply) -> Bool { proof?.isWanted(anew: reply) == true }

  /// A password opens nothing by itself.
  func opens(_ token: Secret) -> Bool { BlueskyEntry(token) == nil || BlueskySession(token) != nil }

  /// A token that has run out is refused with 400.
  func saysTokenIsSpent(_ reply: HTTPReply) -> Bool {
    switch (reply.status, reply.errorName) {
    case (400, "ExpiredToken"?): true
    case (400, "InvalidToken"?): !reply.deniesMethod
    case (401, let name): !Self.namesOfClosedAccounts.contains(name ?? "")
    default: false
    }
  }

  func failure(in reply: HTTPReply) -> FeedError? {
    switch (reply.status, reply.errorName) {
    case (400, "ExpiredToken"?): .signedOut
    case (400, "InvalidToken"?): reply.deniesMethod ? .refused(reply.complaint) : .signedOut
    case (400, let name?) where Self.namesOfNothing.contains(name): .notFound
    // People who are not there have no error of their own.
    case (400, "InvalidRequest"?) where reply.complaint == "Profile not found": .notFound
    case (401, let name?) where Self.namesOfClosedAccounts.contains(name):
      .refused(reply.complaint)
    // Trying again does not teach a server a method.
    case (501, _): .notFound
    default: nil
    }
  }

  private static let namesOfNothing: Set<String> = [
    "NotFound", "RecordNotFound", "HandleNotFound", "UnknownFeed", "UnknownList",
    "XRPCNotSupported",
  ]

  private static let namesOfClosedAccounts: Set<String> = [
    "AccountTakedown", "AccountDeactivated", "AccountSuspended",
  ]
}

extension HTTPReply {
  /// The name of what is wrong; nil where a proxy answered instead.
  var errorName: String? {
    guard !isSuccess, let json = try? JSON(body) else { return nil }  // A page for people, then.
    return json["error"].filledString
  }

  /// Whether the token is good, but not for this: a password for programs does not allow all.
  fileprivate var deniesMethod: Bool { complaint?.hasPrefix("Bad token ") == true }
}
