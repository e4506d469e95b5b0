internal import FeedDomain

/// A history of the user's latest actions that can be undone.
struct ActionHistory {
  struct UndoableOutboxItem: Equatable {
    let item: OutboxItem
    /// True if the change replaced a pending one, so that undoing it restores the replaced change.
    let hasReplaced: Bool
  }

  enum UndoableStep: Equatable {
    /// An action that can be undone: changes that were made together.
    case changes([UndoableOutboxItem])
    /// An action that can be undone: entries were marked as read, or as unread for false.
    case read([Post.ID], Bool)
    /// An action that can be undone: a conversation or a person's boosts were hidden.
    case hidden(Mute)
  }

  private static let limit = 50
  private var entries: [(number: Int, entry: UndoableStep)] = []
  private var added = 0

  /// The number of the newest action that can be undone; 0 for none.
  var newest: Int { entries.last?.number ?? 0 }

  mutating func addUndoableStep(_ entry: UndoableStep) {
    added += 1
    entries.append((added, entry))
    entries.removeFirst(max(0, entries.count - Self.limit))
  }

  mutating func removeLastUndoableStep() -> UndoableStep? { entries.popLast()?.entry }

  mutating func removeUndoableChange(_ id: OutboxItem.ID) { removeUndoableChanges([id]) }

  mutating func removeUndoableChanges(_ ids: Set<OutboxItem.ID>) {
    entries = entries.compactMap { number, entry in
      guard case .changes(let changes) = entry else { return (number, entry) }
      let rest = changes.filter { !ids.contains($0.item.id) }
      return rest.isEmpty ? nil : (number, .changes(rest))
    }
  }
}
