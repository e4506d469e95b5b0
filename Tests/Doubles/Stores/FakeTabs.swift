package import FeedDomain

/// A store of tabs and columns in memory, which a test can make fail.
package actor FakeTabs: TabAndDeckColumnStore {
  package private(set) var kept: [AccountStreamTab]?
  package private(set) var columns: [DeckColumn] = []
  private var failure: StoreError?

  package init(_ kept: [AccountStreamTab]? = nil, failure: StoreError? = nil) {
    self.kept = kept
    self.failure = failure
  }

  package func fail(_ error: StoreError) { failure = error }

  package func tabs(account: Account.ID) throws(StoreError) -> [AccountStreamTab]? {
    if let failure { throw failure }
    return kept
  }

  package func setTabs(_ tabs: [AccountStreamTab], account: Account.ID) throws(StoreError) {
    if let failure { throw failure }
    kept = tabs
  }

  package func storeDeckColumns(_ columns: [DeckColumn]) throws(StoreError) {
    if let failure { throw failure }
    self.columns = columns
  }
}
