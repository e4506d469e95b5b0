package import FeedDomain

/// Keeps which columns there are, or fails.
package actor FakeDeck: DeckStore {
  package private(set) var kept: [DeckColumn]
  private var failure: StoreError?

  package init(_ kept: [DeckColumn] = [], failure: StoreError? = nil) {
    (self.kept, self.failure) = (kept, failure)
  }

  package func deck() throws(StoreError) -> [DeckColumn] {
    if let failure { throw failure }
    return kept
  }

  package func setDeck(_ columns: [DeckColumn]) throws(StoreError) {
    if let failure { throw failure }
    kept = columns
  }
}
