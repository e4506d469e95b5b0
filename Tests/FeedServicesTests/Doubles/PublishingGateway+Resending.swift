import Doubles
import FeedDomain

extension PublishingGateway {
  /// Sends a change for the first time, as an outbox item that was made at a time.
  func sendChange(
    _ change: PendingChange, key: OutboxItem.ID, madeAt: Timestamp = FakeWorld.noon
  ) async throws(FeedError) -> ChangeOutcome {
    try await sendChange(
      change,
      of: OutboxItem(
        id: key, account: Account.ID("a"), change: change, state: .sending, attempts: 1,
        createdAt: madeAt))
  }

  /// Sends a change again whose first try began then, unless it arrived: as the outbox does it.
  func resend(
    _ change: PendingChange, key: OutboxItem.ID, since begun: Timestamp, last: Timestamp? = nil,
    known: Set<Post.ID> = [], taken: Set<Post.ID> = []
  ) async throws(FeedError) -> ChangeOutcome {
    let tries = PossiblyArrivedSendAttempts(
      firstAttempt: begun, lastAttempt: last ?? begun, earlierPosts: known, otherItemsPosts: taken)
    switch try await askWhetherDelivered(change, key: key, after: tries) {
    case .arrived(let outcome): return outcome
    case .undecided, .unknown: throw .outcomeUnknown
    case .repeatable:
      return try await sendChange(
        change,
        of: OutboxItem(
          id: key, account: Account.ID("a"), change: change, state: .sending, attempts: 2,
          createdAt: begun, earlierAttempts: tries))
    }
  }
}
