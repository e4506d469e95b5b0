package import FeedDomain

/// Which columns there are: chosen in any scene, seen at once, and remembered after that.
@MainActor package final class DeckBook {
  /// The columns, from the left.
  package private(set) var columns: [DeckColumn]
  /// Is told when there are others.
  package var changed: () -> Void = {}
  private let store: any TabStore
  private let writes = SerialWork()

  /// The columns that were remembered.
  package init(_ columns: [DeckColumn], store: any TabStore) {
    (self.columns, self.store) = (columns, store)
  }

  /// The columns with that one at the right end, or without it where it is one.
  package func toggling(_ column: DeckColumn) -> [DeckColumn] {
    columns.contains(column) ? columns.filter { $0 != column } : columns + [column]
  }

  /// The columns with that one so many places further to the right, to the left where that is
  /// negative; as they are where that is beyond an end.
  package func moving(_ column: DeckColumn, by step: Int) -> [DeckColumn] {
    guard let place = columns.firstIndex(of: column), columns.indices.contains(place + step) else {
      return columns
    }
    var moved = columns
    moved.remove(at: place)
    moved.insert(column, at: place + step)
    return moved
  }

  /// Has those columns from now on; `keep` remembers them.
  package func choose(_ columns: [DeckColumn]) {
    guard columns != self.columns else { return }
    self.columns = columns
    changed()
  }

  /// Leaves out the columns of an account that was signed out: what was kept of it is erased. The one
  /// of everything stays where there is another account, for that one.
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

  /// Remembers what was chosen, in the order in which it was.
  package func keep() async throws(StoreError) {
    let kept = writes.add { [store, columns] () async -> Result<Void, StoreError> in
      do throws(StoreError) { return .success(try await store.setDeck(columns)) } catch {
        return .failure(error)
      }
    }
    try await kept.value.get()
  }

  /// Returns once everything that was chosen is remembered.
  package func finish() async { await writes.finish() }
}
