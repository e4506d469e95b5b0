package import FeedDomain

/// How it stands with the services that are asked at once, each by itself.
struct AccountGroupFetch {
  private struct Problem {
    var failures: Int
    var error: FeedError
    /// Until when it is left in peace, unless the reader asks.
    var notBefore: Timestamp
  }

  private var problems: [Account.ID: Problem] = [:]

  /// The services that failed when they were asked last, and why.
  func failing(among accounts: [Account]) -> [FailedAccount] {
    accounts.compactMap { account in problems[account.id].map { FailedAccount(account, $0.error) } }
  }

  /// Whether an account's service may be asked by itself.
  func mayAsk(_ account: Account.ID, at now: Timestamp) -> Bool {
    problems[account].map { $0.notBefore <= now } ?? true
  }

  /// The service answered.
  mutating func succeeded(_ account: Account.ID) { problems[account] = nil }

  /// The service failed.
  mutating func failed(_ account: Account.ID, _ error: FeedError, in world: any World) {
    let failures = (problems[account]?.failures ?? 0) + 1
    let now = world.now
    var end = now.advanced(
      by: Backoff.refresh.delay(afterFailures: failures, random: world.random()))
    if case .rateLimited(let until) = error { end = Backoff.end(ofLimit: until, now: now) }
    problems[account] = Problem(failures: failures, error: error, notBefore: end)
  }
}

/// An account whose service failed.
package struct FailedAccount: Equatable, Sendable {
  package let account: Account
  package let error: FeedError

  package init(_ account: Account, _ error: FeedError) {
    (self.account, self.error) = (account, error)
  }
}
