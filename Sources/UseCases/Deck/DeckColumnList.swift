package import FeedDomain

/// The deck's columns: chosen in any scene, shown at once and stored later.
@MainActor package final class DeckColumnList {
  package private(set) var columns: [DeckColumn]
  package var changed: () -> Void = {}
  private let store: any TabStore
  private let writes = SerialQueue()

  package init(_ columns: [DeckColumn], store: any TabStore) {
    (self.columns, self.store) = (columns, store)
  }

  /// Returns the columns with one added at the right, or removed.
  package func toggling(_ column: DeckColumn) -> [DeckColumn] {
    columns.contains(column) ? columns.filter { $0 != column } : columns + [column]
  }

  /// Returns the columns with one moved by a number of places to the right; unchanged beyond an
  /// end.
  package func moving(_ column: DeckColumn, by step: Int) -> [DeckColumn] {
    guard let place = columns.firstIndex(of: column), columns.indices.contains(place + step) else {
      return columns
    }
    var moved = columns
    moved.remove(at: place)
    moved.insert(column, at: place + step)
    return moved
  }

  /// Replaces the columns; `keep` stores them.
  package func choose(_ columns: [DeckColumn]) {
    guard columns != self.columns else { return }
    self.columns = columns
    changed()
  }

  /// Removes the columns of a signed-out account. The column of the merged home timeline goes to
  /// another account, if there is one.
  package func forget(_ account: Account.ID, leaving heir: Account.ID? = nil) {
    let everything = DeckColumn.Content.stream(.feed(.everything))
    choose(
      columns.compactMap { column in
        guard column.account == account else { return column }
        guard column.content == everything, let heir else { return nil }
        let inherited = DeckColumn(everything, of: heir)
        return columns.contains(inherited) ? nil : inherited
      })
  }

  /// Stores the columns, in the order of changes.
  package func keep() async throws(StoreError) {
    let kept = writes.add { [store, columns] () async -> Result<Void, StoreError> in
      do throws(StoreError) { return .success(try await store.setDeck(columns)) } catch {
        return .failure(error)
      }
    }
    try await kept.value.get()
  }

  /// Waits until all changes are stored.
  package func finish() async { await writes.finish() }
}
