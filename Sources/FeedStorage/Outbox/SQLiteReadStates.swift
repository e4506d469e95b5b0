package import FeedDomain

/// A store of the read states of entries in the outbox's database, which is never deleted, since
/// the states exist nowhere else.
package struct SQLiteReadStateStore: ReadStateStore {
  private let outbox: SQLiteOutbox
  private var database: SQLiteDatabase { outbox.database }

  /// Maximum number of entries that one outbox item marks as read; services accept no more in one
  /// request.
  static let entriesPerItem = 200
  /// The time from marking an entry as read until its outbox item is sent; entries marked meanwhile
  /// join the item.
  private static let gathering = Duration.seconds(2)

  /// Creates a store of read states in an outbox's database; `SQLiteOutbox.eraseOutboxData` erases
  /// the states, too.
  package init(_ outbox: SQLiteOutbox) { self.outbox = outbox }

  package func registerReadStateEntries(_ entries: [ReadStateEntryReference], account: Account.ID)
    async throws(StoreError)
  {
    guard !entries.isEmpty else { return }
    // Usually no entry is new, and reading first avoids a write to the disk. The insertion skips
    // known entries after the first new one.
    let firstNew = try await database.runReadTransaction { connection throws(SQLiteError) -> Int? in
      let table = WebFeedEntryTable(connection: connection, account: account)
      for (place, entry) in entries.enumerated() where try table.isRead(entry.post) == nil {
        return place
      }
      return nil
    }
    guard let firstNew else { return }
    try await database.runWriteTransaction { connection throws(SQLiteError) in
      try outbox.throwIfSignedOut(account)
      try WebFeedEntryTable(connection: connection, account: account)
        .insertEntries(entries[firstNew...])
    }
  }

  package func postIDsMarkedRead(
    among entries: [Post.ID], account: Account.ID
  ) async throws(StoreError) -> Set<Post.ID> {
    try await database.runReadTransaction { connection throws(SQLiteError) in
      let table = WebFeedEntryTable(connection: connection, account: account)
      var read: Set<Post.ID> = []
      for post in entries where try table.isRead(post) == true { read.insert(post) }
      return read
    }
  }

  package func setEntriesRead(
    _ isRead: Bool, _ selection: EntriesByIDOrFeed, account: Account.ID, now: Timestamp,
    outboxKeys: (@Sendable () -> OutboxItem.ID)?
  ) async throws(StoreError) -> [Post.ID] {
    try await database.runWriteTransaction { connection throws(SQLiteError) in
      try outbox.throwIfSignedOut(account)
      let changed = try WebFeedEntryTable(connection: connection, account: account)
        .setEntriesRead(isRead, selection, now: now)
      if let outboxKeys {
        let items = OutboxItemTable(connection: connection)
        var rest = try items.withdrawUndoneReadStateItems(changed, !isRead, of: account)[...]
        if isRead, !rest.isEmpty, case .feeds(let feeds, since: nil, before: nil) = selection {
          try items.insertItem(
            OutboxItem(
              id: outboxKeys(), account: account,
              change: .markRead(Array(rest), true, ofFeeds: feeds),
              state: .queued(notBefore: now.timeAdvanced(by: Self.gathering), after: nil),
              createdAt: now))
          return changed
        }
        if let waiting = try items.readStateItemToExtend(of: account, joinableAt: now, isRead) {
          let joined = rest.prefix(max(0, Self.entriesPerItem - waiting.entries.count))
          try items.setEntriesMarkedByItem(waiting.entries + joined, isRead, of: waiting.number)
          rest = rest.dropFirst(joined.count)
        }
        while !rest.isEmpty {
          let part = rest.prefix(Self.entriesPerItem)
          try items.insertItem(
            OutboxItem(
              id: outboxKeys(), account: account, change: .markRead(Array(part), isRead),
              state: .queued(notBefore: now.timeAdvanced(by: Self.gathering), after: nil),
              createdAt: now))
          rest = rest.dropFirst(part.count)
        }
      }
      return changed
    }
  }

  package func unreadCountsByFeed(account: Account.ID) async throws(StoreError) -> [Person.ID: Int]
  {
    let counts = try await database.runReadTransaction { connection throws(SQLiteError) in
      try connection.queryRows(
        """
        SELECT source, count(*) FROM entry INDEXED BY unread_entry
        WHERE account = ? AND is_read = 0 GROUP BY source
        """, .text(account.rawValue)
      ) { (Person.ID($0.textValue(0)), Int($0.integerValue(1))) }
    }
    return Dictionary(counts) { first, _ in first }
  }

  package func unreadPostIDs(
    in selection: EntriesByIDOrFeed, account: Account.ID, limit: Int
  ) async throws(StoreError) -> [Post.ID] {
    try await database.runReadTransaction { connection throws(SQLiteError) in
      let table = WebFeedEntryTable(connection: connection, account: account)
      return Array(try table.entryIDs(in: selection, areRead: false).prefix(max(0, limit)))
    }
  }

  package func lastEntriesMarkedTogether(account: Account.ID) async throws(StoreError)
    -> EntriesMarkedTogether?
  {
    let marked = try await database.runReadTransaction { connection throws(SQLiteError) in
      try connection.queryRows(
        "SELECT post, is_read FROM marked_entry WHERE account = ?", .text(account.rawValue)
      ) { (post: Post.ID($0.textValue(0)), isRead: $0.integerValue(1) != 0) }
    }
    return marked.first.map { EntriesMarkedTogether(marked.map(\.post), isRead: $0.isRead) }
  }

  package func setLastEntriesMarkedTogether(
    _ marking: EntriesMarkedTogether, account: Account.ID
  ) async throws(StoreError) {
    try await database.runWriteTransaction { connection throws(SQLiteError) in
      try outbox.throwIfSignedOut(account)
      try connection.executeSQL(
        "DELETE FROM marked_entry WHERE account = ?", .text(account.rawValue))
      for post in marking.entries {
        try connection.executeSQL(
          "INSERT OR IGNORE INTO marked_entry (account, post, is_read) VALUES (?, ?, ?)",
          .text(account.rawValue), .text(post.rawValue), .integer(marking.isRead ? 1 : 0))
      }
    }
  }

  package func openFolderNames(account: Account.ID) async throws(StoreError) -> Set<String> {
    Set(
      try await database.runReadTransaction { connection throws(SQLiteError) in
        try connection.queryRows(
          "SELECT name FROM open_folder WHERE account = ?", .text(account.rawValue)
        ) { $0.textValue(0) }
      })
  }

  package func setOpenFolderNames(
    _ names: Set<String>, account: Account.ID
  ) async throws(StoreError) {
    try await database.runWriteTransaction { connection throws(SQLiteError) in
      try outbox.throwIfSignedOut(account)
      try connection.executeSQL(
        "DELETE FROM open_folder WHERE account = ?", .text(account.rawValue))
      for name in names {
        try connection.executeSQL(
          "INSERT INTO open_folder (account, name) VALUES (?, ?)", .text(account.rawValue),
          .text(name))
      }
    }
  }

  package func webFeedListSortOrder(account: Account.ID) async throws(StoreError)
    -> WebFeedSortOrder?
  {
    try await database.runReadTransaction { connection throws(SQLiteError) in
      try connection.firstRow(
        "SELECT name FROM feed_list_order WHERE account = ?", .text(account.rawValue)
      ) { WebFeedSortOrder(rawValue: $0.textValue(0)) } ?? nil
    }
  }

  package func setWebFeedListSortOrder(
    _ order: WebFeedSortOrder, account: Account.ID
  ) async throws(StoreError) {
    try await database.runWriteTransaction { connection throws(SQLiteError) in
      try outbox.throwIfSignedOut(account)
      try connection.executeSQL(
        "INSERT OR REPLACE INTO feed_list_order (account, name) VALUES (?, ?)",
        .text(account.rawValue), .text(order.rawValue))
    }
  }

  package func adoptServiceReadStates(
    _ states: [ServiceEntryReadState], reportedAt: Timestamp, account: Account.ID
  ) async throws(StoreError) -> StoredReadStateChange {
    guard !states.isEmpty else { return StoredReadStateChange() }
    return try await database.runWriteTransaction { connection throws(SQLiteError) in
      try outbox.throwIfSignedOut(account)
      let table = WebFeedEntryTable(connection: connection, account: account)
      let waiting = try OutboxItemTable(connection: connection).entryIDsInOutbox(of: account)
      var change = StoredReadStateChange()
      for state in states where !waiting.contains(state.entry.post) {
        guard try table.adoptServiceReadState(state, reportedAt: reportedAt) else { continue }
        if state.entry.isRead {
          change.read.append(state.entry.post)
        } else {
          change.unread.append(state.entry.post)
        }
      }
      return change
    }
  }
}

