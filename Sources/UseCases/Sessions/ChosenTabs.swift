internal import FeedDomain

/// The reader's choice of tabs, with the former places of removed ones.
struct ChosenTabs {
  /// Chosen tabs from the left; nil for the service's default.
  private(set) var tabs: [StreamTab]?
  private var formerPlaces: [StreamTab: Int] = [:]

  /// Replaces the chosen tabs.
  mutating func choose(_ chosen: [StreamTab], insteadOf tabs: [StreamTab]) {
    for (place, tab) in tabs.enumerated() where !chosen.contains(tab) { formerPlaces[tab] = place }
    self.tabs = chosen
  }

  /// Returns the tabs with one removed, or added at its former place, else at the end; nil for the
  /// last one.
  func toggling(_ tab: StreamTab, in tabs: [StreamTab]) -> [StreamTab]? {
    var tabs = tabs
    guard tabs.contains(tab) else {
      tabs.insert(tab, at: min(formerPlaces[tab] ?? tabs.count, tabs.count))
      return tabs
    }
    return tabs.count > 1 ? tabs.filter { $0 != tab } : nil
  }
}
