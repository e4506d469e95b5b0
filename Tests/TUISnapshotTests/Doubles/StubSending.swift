import Doubles
import FeedDomain

@testable import Console

/// Tells the same of everything that waits, and takes it out of the outbox where it was delivered.
struct StubSending: OutboxSender {
  let outbox: FakeOutbox
  let result: OutboxSendResult
  /// Whether what is tried first stops all that is younger.
  var stopsAtFirst = false
  /// Whether another process takes what waits out of the outbox, and nothing is told.
  var isSentElsewhere = false

  func sendOutboxItems(
    waitingOf account: SignedInAccount, only: Set<OutboxItem.ID>?, evenIfHeld: Bool
  ) async throws(StoreError) -> [OutboxItem.ID: OutboxSendResult] {
    let items = await outbox.outboxItems(of: account.account.id).filter {
      only?.contains($0.id) ?? true
    }
    let told = stopsAtFirst ? Array(items.prefix(1)) : items
    if case .delivered = result {
      for item in told { try await outbox.setItemStateOrDelete(item.id, as: nil) }
    }
    if isSentElsewhere { return [:] }
    return Dictionary(uniqueKeysWithValues: told.map { ($0.id, result) })
  }
}
