extension FeedStore {
  /// Keeps posts that were told somewhere else than where they may be held; returns them as they
  /// are held now, and which of them look different.
  package func keepMerged(
    _ posts: [Post], account: Account.ID, now: Timestamp
  ) async throws(StoreError) -> (posts: [Post], changes: ChangeSet) {
    var merged: [Post] = []
    for told in posts {
      let held = try await post(told.id, account: account)
      merged.append(told.merged(with: held, told: .elsewhere))
    }
    return (merged, try await keep(merged, account: account, now: now))
  }
}
