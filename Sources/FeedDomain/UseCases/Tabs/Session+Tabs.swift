extension Session {
  /// The streams that are tabs: those that the reader chose, or what the service offers.
  package var tabs: [StreamTab] { chosenTabs ?? connection.streams }

  /// The tabs with that one where it was before, else at the end, or without it where it is one; nil
  /// where it is the last.
  func tabs(toggling tab: StreamTab) -> [StreamTab]? {
    var tabs = tabs
    guard tabs.contains(tab) else {
      tabs.insert(tab, at: min(formerPlaces[tab] ?? tabs.count, tabs.count))
      return tabs
    }
    return tabs.count > 1 ? tabs.filter { $0 != tab } : nil
  }

  /// Reads what the reader chose, once.
  func readTabs() async throws(StoreError) {
    guard chosenTabs == nil, let store = shelf.tabs else { return }
    let tabs = try await store.tabs(account: account.id) ?? []
    // They may have chosen while it was read.
    if chosenTabs == nil, !tabs.isEmpty { choose(tabs) }
  }

  /// Keeps what the reader chose.
  func keepTabs(_ tabs: [StreamTab]) async throws(StoreError) {
    guard !isOver else { return }
    try await shelf.tabs?.setTabs(tabs, account: account.id)
  }
}
