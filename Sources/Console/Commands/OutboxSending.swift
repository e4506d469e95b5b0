package import FeedDomain

/// What became of an item that was sent.
package enum SendResult: Equatable, Sendable {
  case delivered(Outcome)
  /// It stays in the outbox, because of that.
  case kept(FeedError)
  /// The service said no.
  case refused(FeedError)

  /// Why it waits; nil where it does not.
  var reasonToWait: FeedError? { if case .kept(let error) = self { error } else { nil } }
}

/// Sends what waits, for a command that wants to know what came of it.
@MainActor package protocol OutboxSending: Sendable {
  /// Sends what is due of the account, oldest first, each once, and tells what became of each.
  ///
  /// What the service confirmed is in the store before this returns. Items on another process's wire
  /// are not in the answer, nor those held back so that they can be undone, unless they are sent too.
  /// Where some are named, those are sent whatever they wait for, and no other that is not due.
  func send(
    waitingOf account: SignedInAccount, only: Set<OutboxItem.ID>?, evenIfHeld: Bool
  ) async throws(StoreError) -> [OutboxItem.ID: SendResult]
}