extension OutboxItemTable {
  /// The age up to which entries can join an outbox item with read states. Entries marked later get
  /// an item of their own, as a service may compare the time of the change.
  private static let maximumJoinableAge = Duration.seconds(10)

  /// Returns the latest outbox item with read states if entries that are marked now can join it;
  /// nil otherwise. It must set the same mark, be young and never have been tried.
  fileprivate func readStateItemToExtend(
    of account: Account.ID, joinableAt now: Timestamp, _ isRead: Bool
  ) throws(SQLiteError) -> (number: Int64, entries: [Post.ID])? {
    let last = try itemRecords(of: account).last { record in
      if case .markRead = record.item.change { true } else { false }
    }
    guard let last, case .markRead(let entries, isRead, []) = last.item.change,
      case .queued(_, nil) = last.item.state, last.item.attempts == 0,
      last.item.createdAt <= now,
      now.elapsedTime(since: last.item.createdAt) < Self.maximumJoinableAge
    else { return nil }
    return (last.number, entries)
  }

  /// Deletes outbox items that set the mark `isRead` on some of the given entries only, and were
  /// never tried: the user has undone these marks, so nothing needs to be sent. Returns the other
  /// entries.
  fileprivate func withdrawUndoneReadStateItems(
    _ entries: [Post.ID], _ isRead: Bool, of account: Account.ID
  ) throws(SQLiteError) -> [Post.ID] {
    var rest = Set(entries)
    // The youngest item first, so that the remaining changes of an entry stay in order.
    for record in try itemRecords(of: account).reversed() {
      guard case .markRead(let others, let wasRead, _) = record.item.change,
        !rest.isDisjoint(with: others)
      else { continue }
      guard wasRead == isRead, rest.isSuperset(of: others), record.item.attempts == 0,
        record.item.earlierAttempts == nil, case .queued(_, nil) = record.item.state
      else { break }
      try deleteItem(record.number)
      rest.subtract(others)
    }
    return entries.filter(rest.contains)
  }

