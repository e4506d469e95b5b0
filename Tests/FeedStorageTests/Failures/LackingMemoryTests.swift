import CFaults
import Doubles
import FeedDomain
import Glibc
import Testing

@testable import FeedStorage

/// Every allocation of SQLite's fails once, the first, the second and so on, until all goes well
/// (HB11): what is kept afterwards is what was kept before or what was to be kept, what is read is
/// right or an error, and the same connection works again.
@Suite(.enabled(if: cfaults_can_lack_memory() != 0)) struct LackingMemoryTests {
  private static let most = 5_000
  private let directory = ScratchFolder()

  @Test func `without memory an item is stored or an error reported, and earlier items are kept`()
    async throws
  {
    let place = DatabaseLocation.file(directory["outbox.db"])
    try await outbox(place) { outbox in try await outbox.enqueueItem(item(1)) }

    let calls = try await everyAllocation(stepping: 3) {
      let outbox = SQLiteOutbox(opening: place)
      return (outbox.database, outbox)
    } failing: { (outbox: SQLiteOutbox) throws(StoreError) in
      try await outbox.enqueueItem(item(2))
    } leaves: { outbox, isDone in
      let held = try await outbox.outboxItems(of: nil)
      #expect(held == [item(1), item(2)] || (!isDone && held == [item(1)]))
    }

    #expect(calls > 20)
  }

  @Test func `without memory the outbox is read completely or not at all`() async throws {
    let place = DatabaseLocation.file(directory["outbox.db"])
    let items = (1...3).map { item($0) } + [post(4)]
    try await outbox(place) { outbox in for item in items { try await outbox.enqueueItem(item) } }

    let calls = try await everyAllocation {
      let outbox = SQLiteOutbox(opening: place)
      return (outbox.database, outbox)
    } failing: { (outbox: SQLiteOutbox) throws(StoreError) in
      let held = try await outbox.outboxItems(of: nil)
      #expect(held == items)
    } leaves: { outbox, _ in
      let held = try await outbox.outboxItems(of: nil)
      #expect(held == items)
    }

    #expect(calls > 20)
  }

  @Test func `without memory the new draft or the old one is kept`() async throws {
    let place = DatabaseLocation.file(directory["outbox.db"])
    let old = Draft(id: Draft.ID("d"), text: "Hm")
    try await outbox(place) { outbox in
      _ = try await SQLiteDraftStore(outbox).saveDraftIfUnchanged(
        old, over: nil, account: Samples.account, now: .noon)
    }

    let calls = try await everyAllocation(stepping: 3) {
      let outbox = SQLiteOutbox(opening: place)
      return (outbox.database, outbox)
    } failing: { (outbox: SQLiteOutbox) throws(StoreError) in
      _ = try await SQLiteDraftStore(outbox).saveDraftIfUnchanged(
        old.with(\.text, "Hm, yes"), over: old, account: Samples.account, now: .noon)
    } leaves: { outbox, isDone in
      let held = try await SQLiteDraftStore(outbox).drafts(of: Samples.account).map(\.text)
      #expect(held == ["Hm, yes"] || (!isDone && held == ["Hm"]))
    }

    #expect(calls > 20)
  }

  @Test func `without memory a whole page is stored or nothing of it`() async throws {
    let place = DatabaseLocation.file(directory["cache.db"])
    let store = try await SQLiteFeedStore(place)
    try await store.commit([2, 1])
    await store.closeDatabase()

    let calls = try await everyAllocation(stepping: 7) {
      let store = try await SQLiteFeedStore(place)
      return (store.cache.database, store)
    } failing: { (store: SQLiteFeedStore) throws(StoreError) in
      _ = try await store.mergeFetchedPage(
        Samples.page([5, 4, 3, 2]), into: .home, account: Samples.account, at: .top, now: .noon)
    } leaves: { store, isDone in
      let held = try await store.sketch()
      #expect(held == "5 4 3 2 1" || (!isDone && held == "2 1"))
    }

    #expect(calls > 10)
  }
}

extension LackingMemoryTests {
  /// Does the work over and over, each time on another store with the same files
  /// and with a later allocation failing, until none fails; returns how often it did.
  private func everyAllocation<Store: Sendable>(
    stepping step: Int = 1, _ store: () async throws -> (SQLiteDatabase, Store),
    failing work: (Store) async throws(StoreError) -> Void,
    leaves check: (Store, _ isDone: Bool) async throws -> Void
  ) async throws -> Int {
    let isKept = { (name: String) in name.hasSuffix("-ballast") }
    let beginning = directory.names.filter { !isKept($0) }.map { ($0, directory.bytes(of: $0)) }
    for number in 0..<Self.most {
      for name in directory.names where !isKept(name) { unlink(directory[name]) }
      for (name, bytes) in beginning { directory.write(bytes, to: name) }
      let (database, store) = try await store()
      let thread = await database.adoptedThread()
      cfaults_fail_allocation(thread, "libsqlite3", CInt(number * step))
      var isDone = true
      do throws(StoreError) { try await work(store) } catch { isDone = false }
      cfaults_fail_allocation(thread, "libsqlite3", -1)
      try await check(store, isDone)
      await database.closeDatabase()
      guard cfaults_thread_failures(thread) > 0 else {
        #expect(isDone, "nothing failed, and it did not work")
        return number
      }
    }
    Issue.record("it never went well")
    return Self.most
  }

  private func outbox(
    _ place: DatabaseLocation, _ work: (SQLiteOutbox) async throws -> Void
  ) async throws {
    let outbox = try await SQLiteOutbox(place)
    try await work(outbox)
    await outbox.closeDatabase()
  }

  private func item(_ number: Int) -> OutboxItem {
    item(number, .mark(Post.ID("\(number)"), .liked, true))
  }

  private func post(_ number: Int) -> OutboxItem {
    item(
      number, .publish(Draft(id: Draft.ID("d"), text: String(repeating: "Long. ", count: 400))))
  }

  private func item(_ number: Int, _ change: PendingChange) -> OutboxItem {
    OutboxItem(
      id: OutboxItem.ID("item-\(number)"), account: Samples.account, change: change,
      state: .queued(notBefore: nil, after: nil), createdAt: .noon)
  }
}

extension SQLiteDatabase {
  /// The number under which its thread is known.
  fileprivate func adoptedThread() -> CInt { cfaults_adopt_thread() }
}
