internal import FeedDomain

/// How an account gets a new token when the one it has runs out.
struct TokenRenewal: Sendable {
  /// Lets one process at a time renew the token: one that can be used once must not be used by two.
  /// Nil where there is nobody else.
  let lock: FileRenewalLock?
  /// The token as it is stored now.
  let stored: @Sendable () async throws(FeedError) -> Secret?
  /// Keeps a new token, durably where that can be: the old one is worthless by then, so that this
  /// one is used whatever becomes of it.
  let keep: @Sendable (Secret) async -> Void
  /// Asks the service for a new token; `signedOut` where it wants the person to sign in again.
  let renew: @Sendable (Secret) async throws(FeedError) -> Secret
  /// Whether two records hold the same token, whatever else may be kept with it.
  var isSame: @Sendable (Secret, Secret) -> Bool = { $0 == $1 }

  /// A token that takes the place of a spent one.
  struct Successor: Sendable {
    let token: Secret
    /// Whether the service has just given it; else it may have run out since another process left it.
    let isNew: Bool
  }

  /// A token that is not the spent one, and is stored before it is used.
  func token(insteadOf spent: Secret) async throws(FeedError) -> Successor {
    try await lock.whileHeld { () throws(FeedError) in try await successor(of: spent) }
  }

  private func successor(of spent: Secret) async throws(FeedError) -> Successor {
    let held = try await stored()
    if let held, !isSame(held, spent) { return Successor(token: held, isNew: false) }
    do throws(FeedError) {
      let fresh = try await renew(held ?? spent)
      await keep(fresh)
      return Successor(token: fresh, isNew: true)
    } catch {
      // Somebody without our lock may have been quicker, an older version for one.
      guard error == .signedOut, let other = try await stored(), !isSame(other, spent) else {
        throw error
      }
      return Successor(token: other, isNew: false)
    }
  }
}