  /// Returns the ids of the entries whose changed read state is in the outbox.
  fileprivate func entryIDsInOutbox(of account: Account.ID) throws(SQLiteError) -> Set<Post.ID> {
    var waiting: Set<Post.ID> = []
    for record in try itemRecords(of: account) {
      if case .markRead(let entries, _, _) = record.item.change { waiting.formUnion(entries) }
    }
    return waiting
  }
}

/// A table of known entries of web feeds with their read states, for one account.
struct WebFeedEntryTable {
  let connection: SQLiteConnection
  let account: Account.ID

  /// The number of entries of a web feed that are remembered. Beyond it, read entries are deleted,
  /// the first known ones first.
  static let rememberedEntries = 10_000

  private var key: SQLiteParameterValue { .text(account.rawValue) }

  /// Returns true if an entry is read, false if it is unread; nil for an unknown entry.
  func isRead(_ post: Post.ID) throws(SQLiteError) -> Bool? {
    try connection.queryNumber(
      "SELECT is_read FROM entry WHERE account = ? AND post = ?", key, .text(post.rawValue)
    ).map { $0 != 0 }
  }

  /// Adds entries to the table of read states, in which known entries keep their state.
  func insertEntries(_ entries: ArraySlice<ReadStateEntryReference>) throws(SQLiteError) {
    var sources: Set<Person.ID> = []
    for entry in entries {
      try connection.executeSQL(
        """
        INSERT OR IGNORE INTO entry (account, post, source, written_at, is_read)
        VALUES (?, ?, ?, ?, ?)
        """, key, .text(entry.post.rawValue), .text(entry.source.rawValue),
        .integer(entry.writtenAt.milliseconds), .integer(entry.isRead ? 1 : 0))
      sources.insert(entry.source)
    }
    for source in sources { try deleteOldestReadEntries(ofFeed: source) }
  }

