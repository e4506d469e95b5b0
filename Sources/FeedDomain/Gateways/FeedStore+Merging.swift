extension FeedStore {
  /// Keeps posts that were told somewhere else than where they may be held; returns them as they
  /// are held now.
  func keepMerged(
    _ posts: [Post], account: Account.ID, now: Timestamp
  ) async throws(StoreError) -> [Post] {
    var merged: [Post] = []
    for told in posts {
      let held = try await post(told.id, account: account)
      merged.append(told.merged(with: held, told: .elsewhere))
    }
    _ = try await keep(merged, account: account, now: now)
    return merged
  }
}
