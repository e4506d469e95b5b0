internal import FeedDomain

/// A reader and writer of a stream's rows and reading position in the store, for the stream of one
/// account or for the home streams of several accounts as one.
@MainActor
struct SingleOrMergedStreamStorage {
  private let scope: StreamOrMergedHomes
  private let store: any FeedStore
  /// The group of accounts whose home streams are read as one; nil for a stream of one account.
  private let accountGroup: AccountGroup?

  init(_ feed: Feed, of session: AccountSession, with accountGroup: AccountGroup?) {
    let account = session.account.id
    let isEverything = feed == .everything
    scope = isEverything ? .homes(accountGroup?.accounts ?? [account]) : .stream(feed, account)
    (store, self.accountGroup) = (session.stores.feeds, isEverything ? accountGroup : nil)
  }

  func feedWindow(
    around anchor: FeedWindowAnchor, above: Int, below: Int
  ) async throws(StoreError) -> FeedWindow {
    var window = try await store.feedWindow(of: scope, around: anchor, above: above, below: below)
    guard let accountGroup else { return window }
    accountGroup.recordPictureAccounts(in: window.rows)
    window.rows = await accountGroup.rowsWithChosenAccountVersions(window.rows)
    return window
  }

  func feedStatus() async throws(StoreError) -> FeedStatus { try await store.feedStatus(of: scope) }

  func missedRows(_ span: MissedPostsSpan, limit: Int) async throws(StoreError) -> [FeedRow] {
    let rows = try await store.missedRows(span, of: scope, limit: limit).rows
    accountGroup?.recordPictureAccounts(in: rows)
    return await accountGroup?.rowsWithChosenAccountVersions(rows) ?? rows
  }

  func setReadingPosition(_ place: ReadingPosition, lastRead: FeedEntry.ID) async throws(StoreError)
  {
    try await store.setReadingPosition(place, lastRead: lastRead, in: scope)
  }

  func advanceLastReadEntry(_ entry: FeedEntry.ID) async throws(StoreError) {
    try await store.advanceLastReadEntry(entry, in: scope)
  }

  func markEntriesSeen(_ entries: [FeedEntry.ID]) async throws(StoreError) {
    try await store.markEntriesSeen(entries, in: scope)
  }

  func storeScreenLayout(_ layout: TimelineLayout) async throws(StoreError) {
    try await store.storeScreenLayout(layout, of: scope)
  }

  func setShowsUnreadOnly(_ isOn: Bool) async throws(StoreError) {
    try await store.setShowsUnreadOnly(isOn, of: scope)
  }

  func unreadPostIDs(in part: StreamRowRange) async throws(StoreError) -> [Post.ID] {
    try await store.unreadPostIDs(in: part, of: scope)
  }

  func nextUnreadEntry(
    _ direction: StreamDirection, from entry: FeedEntry.ID?
  ) async throws(StoreError) -> FeedEntry.ID? {
    try await store.nextUnreadEntry(direction, from: entry, of: scope)
  }
}
