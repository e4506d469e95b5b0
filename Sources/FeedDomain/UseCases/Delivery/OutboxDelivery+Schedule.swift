extension OutboxDelivery {
  /// While another process sends for the account, how often to look whether it is done or dead.
  private static let patienceWithOthers = Duration.seconds(2)

  /// When to look at the outbox again; nil while nothing waits that could be sent.
  func nextMoment() async -> Timestamp? {
    guard !Task.isCancelled, !isSignedOut, !session.isOver else { return nil }
    let now = session.world.now
    do throws(StoreError) {
      report(.reading)
      let items = try await session.shelf.outbox.items(of: session.account.id)
      report(.waiting(items))
      guard let due = try await earliest(of: items, now: now) else { return nil }
      let moment = max(due, pause?.until ?? due)
      return moment > now ? moment : now.advanced(by: Self.patienceWithOthers)
    } catch {
      storeFailed(error, doing: "look through")
      return pause?.until
    }
  }

  /// Notes that remembering failed; everything is tried again in a while.
  func storeFailed(_ error: StoreError, doing step: String) {
    session.note(error, doing: "\(step) the outbox", on: .outbox)
    pause = DeliveryPause(until: session.world.now.advanced(by: .seconds(30)), endsEarly: true)
  }

  private func earliest(
    of items: [OutboxItem], now: Timestamp
  ) async throws(StoreError) -> Timestamp? {
    var earliest: Timestamp?
    var postsHeldUntil = now
    for item in items {
      var due: Timestamp
      switch item.state {
      case .refused: continue
      case .ambiguous, .sending: due = now
      case .queued(let notBefore, let error):
        due = notBefore ?? now
        if item.waitsForAnotherClock(now: now) {
          try await session.shelf.outbox.settle(item.id, as: .queued(notBefore: nil, after: error))
          due = now
        }
      }
      if case .publish = item.change {
        postsHeldUntil = max(postsHeldUntil, due)
        due = postsHeldUntil
      }
      earliest = min(earliest ?? due, due)
    }
    return earliest
  }
}
