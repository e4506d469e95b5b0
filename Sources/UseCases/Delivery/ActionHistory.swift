internal import FeedDomain

/// What was done, for taking it back, the latest last.
struct ActionHistory {
  /// Something that was done.
  struct Entry: Equatable {
    let item: OutboxItem
    /// Whether something was waiting in its place, so that taking it back is more than forgetting it.
    let hasReplaced: Bool
  }

  private static let limit = 50
  private var deeds: [Entry] = []

  mutating func add(_ deed: Entry) {
    deeds.append(deed)
    deeds.removeFirst(max(0, deeds.count - Self.limit))
  }

  mutating func takeLast() -> Entry? { deeds.popLast() }

  /// Forgets what can no longer be taken back: what came of it is for good.
  mutating func forget(_ id: OutboxItem.ID) { deeds.removeAll { $0.item.id == id } }
}
