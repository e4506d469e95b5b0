package import FeedDomain
internal import Glibc
internal import Groundwork

/// An outbox in a database that is never deleted. Data is on disk when a call returns, even if the
/// power fails. Several processes share the file, and only one of them sends an item; a damaged or
/// foreign file is kept, see `setAside`.
package final class SQLiteOutbox: Outbox {
  let database: SQLiteDatabase
  /// The identity under which this outbox sends items; nil for that of the current process.
  private let process: ProcessIdentity?
  private let isGone: @Sendable (Account.ID) -> Bool

  /// Creates an outbox whose database is opened at the first use. `isGone` is called from any
  /// thread and returns true for a signed-out account, for which nothing is stored.
  package convenience init(
    opening location: DatabaseLocation,
    isGone: @escaping @Sendable (Account.ID) -> Bool = { _ in false }
  ) { self.init(location, nil, isGone: isGone) }

  package convenience init(_ location: DatabaseLocation) async throws(StoreError) {
    self.init(location, nil)
    try await openDatabase()
  }

  /// Opens an outbox that acts as another process, for tests.
  convenience init(_ location: DatabaseLocation, process: ProcessIdentity) async throws(StoreError)
  {
    self.init(location, process)
    try await openDatabase()
  }

  private init(
    _ location: DatabaseLocation, _ process: ProcessIdentity?,
    isGone: @escaping @Sendable (Account.ID) -> Bool = { _ in false }
  ) {
    (self.process, self.isGone) = (process, isGone)
    database = SQLiteDatabase(
      DatabaseFile(location: location, schema: .outbox, durability: .irreplaceable),
      thread: "outbox")
  }

  package func openDatabase() async throws(StoreError) { try await database.openDatabase() }

  /// The path to which a damaged outbox database was moved; nil if it was not damaged.
  package var setAside: String? { get async { await database.setAside } }

  /// Closes the database of outbox and drafts; later calls fail.
  package func closeDatabase() async { await database.closeDatabase() }

  /// Returns true if another process changed the outbox's database since the last call; false the
  /// first time.
  package func wasChangedByOtherProcess() async throws(StoreError) -> Bool {
    try await database.wasChangedByOtherProcess()
  }

  package func enqueueItems(_ items: [OutboxItem]) async throws(StoreError) {
    guard !items.isEmpty else { return }
    try await database.runWriteTransaction { connection throws(SQLiteError) in
      let table = OutboxItemTable(connection: connection)
      for item in items {
        try throwIfSignedOut(item.account)
        try connection.executeSQL(
          """
          DELETE FROM item WHERE state <> 'sending'
            AND (id = ?1 OR (account = ?2 AND subject = ?3))
          """, .text(item.id.rawValue), .text(item.account.rawValue),
          .text(orNull: item.change.subject))
        if case .publish(let draft) = item.change {
          let drafts = DraftTable(connection: connection)
          try drafts.deleteDraft(draft.id)
          try drafts.deleteEarlierDraftTexts(of: draft.id)
        }
        // An item with this id is being sent already, and must be sent once only.
        guard try table.itemRecord(item.id) == nil else { continue }
        try table.insertItem(item)
      }
    }
  }

  /// Returns all outbox items of an account, including refused ones, oldest first; those of all
  /// accounts if `account` is nil. Items that a process was sending when it ended have the
  /// uncertain state.
  package func outboxItems(of account: Account.ID?) async throws(StoreError) -> [OutboxItem] {
    try await database.runReadTransaction { connection throws(SQLiteError) in
      try OutboxItemTable(connection: connection).itemRecords(of: account).map(\.item)
    }
  }

  package func unreadableItemIDs(
    of account: Account.ID?
  ) async throws(StoreError) -> [OutboxItem.ID] {
    try await database.runReadTransaction { connection throws(SQLiteError) in
      try OutboxItemTable(connection: connection).unreadableItemIDs(of: account)
    }
  }

  /// Returns the oldest due outbox item of an account and claims it for this process, so that no
  /// other process sends it. Returns nil if none is due, or if another item is being sent. Refused
  /// items do not block later ones.
  package func claimNextItem(of account: Account.ID, now: Timestamp) async throws(StoreError)
    -> OutboxItem?
  {
    let process = process ?? .current
    return try await database.runWriteTransaction { connection throws(SQLiteError) in
      let items = OutboxItemTable(connection: connection)
      for record in try items.itemRecordsBeingSent(of: account) {
        let state = record.item.state
        guard state != .sending else { return nil }
        try items.setItemState(state, attempts: record.item.attempts, owner: nil, of: record.number)
      }
      guard let next = try items.nextDueItemRecord(of: account, now: now) else { return nil }
      var item = next.item
      item.state = .sending
      item.attempts += 1
      try items.setItemState(item.state, attempts: item.attempts, owner: process, of: next.number)
      return item
    }
  }

  /// Stores the state of an outbox item; does nothing if the item is gone. Deletes the item if the
  /// state is nil, or if a later item for the same post or person makes it superfluous.
  package func setItemStateOrDelete(
    _ id: OutboxItem.ID, as state: OutboxItem.OutboxItemState?
  ) async throws(StoreError) {
    let process = process ?? .current
    try await database.runWriteTransaction { connection throws(SQLiteError) in
      let items = OutboxItemTable(connection: connection)
      guard let record = try items.itemRecord(id) else { return }
      guard let state, try !stateMakesItemSuperfluous(state, record, in: items) else {
        return try items.deleteItem(record.number)
      }
      try items.setItemState(
        state, attempts: record.item.attempts, owner: state == .sending ? process : nil,
        of: record.number)
    }
  }

  /// Replaces a sent post in the outbox by the next post of its thread, in a single transaction.
  package func replaceSentItemWithNextPost(
    _ id: OutboxItem.ID, with next: OutboxItem
  ) async throws(StoreError) {
    try await database.runWriteTransaction { connection throws(SQLiteError) in
      let items = OutboxItemTable(connection: connection)
      guard let record = try items.itemRecord(id) else { return }
      // Another process may have sent this post of the thread.
      guard try items.itemRecord(next.id) == nil else { return try items.deleteItem(record.number) }
      try items.replaceItem(record.number, with: next)
    }
  }

  /// Returns true if a new state makes an outbox item superfluous: queued or of unknown outcome,
  /// while a later item concerns the same post or person as this item.
  private func stateMakesItemSuperfluous(
    _ state: OutboxItem.OutboxItemState, _ record: OutboxItemTable.OutboxItemRecord,
    in items: OutboxItemTable
  ) throws(SQLiteError) -> Bool {
    switch state {
    case .queued, .ambiguous: try items.hasLaterItemOnSameSubject(record)
    case .sending, .refused: false
    }
  }

  package func recordUploadedPicture(
    _ name: String, forPicture index: Int, of id: OutboxItem.ID
  ) async throws(StoreError) {
    try await database.runWriteTransaction { connection throws(SQLiteError) in
      try DraftTable(connection: connection).recordUploadedPicture(
        name, forPicture: index, ofItem: id)
    }
  }

  package func recordSendingStart(
    _ id: OutboxItem.ID, at moment: Timestamp, knowing posts: Set<Post.ID>
  ) async throws(StoreError) {
    try await database.runWriteTransaction { connection throws(SQLiteError) in
      try OutboxItemTable(connection: connection).recordSendingStart(id, at: moment, knowing: posts)
    }
  }

  package func recordItemNotSent(_ id: OutboxItem.ID) async throws(StoreError) {
    try await database.runWriteTransaction { connection throws(SQLiteError) in
      try OutboxItemTable(connection: connection).recordItemNotSent(id)
    }
  }

  /// Maximum number of published posts that the outbox remembers for each account; more than a page
  /// of a service contains.
  private static let publishedPosts = 200

  package func recordPublishedPost(
    _ post: Post.ID?, publishedBy id: OutboxItem.ID, of account: Account.ID
  ) async throws(StoreError) {
    try await database.runWriteTransaction { connection throws(SQLiteError) in
      try throwIfSignedOut(account)
      // If the service returned no id of the post, the item's own id is stored in its place.
      try connection.executeSQL(
        "INSERT OR REPLACE INTO published (account, post, item) VALUES (?, ?, ?)",
        .text(account.rawValue), .text(post?.rawValue ?? id.rawValue), .text(id.rawValue))
      try connection.executeSQL(
        """
        DELETE FROM published WHERE account = ?1 AND number <= (
          SELECT number FROM published WHERE account = ?1
          ORDER BY number DESC LIMIT 1 OFFSET ?2)
        """, .text(account.rawValue), .countValue(Self.publishedPosts))
    }
  }

  package func outboxItemIDsByPublishedPost(
    of account: Account.ID
  ) async throws(StoreError) -> [Post.ID: OutboxItem.ID] {
    let pairs = try await database.runReadTransaction { connection throws(SQLiteError) in
      try connection.queryRows(
        "SELECT post, item FROM published WHERE account = ? AND post != item",
        .text(account.rawValue)
      ) { (Post.ID($0.textValue(0)), OutboxItem.ID($0.textValue(1))) }
    }
    return Dictionary(pairs) { $1 }
  }

  package func wasItemDelivered(
    _ id: OutboxItem.ID, of account: Account.ID
  ) async throws(StoreError) -> Bool {
    try await database.runReadTransaction { connection throws(SQLiteError) in
      try connection.queryNumber(
        "SELECT 1 FROM published WHERE account = ? AND item = ?", .text(account.rawValue),
        .text(id.rawValue)) != nil
    }
  }

  package func withdrawItems(
    _ ids: [OutboxItem.ID]
  ) async throws(StoreError) -> Set<OutboxItem.ID> {
    try await database.runWriteTransaction { connection throws(SQLiteError) in
      let items = OutboxItemTable(connection: connection)
      var withdrawn: Set<OutboxItem.ID> = []
      for id in ids {
        if let lost = try items.unreadableItemRowNumber(id) {
          try items.deleteItem(lost)
        } else if let record = try items.itemRecord(id), record.item.state != .sending {
          try items.deleteItem(record.number)
        } else {
          continue
        }
        withdrawn.insert(id)
      }
      return withdrawn
    }
  }

  /// The names of the outbox's tables whose rows belong to an account.
  private static let accountTables = [
    "item", "draft", "draft_version", "bookmark_tag", "alert_time", "published", "entry",
    "marked_entry", "open_folder", "feed_list_order", "episode",
  ]

  /// Erases an account's items, drafts, read states and podcasts from all files of the outbox.
  /// Damaged files that were moved aside are deleted with the last account. Repeating the call
  /// without new data costs nothing.
  package func eraseOutboxData(of account: Account.ID) async throws(StoreError) {
    let isClean = await database.isClean
    let (hadData, isLast) = try await database.runWriteTransaction {
      connection throws(SQLiteError) in
      let conditions = Self.accountTables.map {
        "EXISTS (SELECT 1 FROM \($0) WHERE account = ?1)"
      }
      let isHeld = try connection.queryNumber(
        "SELECT 1 WHERE " + conditions.joined(separator: " OR "), .text(account.rawValue))
      for table in Self.accountTables {
        try connection.executeSQL(
          "DELETE FROM \(table) WHERE account = ?", .text(account.rawValue))
      }
      let others = try connection.queryNumber(
        """
        SELECT 1 WHERE EXISTS (SELECT 1 FROM item) OR EXISTS (SELECT 1 FROM draft)
          OR EXISTS (SELECT 1 FROM draft_version) OR EXISTS (SELECT 1 FROM bookmark_tag)
          OR EXISTS (SELECT 1 FROM alert_time)
          OR EXISTS (SELECT 1 FROM published) OR EXISTS (SELECT 1 FROM entry)
          OR EXISTS (SELECT 1 FROM episode)
        """)
      return (isHeld != nil, others == nil)
    }
    if hadData || !isClean { try await database.purgeDeletedData(deletesSetAside: isLast) }
  }

  /// Throws an error if the account was signed out; called within a transaction of the outbox.
  /// Accounts are erased again after their sign-out, so a concurrent writer is refused here, or its
  /// data is erased then.
  func throwIfSignedOut(_ account: Account.ID) throws(SQLiteError) {
    guard !isGone(account) else { throw .signedOut }
  }
}

