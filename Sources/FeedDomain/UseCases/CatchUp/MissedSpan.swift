/// What of a stream one catches up with.
package enum MissedSpan: Equatable, Sendable {
  /// What was not read.
  case unread
  /// All that was posted since that moment, read or not.
  case since(Timestamp)
}

extension FeedStore {
  /// The rows of it that are held, from the top and at most so many; where it may go on below them,
  /// how to ask for that.
  package func missed(
    _ span: MissedSpan, of feed: Feed, account: Account.ID, limit: Int
  ) async throws(StoreError) -> (rows: [FeedRow], older: Cursor?) {
    guard case .since(let moment) = span else {
      return (try await unread(of: feed, account: account, limit: limit), nil)
    }
    let window = try await window(
      of: feed, account: account, around: .top, above: 0, below: limit)
    // When something was boosted nobody tells.
    let end = window.rows.firstIndex { row in
      row.entry.map { $0.boostedBy == nil && $0.post.createdAt < moment } ?? false
    }
    let isAtBottom = end == nil && !window.hasMoreBelow
    return (
      Array(window.rows[..<(end ?? window.rows.count)]), isAtBottom ? window.status.older : nil
    )
  }
}
