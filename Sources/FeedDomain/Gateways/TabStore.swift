/// Which streams the reader wants as tabs, an account at a time.
public protocol TabStore: Sendable {
  /// The tabs in order; nil where the reader has chosen none, and gets what the service offers.
  func tabs(account: Account.ID) async throws(StoreError) -> [StreamTab]?
  /// Keeps the reader's choice.
  func setTabs(_ tabs: [StreamTab], account: Account.ID) async throws(StoreError)
}
