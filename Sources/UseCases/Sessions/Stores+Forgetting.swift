package import FeedDomain

extension Session.Stores {
  /// Deletes an account's data older than a duration.
  package func forget(
    olderThan life: Duration, of account: Account.ID, now: Timestamp
  ) async throws(StoreError) {
    let moment = now.advanced(by: .zero - life)
    try await feeds.forget(fetchedBefore: moment, account: account)
    // Files take their time, and are shown by nobody else.
    Task { [photos] in await photos?.forget(keptBefore: moment, for: account) }
  }
}