/// An identity of a process, which no later process with the same number has.
struct ProcessIdentity: Equatable, Sendable {
  /// The text that identifies a process in the outbox's database: boot id, process number and start
  /// time.
  let text: String

  init(text: String) { self.text = text }

  /// Creates the identity of a running process from its number; nil if no such process runs.
  init?(pid: Int32) {
    guard let boot = Self.fileContents(of: "/proc/sys/kernel/random/boot_id"),
      let status = Self.fileContents(of: "/proc/\(pid)/stat"),
      // The second field is the program's name, which may contain any character; the 22nd is the
      // start time.
      let name = status.lastIndex(of: ")")
    else { return nil }
    let fields = status[name...].split(separator: " ")
    // A zombie process counts as ended.
    guard fields.count > 20, fields[1] != "Z", fields[1] != "X" else { return nil }
    text = "\(boot.prefix { !$0.isWhitespace }) \(pid) \(fields[20])"
  }

  static var current: ProcessIdentity {
    // Without /proc, a process cannot be told from a later one with its number. No other process
    // counts as alive then, and the items that it was sending are checked at the service.
    ProcessIdentity(pid: getpid()) ?? ProcessIdentity(text: "unknown \(getpid())")
  }

  var isAlive: Bool {
    let parts = text.split(separator: " ")
    guard parts.count == 3, let pid = Int32(parts[1]) else {
      // Without /proc, or if the identity is that of an earlier process.
      return self == .current
    }
    return ProcessIdentity(pid: pid) == self
  }

  private static func fileContents(of path: String) -> String? {
    // Without /proc, and for a process that ended, the file cannot be read.
    let bytes = try? OpenFile(path, O_RDONLY).readBytes(4096)
    return bytes.map { String(decoding: $0, as: UTF8.self) }
  }
}
