internal import FeedDomain
internal import Threads

/// What opens the accounts whose secret a command gives: for as long as the program runs, and in no
/// file.
struct OpenedTokens: Sendable {
  private let tokens = Guarded<[Account.ID: Secret]>([:])

  /// The accounts as they are known in this run.
  func filling(_ accounts: [SignedInAccount]) -> [SignedInAccount] {
    guard accounts.contains(where: { $0.source != nil }) else { return accounts }
    return tokens.withLock { tokens in
      accounts.map { account in
        guard account.source != nil, let token = tokens[account.account.id] else { return account }
        return account.holding(token)
      }
    }
  }

  /// Remembers what opens an account, where it is open and that is kept nowhere else.
  func note(_ account: SignedInAccount) {
    guard account.source != nil, !account.isLocked else { return }
    tokens.withLock { $0[account.account.id] = account.token }
  }

  func forget(_ account: Account.ID) {
    tokens.withLock { $0[account] = nil }
  }
}
