/// What was searched for, kept across starts; it goes with the account's sign-out.
public protocol SearchHistory: Sendable {
  /// The last searches of an account, the latest first, each once.
  func searches(of account: Account.ID) async throws(StoreError) -> [String]
  /// Keeps a search as the latest; of very many the oldest go.
  func keep(search words: String, of account: Account.ID, now: Timestamp) async throws(StoreError)
}
