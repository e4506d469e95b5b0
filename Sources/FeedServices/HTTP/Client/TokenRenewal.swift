internal import FeedDomain

/// Lets one process at a time renew an account's token: a token that can be used once must not be
/// used by two.
protocol RenewalLock: Sendable {
  /// Does the work while nobody else does.
  func whileHeld(
    _ work: @Sendable () async throws(FeedError) -> Secret
  ) async throws(FeedError) -> Secret
}

/// How an account gets a new token when the one it has runs out.
struct TokenRenewal: Sendable {
  let lock: any RenewalLock
  /// The token as it is stored now.
  let stored: @Sendable () async throws(FeedError) -> Secret?
  /// Keeps a new token, durably: the old one is worthless by then.
  let keep: @Sendable (Secret) async throws(FeedError) -> Void
  /// Asks the service for a new token; `signedOut` where it wants the person to sign in again.
  let renew: @Sendable (Secret) async throws(FeedError) -> Secret

  /// A token that is not the spent one, and is stored.
  func token(insteadOf spent: Secret) async throws(FeedError) -> Secret {
    try await lock.whileHeld { () throws(FeedError) in
      if let other = try await stored(), other != spent { return other }
      do throws(FeedError) {
        let fresh = try await renew(spent)
        try await keep(fresh)
        return fresh
      } catch {
        // Somebody without our lock may have been quicker, an older version for one.
        guard error == .signedOut, let other = try await stored(), other != spent else {
          throw error
        }
        return other
      }
    }
  }
}
