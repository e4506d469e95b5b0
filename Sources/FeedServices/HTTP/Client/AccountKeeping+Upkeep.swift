internal import FeedDomain

extension AccountKeeping {
  /// Keeps what was learnt about an account with its token, whoever may have renewed that
  /// meanwhile, and with what stands in for that where a command gives the secret; nothing where the
  /// account is gone or locked.
  func note(
    about account: Account.ID, _ learnt: @Sendable (Secret) -> Secret?
  ) async throws(FeedError) {
    try await lock.whileHeld { () throws(FeedError) in
      do throws(StoreError) {
        guard let store, let kept = try store.accounts().first(where: { $0.account.id == account }),
          !kept.isLocked, let token = learnt(kept.token)
        else { return }
        let source = kept.source.map {
          SecretSource(command: $0.command, record: learnt($0.record) ?? $0.record)
        }
        try store.learn(SignedInAccount(kept.account, token: token, source: source))
      } catch {
        throw .unreachable
      }
    }
  }
}

extension ServiceClient {
  /// Keeps what was learnt, on the client's own thread: files take their time.
  func keep(
    about account: Account.ID, in accounts: AccountKeeping,
    _ learnt: @Sendable (Secret) -> Secret?
  ) async throws(FeedError) {
    try await accounts.note(about: account, learnt)
  }
}

extension Timestamp {
  /// Whether what was looked at then is to be looked at again: after a day, or where the clock was
  /// wrong.
  func isStale(at now: Timestamp) -> Bool {
    now < self || now >= advanced(by: .seconds(86_400))
  }
}

extension JSON {
  /// A moment as it is kept; null for none.
  init(moment: Timestamp?) { self = moment.map { .number(String($0.milliseconds)) } ?? .null }

  /// A moment that was kept.
  var moment: Timestamp? { int.map { Timestamp(milliseconds: Int64($0)) } }
}
