extension Session {
  /// Forgets what the service lets nobody keep any longer.
  func forgetWhatIsTooOld() async throws(StoreError) {
    guard let life = connection.keepsFor, !isOver else { return }
    try await shelf.forget(olderThan: life, of: account.id, now: world.now)
  }
}

extension Session.Shelf {
  /// Forgets what was fetched for an account longer ago than that.
  package func forget(
    olderThan life: Duration, of account: Account.ID, now: Timestamp
  ) async throws(StoreError) {
    let moment = now.advanced(by: .zero - life)
    try await feeds.forget(fetchedBefore: moment, account: account)
    // Files take their time, and are shown by nobody else.
    Task { [photos] in await photos?.forget(keptBefore: moment, for: account) }
  }
}

extension FeedStore {
  /// Forgets what was fetched for somebody else who went by the account's name, as before a server
  /// began anew: it must not stand among what is fetched for whoever signs in now. What was written
  /// stays.
  package func forget(
    othersThan account: Account, known credentials: any CredentialStore
  ) async throws(StoreError) {
    guard let held = try credentials.accounts().first(where: { $0.account.id == account.id }),
      held.account.person != account.person
    else { return }
    try await erase(account: account.id)
  }
}
