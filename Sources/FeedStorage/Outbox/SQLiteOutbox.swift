package import FeedDomain
internal import Glibc

/// Changes waiting to be sent, and drafts, in a database that is never thrown away.
///
/// What a call has returned from is on disk, also when the power fails the next moment. Several
/// processes may use the same file at once; one item goes on the wire of one of them. A file that
/// is damaged or another program's is kept beside the new one, and `setAside` says where.
package final class SQLiteOutbox: Outbox {
  let database: SQLiteDatabase
  /// In whose name it is used; nil for this process's own.
  private let process: ProcessIdentity?
  private let isGone: @Sendable (Account.ID) -> Bool

  /// An outbox that is opened by `open`, or by what is asked of it first. It takes nothing of an
  /// account that is gone, which is asked from any thread.
  package convenience init(
    opening location: StoreLocation,
    isGone: @escaping @Sendable (Account.ID) -> Bool = { _ in false }
  ) { self.init(location, nil, isGone: isGone) }

  /// An outbox that is ready for use.
  package convenience init(_ location: StoreLocation) async throws(StoreError) {
    self.init(location, nil)
    try await open()
  }

  /// An outbox used in the name of some process.
  convenience init(_ location: StoreLocation, process: ProcessIdentity) async throws(StoreError) {
    self.init(location, process)
    try await open()
  }

  private init(
    _ location: StoreLocation, _ process: ProcessIdentity?,
    isGone: @escaping @Sendable (Account.ID) -> Bool = { _ in false }
  ) {
    (self.process, self.isGone) = (process, isGone)
    database = SQLiteDatabase(
      DatabaseFile(location: location, schema: .outbox, durability: .irreplaceable),
      thread: "outbox")
  }

  /// Opens it, where it is not open yet.
  package func open() async throws(StoreError) { try await database.open() }

  /// Where a damaged predecessor was put, to tell the person.
  package var setAside: String? { get async { await database.setAside } }

  /// Closes the file; nothing can be asked any more, of the drafts either.
  package func close() async { await database.close() }

  /// Whether another process changed something since this was asked last; the first time, no.
  package func changedElsewhere() async throws(StoreError) -> Bool {
    try await database.changedElsewhere()
  }

  /// Queues a change and returns once it is on disk.
  package func enqueue(_ item: OutboxItem) async throws(StoreError) {
    try await database.write { connection throws(SQLiteError) in
      try refuseGone(item.account)
      try connection.run(
        """
        DELETE FROM item WHERE state <> 'sending'
          AND (id = ?1 OR (account = ?2 AND subject = ?3))
        """, .text(item.id.rawValue), .text(item.account.rawValue),
        .text(orNull: item.change.subject))
      if case .publish(let draft) = item.change {
        try DraftTable(connection: connection).discard(draft.id)
      }
      let items = ItemTable(connection: connection)
      // The same item again, while its first try is on the wire: once is enough.
      guard try items.record(item.id) == nil else { return }
      try items.insert(item)
    }
  }

  /// What waits, oldest first; what a dead process left on the wire shows as ambiguous.
  package func items(of account: Account.ID?) async throws(StoreError) -> [OutboxItem] {
    try await database.read { connection throws(SQLiteError) in
      try ItemTable(connection: connection).records(of: account).map(\.item)
    }
  }

  /// What is kept that this version can make nothing of.
  package func unreadable(of account: Account.ID?) async throws(StoreError) -> [OutboxItem.ID] {
    try await database.read { connection throws(SQLiteError) in
      try ItemTable(connection: connection).unreadable(of: account).map(\.id)
    }
  }

  /// Takes the oldest item that is due, and marks it as being on the wire of this process.
  ///
  /// A refused item does not hold up those behind it.
  package func claim(of account: Account.ID, now: Timestamp) async throws(StoreError) -> OutboxItem?
  {
    let process = process ?? .current
    return try await database.write { connection throws(SQLiteError) in
      let items = ItemTable(connection: connection)
      for record in try items.onTheWire(of: account) {
        let state = record.item.state
        guard state != .sending else { return nil }
        try items.setState(state, attempts: record.item.attempts, owner: nil, of: record.number)
      }
      guard let next = try items.next(of: account, now: now) else { return nil }
      let attempts = next.item.attempts + 1
      try items.setState(.sending, attempts: attempts, owner: process, of: next.number)
      return OutboxItem(
        id: next.item.id, account: account, change: next.item.change, state: .sending,
        attempts: attempts, refusals: next.item.refusals, createdAt: next.item.createdAt,
        tries: next.item.tries)
    }
  }

  /// Says what became of an item; one that is gone is left alone.
  ///
  /// One that would wait although a later one has the same subject is dropped.
  package func settle(
    _ id: OutboxItem.ID, as state: OutboxItem.State?
  ) async throws(StoreError) {
    let process = process ?? .current
    try await database.write { connection throws(SQLiteError) in
      let items = ItemTable(connection: connection)
      guard let record = try items.record(id) else { return }
      guard let state, try !isPointless(state, record, in: items) else {
        return try items.remove(record.number)
      }
      try items.setState(
        state, attempts: record.item.attempts, owner: state == .sending ? process : nil,
        of: record.number)
    }
  }

  /// Has the next post of a thread take the place of one that is done, in one step.
  package func follow(
    _ id: OutboxItem.ID, with next: OutboxItem
  ) async throws(StoreError) {
    try await database.write { connection throws(SQLiteError) in
      let items = ItemTable(connection: connection)
      guard let record = try items.record(id) else { return }
      // Another window may have come as far with the same thread.
      guard try items.record(next.id) == nil else { return try items.remove(record.number) }
      try items.replace(record.number, with: next)
    }
  }

  /// Whether the item would wait although the person wanted something else meanwhile: of what
  /// waits with one subject, only the last is sent.
  private func isPointless(
    _ state: OutboxItem.State, _ record: ItemTable.Record, in items: ItemTable
  ) throws(SQLiteError) -> Bool {
    switch state {
    case .queued, .ambiguous: try items.isOvertaken(record)
    case .sending, .refused: false
    }
  }

  /// Notes what the service calls one of a waiting post's pictures.
  package func note(
    _ name: String, forPicture index: Int, of id: OutboxItem.ID
  ) async throws(StoreError) {
    try await database.write { connection throws(SQLiteError) in
      try DraftTable(connection: connection).note(name, forPicture: index, ofItem: id)
    }
  }

  package func noteSending(
    _ id: OutboxItem.ID, at moment: Timestamp, knowing posts: Set<Post.ID>
  ) async throws(StoreError) {
    try await database.write { connection throws(SQLiteError) in
      try ItemTable(connection: connection).noteSending(id, at: moment, knowing: posts)
    }
  }

  package func noteUnsent(_ id: OutboxItem.ID) async throws(StoreError) {
    try await database.write { connection throws(SQLiteError) in
      try ItemTable(connection: connection).noteUnsent(id)
    }
  }

  /// So many posts of an account are remembered: more than a service lists when asked for the latest.
  private static let publishedPosts = 200

  package func note(
    _ post: Post.ID, publishedBy id: OutboxItem.ID, of account: Account.ID
  ) async throws(StoreError) {
    try await database.write { connection throws(SQLiteError) in
      try refuseGone(account)
      try connection.run(
        "INSERT OR REPLACE INTO published (account, post, item) VALUES (?, ?, ?)",
        .text(account.rawValue), .text(post.rawValue), .text(id.rawValue))
      try connection.run(
        """
        DELETE FROM published WHERE account = ?1 AND number <= (
          SELECT number FROM published WHERE account = ?1
          ORDER BY number DESC LIMIT 1 OFFSET ?2)
        """, .text(account.rawValue), .count(Self.publishedPosts))
    }
  }

  package func published(
    of account: Account.ID
  ) async throws(StoreError) -> [Post.ID: OutboxItem.ID] {
    let pairs = try await database.read { connection throws(SQLiteError) in
      try connection.rows(
        "SELECT post, item FROM published WHERE account = ?", .text(account.rawValue)
      ) { (Post.ID($0.text(0)), OutboxItem.ID($0.text(1))) }
    }
    return Dictionary(pairs) { $1 }
  }

  package func withdraw(_ id: OutboxItem.ID) async throws(StoreError) -> Bool {
    try await database.write { connection throws(SQLiteError) in
      let items = ItemTable(connection: connection)
      if let lost = try items.unreadable(of: nil).first(where: { $0.id == id }) {
        try items.remove(lost.number)
        return true
      }
      guard let record = try items.record(id), record.item.state != .sending else { return false }
      try items.remove(record.number)
      return true
    }
  }

  /// Erases everything of an account, leaving no trace in any file.
  ///
  /// Files that were set aside go with the last account, since nobody can tell whose they are.
  /// Repeating it where nothing came meanwhile costs nothing.
  package func erase(account: Account.ID) async throws(StoreError) {
    let isWiped = await database.isWiped
    let (wasHeld, isLast) = try await database.write { connection throws(SQLiteError) in
      let isHeld = try connection.number(
        """
        SELECT 1 WHERE EXISTS (SELECT 1 FROM item WHERE account = ?1)
          OR EXISTS (SELECT 1 FROM draft WHERE account = ?1)
          OR EXISTS (SELECT 1 FROM published WHERE account = ?1)
        """, .text(account.rawValue))
      try connection.run("DELETE FROM item WHERE account = ?", .text(account.rawValue))
      try connection.run("DELETE FROM draft WHERE account = ?", .text(account.rawValue))
      try connection.run("DELETE FROM published WHERE account = ?", .text(account.rawValue))
      let others = try connection.number(
        """
        SELECT 1 WHERE EXISTS (SELECT 1 FROM item) OR EXISTS (SELECT 1 FROM draft)
          OR EXISTS (SELECT 1 FROM published)
        """)
      return (isHeld != nil, others == nil)
    }
    if wasHeld || !isWiped { try await database.wipe(alsoSetAside: isLast) }
  }

  /// Asked within a write: an account is erased once more after it is no longer kept, so that
  /// whoever writes either is refused here or is erased.
  func refuseGone(_ account: Account.ID) throws(SQLiteError) {
    guard !isGone(account) else { throw .signedOut }
  }
}

