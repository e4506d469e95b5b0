/// Which streams the reader wants at hand: as tabs, an account at a time, and as columns beside what
/// they read, whichever account those are of.
public protocol TabStore: Sendable {
  /// The tabs in order; nil where the reader has chosen none, and gets what the service offers.
  func tabs(account: Account.ID) async throws(StoreError) -> [StreamTab]?
  /// Keeps the reader's choice.
  func setTabs(_ tabs: [StreamTab], account: Account.ID) async throws(StoreError)
  /// The columns, from the left; none before any was chosen.
  func deck() async throws(StoreError) -> [DeckColumn]
  /// Keeps the reader's choice, but for columns of accounts that were signed out.
  func setDeck(_ columns: [DeckColumn]) async throws(StoreError)
}
