package import FeedDomain

/// One of the accounts that are read together, and what it can do with posts.
package struct Member: Equatable, Sendable {
  package let account: Account
  package let abilities: PostAbilities

  package init(_ account: Account, _ abilities: PostAbilities) {
    (self.account, self.abilities) = (account, abilities)
  }
}
