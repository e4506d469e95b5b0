extension Outcome {
  /// The outcome with the post or person as they must be now, where the service did not tell.
  func completed(
    _ change: Change, in feeds: any FeedStore, of account: Account.ID
  ) async throws(StoreError) -> Outcome {
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
    _ outcome: Outcome, after change: Change, account: Account.ID
  ) async throws(StoreError) -> ChangeSet {
    if case .delete(let id) = change { return try await remove(id, account: account) }
    switch outcome {
    case .post(let post): return try await keep([post], account: account)
    case .person(let person):
      try await keep([person], account: account)
      return ChangeSet()
    case .done: return ChangeSet()
    }
  }
}

extension Change {
  /// Whether it takes back what was said.
  var isDeletion: Bool {
    if case .delete = self { true } else { false }
  }
}
