internal import FeedDomain

/// Where a stream is held: with its account, or as the homes of several.
@MainActor struct HeldStream {
  private let feed: Feed
  private let session: Session
  private let company: Company?

  init(_ feed: Feed, of session: Session, with company: Company?) {
    (self.feed, self.session, self.company) = (feed, session, company)
  }

  /// The store of all homes, and whose they are; nil for any other stream.
  private var together: (store: any EverythingStore, accounts: [Account.ID])? {
    guard feed == .everything, let store = session.shelf.everything else { return nil }
    return (store, company?.accounts ?? [session.account.id])
  }

  private var feeds: any FeedStore { session.shelf.feeds }
  private var account: Account.ID { session.account.id }

  func window(
    around anchor: WindowAnchor, above: Int, below: Int
  ) async throws(StoreError) -> FeedWindow {
    guard let (store, accounts) = together else {
      return try await feeds.window(
        of: feed, account: account, around: anchor, above: above, below: below)
    }
    let window = try await store.everything(
      of: accounts, around: anchor, above: above, below: below)
    guard let company else { return window }
    company.note(window.rows)
    return FeedWindow(
      await company.wished(window.rows), hasMoreAbove: window.hasMoreAbove,
      hasMoreBelow: window.hasMoreBelow, status: window.status)
  }

  func status() async throws(StoreError) -> FeedStatus {
    if let (store, accounts) = together {
      return try await store.everythingStatus(of: accounts)
    }
    return try await feeds.status(of: feed, account: account)
  }

  func missed(_ span: MissedSpan, limit: Int) async throws(StoreError) -> [FeedRow] {
    guard let (store, accounts) = together else {
      return try await feeds.missed(span, of: feed, account: account, limit: limit).rows
    }
    let rows = try await store.missed(span, of: accounts, limit: limit)
    company?.note(rows)
    return await company?.wished(rows) ?? rows
  }

  func setPlace(_ place: ReadingPlace, lastRead: FeedEntry.ID) async throws(StoreError) {
    if let (store, accounts) = together {
      return try await store.setEverythingPlace(place, lastRead: lastRead, of: accounts)
    }
    try await feeds.setPlace(place, lastRead: lastRead, in: feed, account: account)
  }

  func setLastRead(_ entry: FeedEntry.ID) async throws(StoreError) {
    if let (store, accounts) = together {
      return try await store.setEverythingPlace(nil, lastRead: entry, of: accounts)
    }
    try await feeds.setLastRead(entry, in: feed, account: account)
  }

  func setSeen(_ entries: [FeedEntry.ID]) async throws(StoreError) {
    if let (store, accounts) = together {
      return try await store.setEverythingSeen(entries, of: accounts)
    }
    try await feeds.setSeen(entries, in: feed, account: account)
  }

  func setArrangement(_ arrangement: Arrangement) async throws(StoreError) {
    if let (store, _) = together { return try await store.setEverythingArrangement(arrangement) }
    try await feeds.setArrangement(arrangement, of: feed, account: account)
  }
}
