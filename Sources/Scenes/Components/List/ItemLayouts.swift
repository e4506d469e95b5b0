import Terminal

/// A cache of the layouts of a list's items, which are made when an item becomes visible.
struct ItemLayouts<Item: Identifiable & Equatable, Action> {
  /// The size limit of the cache, enough for several screens.
  private static var most: Int { 256 }

  private var lay: (Item, Int) -> Block<Action> = { _, _ in Block(lines: [Line()]) }
  private var columns = 80
  private var kept: [Item.ID: (item: Item, block: Block<Action>)] = [:]

  /// Sets the layout function. The cache is emptied unless isSame says that width and look are
  /// unchanged.
  mutating func use(
    _ lay: @escaping (Item, Int) -> Block<Action>, columns: Int, keeping isSame: Bool
  ) {
    (self.lay, self.columns) = (lay, columns)
    if !isSame { kept = [:] }
  }

  mutating func block(of item: Item) -> Block<Action> {
    // Not compared: with every key each layout in sight is asked for several times.
    if let kept = kept[item.id] { return kept.block }
    let block = lay(item, columns)
    if kept.count > Self.most { kept = [:] }
    kept[item.id] = (item, block)
    return block
  }

  /// Removes the cached layouts of items that are gone or changed.
  mutating func keep(only items: [Item]) {
    guard !kept.isEmpty else { return }
    let before = kept
    kept = [:]
    for item in items {
      if let own = before[item.id], own.item == item { kept[item.id] = own }
    }
  }

  mutating func forget(_ item: Item.ID) { kept[item] = nil }
}
