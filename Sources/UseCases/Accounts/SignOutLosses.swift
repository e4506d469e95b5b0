package import FeedDomain

/// What would go with an account and is kept nowhere else.
package struct SignOutLosses: Equatable, Sendable {
  package let undelivered: [OutboxItem]
  /// What was begun and not sent.
  package let drafts: [Draft]
  /// Whether what is muted goes as well.
  package let mutes: Bool

  package init(undelivered: [OutboxItem] = [], drafts: [Draft] = [], mutes: Bool = false) {
    (self.undelivered, self.drafts, self.mutes) = (undelivered, drafts, mutes)
  }

  /// Everything that was never sent.
  package var unsent: [PendingChange] {
    undelivered.map(\.change) + drafts.map(PendingChange.publish)
  }
}

extension Session.Stores {
  /// What signing out of the account would lose.
  package func losses(with account: Account.ID) async throws(StoreError) -> SignOutLosses {
    SignOutLosses(
      undelivered: try await outbox.items(of: account),
      drafts: try await drafts.drafts(of: account), mutes: try losesMutes(with: account))
  }

  /// Whether what is muted goes with the account: it is the last one, and nobody is left whose it is.
  private func losesMutes(with account: Account.ID) throws(StoreError) -> Bool {
    guard try credentials.accounts().allSatisfy({ $0.account.id == account }) else { return false }
    // What cannot be read goes as well, and keeps nobody signed in.
    do throws(StoreError) { return try mutes?.mutes().isEmpty == false } catch { return true }
  }
}
