internal import FeedDomain

/// How those speak who let people in by a browser: they are asked with nothing but the key.
struct BlueskyDoorDialect: ServiceDialect {
  private let proof: HolderProof

  init(world: any World) { proof = HolderProof(world: world) }

  func sign(_ request: inout HTTPRequest, with token: Secret) {
    proof.add(to: &request, key: SigningKey(token))
  }

  func missingLibrary(for token: Secret) -> SystemLibrary? {
    MessageDigest.isAvailable ? nil : .crypto
  }

  func wantsSignedAnew(after reply: HTTPReply) -> Bool { proof.isWanted(anew: reply) }

  /// Nothing is traded for another key.
  func saysTokenIsSpent(_ reply: HTTPReply) -> Bool { false }

  func failure(in reply: HTTPReply) -> FeedError? {
    switch (reply.status, reply.errorName) {
    // A code or a token that has run out, was used, or belongs to somebody else.
    case (400, "invalid_grant"?), (401, "invalid_grant"?): .invalidCredentials
    case (401, _?): .refused(reply.complaint)
    default: nil
    }
  }
}
