package import FeedDomain

/// A list of the deck's columns, which every scene can change: changes are shown at once, stored
/// later.
@MainActor
package final class DeckColumnList {
  package private(set) var columns: [DeckColumn]
  package var onChange: () -> Void = {}
  private let store: any TabAndDeckColumnStore
  private let writes = SerialQueue()

  package init(_ columns: [DeckColumn], store: any TabAndDeckColumnStore) {
    (self.columns, self.store) = (columns, store)
  }

  /// Returns the deck's columns with a column added at the right, or without it if the deck has it.
  package func togglingColumn(_ column: DeckColumn) -> [DeckColumn] {
    columns.contains(column) ? columns.filter { $0 != column } : columns + [column]
  }

  /// Returns the deck's columns with a column moved to the right, by a number of positions;
  /// unchanged if the new position is beyond the first or the last.
  package func movingColumn(_ column: DeckColumn, by step: Int) -> [DeckColumn] {
    guard let place = columns.firstIndex(of: column), columns.indices.contains(place + step) else {
      return columns
    }
    var moved = columns
    moved.remove(at: place)
    moved.insert(column, at: place + step)
    return moved
  }

  /// Replaces the deck's columns; `storeColumns` stores them.
  package func replaceColumns(with columns: [DeckColumn]) {
    guard columns != self.columns else { return }
    self.columns = columns
    onChange()
  }

  /// Removes a signed-out account's columns from the deck. The column of the merged home timeline
  /// goes to the account `heir`, if there is one.
  package func removeColumns(of account: Account.ID, leaving heir: Account.ID? = nil) {
    let everything = DeckColumn.DeckColumnContent.stream(.feed(.everything))
    replaceColumns(
      with: columns.compactMap { column in
        guard column.account == account else { return column }
        guard column.content == everything, let heir else { return nil }
        let inherited = DeckColumn(everything, of: heir)
        return columns.contains(inherited) ? nil : inherited
      })
  }

  /// Writes the deck's columns to the store, after the writes under way.
  package func storeColumns() async throws(StoreError) {
    let kept = writes.enqueueWork { [store, columns] () async -> Result<Void, StoreError> in
      do throws(StoreError) { return .success(try await store.storeDeckColumns(columns)) } catch {
        return .failure(error)
      }
    }
    try await kept.value.get()
  }

  package func waitUntilStored() async { await writes.waitUntilWorkIsFinished() }
}
