import FeedDomain
import FeedStorage

/// A stream drawn in a line: ids for entries, `|` for a gap.
extension FeedStore {
  func sketch(_ feed: Feed = .home, account: Account.ID = Samples.account) async throws -> String {
    let window = try await feedWindow(
      of: feed, account: account, around: .top, above: 0, below: 1000)
    return window.rows.map { $0.entry?.id.rawValue ?? "|" }.joined(separator: " ")
  }

  func gaps(_ feed: Feed = .home) async throws -> [TimelineGap] {
    try await feedWindow(of: feed, account: Samples.account, around: .top, above: 0, below: 1000)
      .rows.compactMap(\.gap)
  }

  func status(_ feed: Feed = .home) async throws -> FeedStatus {
    try await feedWindow(of: feed, account: Samples.account, around: .top, above: 0, below: 0)
      .status
  }

  @discardableResult
  func commit(
    _ ids: [Int], older: String? = nil, hasNewer: Bool = false, at placement: PagePlacement = .top,
    to feed: Feed = .home
  ) async throws -> StoreChangeSet {
    try await mergeFetchedPage(
      Samples.page(ids, older: older, hasNewer: hasNewer), into: feed, account: Samples.account,
      at: placement, now: .noon)
  }
}
