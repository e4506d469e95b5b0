internal import FeedDomain

/// The accounts that a scene may read together, and what is heard of them.
@MainActor struct AccountGroupReader {
  /// Nil where there is but one.
  let company: AccountGroup?
  /// What is done as any of them.
  let news = AccountGroupActions()

  init(_ company: AccountGroup?) { self.company = company }
}
