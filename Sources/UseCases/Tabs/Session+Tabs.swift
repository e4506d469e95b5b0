package import FeedDomain

extension Session {
  /// The streams that are tabs: those that the reader chose, or what the service offers.
  package var tabs: [StreamTab] { chosenTabs.tabs ?? connection.streams }

  /// The tabs with that one, or without it where it is one; nil where it is the last.
  func tabs(toggling tab: StreamTab) -> [StreamTab]? { chosenTabs.toggling(tab, in: tabs) }

  /// Takes the reader's choice.
  func choose(_ tabs: [StreamTab]) { chosenTabs.choose(tabs, insteadOf: self.tabs) }

  /// Reads what the reader chose, once.
  func readTabs() async throws(StoreError) {
    guard chosenTabs.tabs == nil, let store = shelf.tabs else { return }
    let tabs = try await store.tabs(account: account.id) ?? []
    // They may have chosen while it was read.
    if chosenTabs.tabs == nil, !tabs.isEmpty { choose(tabs) }
  }

  /// Keeps what the reader chose.
  func keepTabs(_ tabs: [StreamTab]) async throws(StoreError) {
    guard !isOver else { return }
    try await shelf.tabs?.setTabs(tabs, account: account.id)
  }
}
