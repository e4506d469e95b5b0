internal import FeedDomain

/// A stream in the store: with its account, or as the homes of several.
@MainActor struct StreamLocation {
  private let scope: StreamScope
  private let store: any FeedStore
  /// The accounts whose homes are read together; nil for any other stream.
  private let company: AccountGroup?

  init(_ feed: Feed, of session: Session, with company: AccountGroup?) {
    let account = session.account.id
    let isEverything = feed == .everything
    scope = isEverything ? .homes(company?.accounts ?? [account]) : .stream(feed, account)
    (store, self.company) = (session.shelf.feeds, isEverything ? company : nil)
  }

  func window(
    around anchor: WindowAnchor, above: Int, below: Int
  ) async throws(StoreError) -> FeedWindow {
    let window = try await store.window(of: scope, around: anchor, above: above, below: below)
    guard let company else { return window }
    company.note(window.rows)
    return FeedWindow(
      await company.wished(window.rows), hasMoreAbove: window.hasMoreAbove,
      hasMoreBelow: window.hasMoreBelow, status: window.status)
  }

  func status() async throws(StoreError) -> FeedStatus { try await store.status(of: scope) }

  func missed(_ span: MissedSpan, limit: Int) async throws(StoreError) -> [FeedRow] {
    let rows = try await store.missed(span, of: scope, limit: limit).rows
    company?.note(rows)
    return await company?.wished(rows) ?? rows
  }

  func setPlace(_ place: ReadingPosition, lastRead: FeedEntry.ID) async throws(StoreError) {
    try await store.setPlace(place, lastRead: lastRead, in: scope)
  }

  func setLastRead(_ entry: FeedEntry.ID) async throws(StoreError) {
    try await store.setLastRead(entry, in: scope)
  }

  func setSeen(_ entries: [FeedEntry.ID]) async throws(StoreError) {
    try await store.setSeen(entries, in: scope)
  }

  func setArrangement(_ arrangement: Arrangement) async throws(StoreError) {
    try await store.setArrangement(arrangement, of: scope)
  }
}
