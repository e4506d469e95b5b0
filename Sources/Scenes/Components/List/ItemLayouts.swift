import Terminal

/// How the items of a list are laid out, each when it comes into view; kept for as long as item, width
/// and look are the same.
struct ItemLayouts<Item: Identifiable & Equatable, Action> {
  /// Enough for several screens; more would only be memory.
  private static var most: Int { 256 }

  private var lay: (Item, Int) -> Block<Action> = { _, _ in Block(lines: [Line()]) }
  private var columns = 80
  private var kept: [Item.ID: (item: Item, block: Block<Action>)] = [:]

  /// Lays items out in that way from now on; those that are laid out are kept where it is the same.
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

  /// Forgets all but those of these items, as they are now.
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
