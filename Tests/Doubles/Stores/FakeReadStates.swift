package import FeedDomain

/// A store of read states in memory.
package actor FakeReadStates: ReadStateStore {
  private var entries: [ReadStateEntryReference] = []
  private var states: [Post.ID: Bool] = [:]
  private var failure: StoreError?
  private var interruption: (@Sendable () async -> Void)?
  /// The queued changes of read states that would be sent to a service.
  package private(set) var queued: [PendingChange] = []

  package init(_ entries: [ReadStateEntryReference] = []) {
    self.entries = entries
    for entry in entries { states[entry.post] = entry.isRead }
  }

  package func fail(_ error: StoreError?) { failure = error }

  /// Sets what happens elsewhere, such as in another process, while entries are registered.
  package func interrupt(by work: (@Sendable () async -> Void)?) { interruption = work }

  package func registerReadStateEntries(_ new: [ReadStateEntryReference], account: Account.ID)
    async throws(StoreError)
  {
    await interruption?()
    if let failure { throw failure }
    for entry in new where states[entry.post] == nil {
      entries.append(entry)
      states[entry.post] = entry.isRead
    }
  }

  package func postIDsMarkedRead(among posts: [Post.ID], account: Account.ID) throws(StoreError)
    -> Set<
      Post.ID
    >
  {
    if let failure { throw failure }
    return Set(posts.filter { states[$0] == true })
  }

  package func setEntriesRead(
    _ isRead: Bool, _ selection: EntriesByIDOrFeed, account: Account.ID, now: Timestamp,
    outboxKeys: (@Sendable () -> OutboxItem.ID)?
  ) throws(StoreError) -> [Post.ID] {
    if let failure { throw failure }
    let changed = chosen(selection).filter { states[$0] != isRead }
    for post in changed { states[post] = isRead }
    if outboxKeys != nil, !changed.isEmpty {
      var whole: Set<Person.ID> = []
      if isRead, case .feeds(let feeds, since: nil, before: nil) = selection { whole = feeds }
      queued.append(.markRead(changed, isRead, ofFeeds: whole))
    }
    return changed
  }

  package func unreadCountsByFeed(account: Account.ID) throws(StoreError) -> [Person.ID: Int] {
    if let failure { throw failure }
    return Dictionary(
      entries.filter { states[$0.post] == false }.map { ($0.source, 1) }, uniquingKeysWith: +)
  }

  package func unreadPostIDs(
    in selection: EntriesByIDOrFeed, account: Account.ID, limit: Int
  ) throws(StoreError) -> [Post.ID] {
    if let failure { throw failure }
    return Array(chosen(selection).filter { states[$0] == false }.prefix(limit))
  }

  private var marking: EntriesMarkedTogether?

  package func lastEntriesMarkedTogether(account: Account.ID) -> EntriesMarkedTogether? { marking }

  package func setLastEntriesMarkedTogether(_ marking: EntriesMarkedTogether, account: Account.ID)
    throws(StoreError)
  {
    if let failure { throw failure }
    self.marking = marking
  }

  private var folders: Set<String> = []

  package func openFolderNames(account: Account.ID) throws(StoreError) -> Set<String> {
    if let failure { throw failure }
    return folders
  }

  package func setOpenFolderNames(_ names: Set<String>, account: Account.ID) throws(StoreError) {
    if let failure { throw failure }
    folders = names
  }

  private var order: WebFeedSortOrder?

  package func webFeedListSortOrder(account: Account.ID) throws(StoreError) -> WebFeedSortOrder? {
    if let failure { throw failure }
    return order
  }

  package func setWebFeedListSortOrder(
    _ order: WebFeedSortOrder, account: Account.ID
  ) throws(StoreError) {
    if let failure { throw failure }
    self.order = order
  }

  package func adoptServiceReadStates(
    _ told: [ServiceEntryReadState], reportedAt: Timestamp, account: Account.ID
  ) throws(StoreError) -> StoredReadStateChange {
    if let failure { throw failure }
    var change = StoredReadStateChange()
    for state in told where states[state.entry.post] != state.entry.isRead {
      states[state.entry.post] = state.entry.isRead
      if state.entry.isRead {
        change.read.append(state.entry.post)
      } else {
        change.unread.append(state.entry.post)
      }
    }
    return change
  }

  private func chosen(_ selection: EntriesByIDOrFeed) -> [Post.ID] {
    switch selection {
    case .entries(let posts): posts.filter { states[$0] != nil }
    case .feeds(let feeds, let since, let before):
      entries.filter { entry in
        feeds.contains(entry.source) && since.map { entry.writtenAt >= $0 } ?? true
          && before.map { entry.writtenAt < $0 } ?? true
      }.sorted { $0.writtenAt > $1.writtenAt }.map(\.post)
    }
  }
}
