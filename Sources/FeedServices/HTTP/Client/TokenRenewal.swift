internal import FeedDomain

/// Lets one process at a time renew an account's token: a token that can be used once must not be
/// used by two.
protocol RenewalLock: Sendable {
  /// Does the work while nobody else does.
  func whileHeld<Value: Sendable>(
    _ work: @Sendable () async throws(FeedError) -> Value
  ) async throws(FeedError) -> Value
}

/// How an account gets a new token when the one it has runs out.
struct TokenRenewal: Sendable {
  let lock: any RenewalLock
  /// The token as it is stored now.
  let stored: @Sendable () async throws(FeedError) -> Secret?
  /// Keeps a new token, durably where that can be: the old one is worthless by then, so that this
  /// one is used whatever becomes of it.
  let keep: @Sendable (Secret) async -> Void
  /// Asks the service for a new token; `signedOut` where it wants the person to sign in again.
  let renew: @Sendable (Secret) async throws(FeedError) -> Secret
  /// Whether two records hold the same token, whatever else may be kept with it.
  var isSame: @Sendable (Secret, Secret) -> Bool = { $0 == $1 }

  /// A token that is not the spent one, and is stored before it is used.
  func token(insteadOf spent: Secret) async throws(FeedError) -> Secret {
    try await lock.whileHeld { () throws(FeedError) in
      let held = try await stored()
      if let held, !isSame(held, spent) { return held }
      do throws(FeedError) {
        let fresh = try await renew(held ?? spent)
        await keep(fresh)
        return fresh
      } catch {
        // Somebody without our lock may have been quicker, an older version for one.
        guard error == .signedOut, let other = try await stored(), !isSame(other, spent) else {
          throw error
        }
        return other
      }
    }
  }
}