/// A process, told from every other that had or will have its number.
struct ProcessIdentity: Hashable, Sendable {
  /// Boot, number and moment of starting, as they are stored.
  let text: String

  /// The process that was stored so.
  init(text: String) { self.text = text }

  /// The process with that number; nil where there is none.
  init?(pid: Int32) {
    guard let boot = Self.contents(of: "/proc/sys/kernel/random/boot_id"),
      let status = Self.contents(of: "/proc/\(pid)/stat"),
      // The second field is the program's name, which may contain anything; the 22nd is the moment.
      let name = status.lastIndex(of: ")")
    else { return nil }
    let fields = status[name...].split(separator: " ")
    // A process that has ended and was not yet waited for does nothing any more.
    guard fields.count > 20, fields[1] != "Z", fields[1] != "X" else { return nil }
    text = "\(boot.prefix { !$0.isWhitespace }) \(pid) \(fields[20])"
  }

  static var current: ProcessIdentity {
    // Without /proc a process cannot be told from a later one of its number: then none is known to
    // be alive, and what one leaves behind is looked at again.
    ProcessIdentity(pid: getpid()) ?? ProcessIdentity(text: "unknown \(getpid())")
  }

  var isAlive: Bool {
    let parts = text.split(separator: " ")
    guard parts.count == 3, let pid = Int32(parts[1]) else {
      // Where there is no /proc; where there is, this was another process of that number.
      return self == .current
    }
    return ProcessIdentity(pid: pid) == self
  }

  private static func contents(of path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(descriptor, &bytes, bytes.count)
    return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
  }
}
