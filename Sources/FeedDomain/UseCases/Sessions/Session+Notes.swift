extension Session {
  /// Notes that something could not be remembered; nothing where the program is ending, which is no
  /// failure.
  func note(_ error: StoreError, doing step: String, on channel: LogChannel = .storage) {
    guard error != .closed else { return }
    log.note(channel, .error, "could not \(step): \(error)")
  }
}
