internal import FeedDomain

extension Outcome {
  /// The outcome with the post or person as they must be now, where the service did not tell, or
  /// told more than what the change is about.
  func completed(
    _ change: PendingChange, in feeds: any FeedStore, of account: Account.ID
  ) async throws(StoreError) -> Outcome {
    // What was written is as the service tells it, words and all.
    if case .publish = change, self != .done { return self }
    if case .post(let told) = self, change.post == told.id {
      return try await feeds.post(told.id, account: account)
        .map { .post($0.taking(marksOf: told)) } ?? self
    }
    if case .standing(let id, let relationship) = self {
      let person = try await feeds.person(id, account: account)
      return person.map { .person($0.applying(change).related(relationship)) } ?? self
    }
    guard self == .done else { return self }
    if let id = change.person {
      let person = try await feeds.person(id, account: account)
      return person.map { .person($0.applying(change)) } ?? self
    }
    guard let id = change.post, !change.isDeletion else { return self }
    return try await feeds.post(id, account: account).map { .post($0.applying(change)) } ?? self
  }
}

extension FeedStore {
  /// Stores what the service confirmed.
  func keep(
    _ outcome: Outcome, after change: PendingChange, account: Account.ID, now: Timestamp
  ) async throws(StoreError) -> ChangeSet {
    if case .delete(let id) = change { return try await remove(id, account: account) }
    switch outcome {
    case .post(let post): return try await keep([post], account: account, now: now)
    case .person(let person):
      try await keep([person], account: account)
      return ChangeSet()
    case .standing, .done: return ChangeSet()
    }
  }
}
