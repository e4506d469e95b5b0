internal import FeedDomain
internal import Threads

/// Whether somebody took back what they allowed an application.
///
/// What everybody may know is asked with the application's own key from then on; what is theirs fails
/// as signed out, which offers to sign in again.
final class Revocation: Sendable {
  private let state = Guarded(false)

  /// Whether replies tell nothing of the reader any more.
  var isKnown: Bool { state.withLock { $0 } }

  /// Asks in somebody's name, or with the key alone.
  @_semantics("optimize.sil.specialize.generic.never")
  func ask<Value: Sendable>(
    _ own: ServiceClient, or guest: ServiceClient?,
    _ ask: (ServiceClient) async throws(FeedError) -> Value
  ) async throws(FeedError) -> Value {
    guard let guest else { return try await ask(own) }
    if !isKnown {
      do throws(FeedError) {
        return try await ask(own)
      } catch {
        guard error == .signedOut else { throw error }
        state.withLock { $0 = true }
      }
    }
    return try await ask(guest)
  }
}
