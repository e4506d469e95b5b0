internal import FeedDomain
internal import Threads

/// New tokens that could not be written: whoever asks is given them all the same, until they are
/// written or somebody else has written another.
struct UnkeptTokens: Sendable {
  /// A token that could not be written.
  private struct Unkept {
    let account: SignedInAccount
    /// What the file says of the account instead; nil where even that could not be read.
    let written: SignedInAccount?
  }

  private let tokens = Guarded<[Account.ID: Unkept]>([:])
  private let listener = Guarded<@Sendable (Account, StoreError) -> Void>({ _, _ in })

  /// The accounts whose token could not be written.
  var accounts: [Account] {
    tokens.withLock { $0.values.map(\.account.account) }.sorted { $0.handle < $1.handle }
  }

  /// The accounts as they are, where the file says this of them.
  func filling(_ written: [SignedInAccount]) -> [SignedInAccount] {
    tokens.withLock { tokens in
      guard !tokens.isEmpty else { return written }
      tokens = tokens.filter { id, unkept in
        // Somebody else has signed out, or in again.
        let now = written.first { $0.account.id == id }
        return now != nil && (unkept.written == nil || unkept.written == now)
      }
      return written.map { tokens[$0.account.id]?.account ?? $0 }
    }
  }

  /// Remembers a token that could not be written, and tells of it.
  func note(_ account: SignedInAccount, insteadOf written: SignedInAccount?, _ error: StoreError) {
    tokens.withLock { tokens in
      let before = tokens[account.account.id]?.written
      tokens[account.account.id] = Unkept(account: account, written: written ?? before)
    }
    listener.withLock { $0 }(account.account, error)
  }

  /// Takes note of what was written.
  func settle(_ written: [SignedInAccount]) {
    tokens.withLock { tokens in
      tokens = tokens.filter { !written.contains($0.value.account) }
    }
  }

  /// Forgets what there was of an account.
  func forget(_ account: Account.ID) { tokens.withLock { $0[account] = nil } }

  /// Whom to tell of each.
  func tell(_ tell: @escaping @Sendable (Account, StoreError) -> Void) {
    listener.withLock { $0 = tell }
  }
}