  private func deleteOldestReadEntries(ofFeed source: Person.ID) throws(SQLiteError) {
    let last = try connection.queryNumber(
      """
      SELECT number FROM entry WHERE account = ? AND source = ?
      ORDER BY number DESC LIMIT 1 OFFSET ?
      """, key, .text(source.rawValue), .countValue(Self.rememberedEntries))
    guard let last else { return }
    try connection.executeSQL(
      "DELETE FROM entry WHERE account = ? AND source = ? AND number <= ? AND is_read <> 0", key,
      .text(source.rawValue), .integer(last))
  }

  /// Marks the entries of a selection as read or unread; returns the ids of those whose state
  /// changed.
  func setEntriesRead(
    _ isRead: Bool, _ selection: EntriesByIDOrFeed, now: Timestamp
  ) throws(SQLiteError) -> [Post.ID] {
    let changed = try entryIDs(in: selection, areRead: !isRead)
    for post in changed {
      try connection.executeSQL(
        "UPDATE entry SET is_read = ?, changed_at = ? WHERE account = ? AND post = ?",
        .integer(isRead ? 1 : 0), .integer(now.milliseconds), key, .text(post.rawValue))
    }
    return changed
  }

  /// Returns the ids of the entries of a selection that are read or, if `areRead` is false, of
  /// those that are unread.
  func entryIDs(in selection: EntriesByIDOrFeed, areRead: Bool) throws(SQLiteError) -> [Post.ID] {
    switch selection {
    case .entries(let posts):
      var found: [Post.ID] = []
      for post in posts where try isRead(post) == areRead { found.append(post) }
      return found
    case .feeds(let feeds, let since, let before):
      var found: [(post: Post.ID, writtenAt: Int64)] = []
      // The SQL names the index, so that the partial index of unread entries is used.
      let index = areRead ? "entry_source" : "unread_entry"
      for feed in feeds {
        found += try connection.queryRows(
          """
          SELECT post, written_at FROM entry INDEXED BY \(index)
          WHERE account = ? AND source = ? AND is_read \(areRead ? "<>" : "=") 0
            AND written_at >= ? AND written_at < ?
          """, key, .text(feed.rawValue), .integer(since?.milliseconds ?? .min),
          .integer(before?.milliseconds ?? .max)
        ) { (Post.ID($0.textValue(0)), $0.integerValue(1)) }
      }
      return found.sorted { ($0.writtenAt, $0.post.rawValue) > ($1.writtenAt, $1.post.rawValue) }
        .map(\.post)
    }
  }

  /// Stores a service's read state of an entry, unless the user changed the entry after the report;
  /// returns true if the stored state changed.
  func adoptServiceReadState(_ state: ServiceEntryReadState, reportedAt: Timestamp)
    throws(SQLiteError)
    -> Bool
  {
    let entry = state.entry
    guard let isRead = try isRead(entry.post) else {
      try insertEntries([entry])
      return entry.isRead
    }
    guard isRead != entry.isRead else { return false }
    let moment = state.changedAt ?? reportedAt
    try connection.executeSQL(
      """
      UPDATE entry SET is_read = ?1, changed_at = ?2
      WHERE account = ?3 AND post = ?4 AND (changed_at IS NULL OR changed_at <= ?2)
      """, .integer(entry.isRead ? 1 : 0), .integer(moment.milliseconds), key,
      .text(entry.post.rawValue))
    return connection.changes > 0
  }
}
