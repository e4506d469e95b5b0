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
    let rows = window.rows.since(moment)
    let isAtBottom = rows.count == window.rows.count && !window.hasMoreBelow
    return (Array(rows), isAtBottom ? window.status.older : nil)
  }
}

extension EverythingStore {
  /// The rows of these homes that are held, from the top and at most so many.
  package func missed(
    _ span: MissedSpan, of accounts: [Account.ID], limit: Int
  ) async throws(StoreError) -> [FeedRow] {
    guard case .since(let moment) = span else {
      return try await everythingUnread(of: accounts, limit: limit)
    }
    let window = try await everything(of: accounts, around: .top, above: 0, below: limit)
    return Array(window.rows.since(moment))
  }
}

extension [FeedRow] {
  /// Those above the first that was posted earlier. When something was boosted nobody tells.
  fileprivate func since(_ moment: Timestamp) -> ArraySlice<FeedRow> {
    prefix { row in
      row.entry.map { $0.boostedBy != nil || $0.post.createdAt >= moment } ?? true
    }
  }
}
