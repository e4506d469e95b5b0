extension Session {
  /// Forgets what the service lets nobody keep for longer.
  func forgetWhatIsTooOld() async throws(StoreError) {
    guard let life = connection.keepsFor, !isOver else { return }
    let moment = world.now.advanced(by: .zero - life)
    try await shelf.feeds.forget(fetchedBefore: moment, account: account.id)
    let (photos, account) = (shelf.photos, account.id)
    // Files take their time, and are shown by nobody else.
    Task { await photos?.forget(keptBefore: moment, for: account) }
  }
}
