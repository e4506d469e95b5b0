package import FeedDomain

extension Session {
  /// The chosen tabs, or the service's default.
  package var tabs: [StreamTab] { chosenTabs.tabs ?? connection.streams }

  /// Returns the tabs with one added or removed; nil for the last one.
  func tabs(toggling tab: StreamTab) -> [StreamTab]? { chosenTabs.toggling(tab, in: tabs) }

  /// Replaces the account's tabs.
  func choose(_ tabs: [StreamTab]) { chosenTabs.choose(tabs, insteadOf: self.tabs) }

  /// Reads the stored tabs once.
  func readTabs() async throws(StoreError) {
    guard chosenTabs.tabs == nil, let store = shelf.tabs else { return }
    let tabs = try await store.tabs(account: account.id) ?? []
    // They may have chosen while it was read.
    if chosenTabs.tabs == nil, !tabs.isEmpty { choose(tabs) }
  }

  func keepTabs(_ tabs: [StreamTab]) async throws(StoreError) {
    guard !isOver else { return }
    try await shelf.tabs?.setTabs(tabs, account: account.id)
  }
}
