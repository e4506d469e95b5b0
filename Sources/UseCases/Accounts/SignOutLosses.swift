package import FeedDomain

/// Unsaved work that would be lost by signing out of an account.
package struct SignOutLosses: Equatable, Sendable {
  package let undelivered: [OutboxItem]
  package let drafts: [Draft]
  /// True if the local mutes would be lost, too.
  package let mutes: Bool

  package init(undelivered: [OutboxItem] = [], drafts: [Draft] = [], mutes: Bool = false) {
    (self.undelivered, self.drafts, self.mutes) = (undelivered, drafts, mutes)
  }

  /// All unsent changes and drafts.
  package var unsent: [PendingChange] {
    undelivered.map(\.change) + drafts.map(PendingChange.publish)
  }
}

extension Session.Stores {
  /// Returns the work that signing out of an account would lose.
  package func losses(with account: Account.ID) async throws(StoreError) -> SignOutLosses {
    SignOutLosses(
      undelivered: try await outbox.items(of: account),
      drafts: try await drafts.drafts(of: account), mutes: try losesMutes(with: account))
  }

  /// Returns whether the account is the last one, so that its sign-out deletes the mutes.
  private func losesMutes(with account: Account.ID) throws(StoreError) -> Bool {
    guard try credentials.accounts().allSatisfy({ $0.account.id == account }) else { return false }
    // What cannot be read goes as well, and keeps nobody signed in.
    do throws(StoreError) { return try mutes?.mutes().isEmpty == false } catch { return true }
  }
}
