package import FeedDomain

/// A history of searches in memory.
package actor FakeSearches: SearchHistory {
  package private(set) var kept: [String] = []

  package init() {}

  package func hold(_ searches: [String]) { kept = searches }
  package func recentSearches(of account: Account.ID) -> [String] { kept }

  package func addSearchToHistory(_ words: String, of account: Account.ID, now: Timestamp) {
    kept.removeAll { $0 == words }
    kept.insert(words, at: 0)
  }
}
