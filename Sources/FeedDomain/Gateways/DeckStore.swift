/// The columns that the reader wants beside what they read, whichever account they are of.
public protocol DeckStore: Sendable {
  /// The columns, from the left; none before any was chosen.
  func deck() async throws(StoreError) -> [DeckColumn]
  /// Keeps the reader's choice, but for columns of accounts that were signed out.
  func setDeck(_ columns: [DeckColumn]) async throws(StoreError)
}
