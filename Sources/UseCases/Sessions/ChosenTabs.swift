internal import FeedDomain

/// Which streams the reader chose as tabs, and where those stood that they took away.
struct ChosenTabs {
  /// From the left; nil before they chose any.
  private(set) var tabs: [StreamTab]?
  private var formerPlaces: [StreamTab: Int] = [:]

  /// Takes a choice in place of the tabs there are.
  mutating func choose(_ chosen: [StreamTab], insteadOf tabs: [StreamTab]) {
    for (place, tab) in tabs.enumerated() where !chosen.contains(tab) { formerPlaces[tab] = place }
    self.tabs = chosen
  }

  /// The tabs with that one where it was before, else at the end, or without it where it is one; nil
  /// where it is the last.
  func toggling(_ tab: StreamTab, in tabs: [StreamTab]) -> [StreamTab]? {
    var tabs = tabs
    guard tabs.contains(tab) else {
      tabs.insert(tab, at: min(formerPlaces[tab] ?? tabs.count, tabs.count))
      return tabs
    }
    return tabs.count > 1 ? tabs.filter { $0 != tab } : nil
  }
}
