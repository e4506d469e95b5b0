import FeedDomain
import FeedStorage
import Testing

/// What was not read of a stream, and what of it was seen by itself.
struct UnreadTests {
  /// Posts 5 to 1, of which 2 was read last.
  private func store(_ ids: [Int] = [5, 4, 3, 2, 1]) async throws -> SQLiteFeedStore {
    let store = try await SQLiteFeedStore(.memory)
    try await store.commit(ids)
    try await store.advanceLastReadEntry(FeedEntry.ID("2"), in: .stream(.home, Samples.account))
    return store
  }

  private func unread(_ store: SQLiteFeedStore, limit: Int = 100) async throws -> [String] {
    try await store.oldestUnreadRows(of: .stream(.home, Samples.account), limit: limit).map {
      $0.entry?.id.rawValue ?? "|"
    }
  }

  private func see(_ ids: Int..., in store: SQLiteFeedStore) async throws {
    try await store.markEntriesSeen(
      ids.map { FeedEntry.ID("\($0)") }, in: .stream(.home, Samples.account))
  }

  @Test func `rows above the last read entry are unread, and a limit keeps the oldest`()
    async throws
  {
    let store = try await store()

    #expect(try await unread(store) == ["5", "4", "3"])
    #expect(try await unread(store, limit: 2) == ["4", "3"])
  }

  @Test func `a stream that was never read has no unread rows`() async throws {
    let store = try await SQLiteFeedStore(.memory)
    try await store.commit([2, 1])

    #expect(try await unread(store) == [])
    #expect(try await store.status().readUntil == nil)
  }

  @Test func `an entry seen out of order is no longer unread, entries below it stay unread`()
    async throws
  {
    let store = try await store()

    try await see(5, in: store)

    #expect(try await unread(store) == ["4", "3"])
    let status = try await store.status()
    #expect(status.unread == 2 && status.lastRead == FeedEntry.ID("2"))
  }

  @Test func `the last read entry moves up once all entries below are seen`() async throws {
    let store = try await store()
    try await see(4, in: store)

    try await see(3, in: store)

    let status = try await store.status()
    #expect(status.lastRead == FeedEntry.ID("4") && status.unread == 1)
    try await see(5, in: store)
    #expect(try await store.status().lastRead == FeedEntry.ID("5"))
  }

  @Test func `the last read entry does not move across a gap`() async throws {
    let store = try await store()
    try await store.commit([9, 8], older: "8")
    #expect(try await unread(store) == ["9", "8", "|", "5", "4", "3"])
    #expect(try await store.status().hasUnreadGap)

    try await see(9, 8, 5, 4, 3, in: store)

    #expect(try await unread(store) == ["|"])
    let status = try await store.status()
    #expect(status.lastRead == FeedEntry.ID("5") && status.unread == 0 && status.hasUnreadGap)
  }

  @Test func `the time read until is that of the newest read entry that is no boost`() async throws
  {
    let store = try await SQLiteFeedStore(.memory)
    let boost = FeedEntry(
      id: FeedEntry.ID("b"), post: Samples.post(50), boostedBy: Samples.person("bo"))
    _ = try await store.mergeFetchedPage(
      FeedPage([FeedEntry(Samples.post(3)), boost, FeedEntry(Samples.post(1))], older: nil),
      into: .home, account: Samples.account, at: .top, now: .noon)

    try await store.advanceLastReadEntry(boost.id, in: .stream(.home, Samples.account))

    #expect(try await store.status().readUntil == Samples.post(1).createdAt)
  }

  @Test func `entries up to the last read entry are read, though not each was seen`()
    async throws
  {
    let store = try await store()
    try await see(4, in: store)

    try await store.advanceLastReadEntry(FeedEntry.ID("5"), in: .stream(.home, Samples.account))

    #expect(try await unread(store) == [])
  }

  @Test func `an entry read while read ones are hidden stays until the filter is set again`()
    async throws
  {
    let store = try await store()
    let scope = StreamOrMergedHomes.stream(.home, Samples.account)
    func shown() async throws -> [String] {
      try await store.feedWindow(of: scope, around: .top, above: 9, below: 9).rows.map {
        $0.entry?.id.rawValue ?? "|"
      }
    }

    try await store.setShowsUnreadOnly(true, of: scope)
    #expect(try await shown() == ["5", "4", "3"])
    try await store.advanceLastReadEntry(FeedEntry.ID("4"), in: scope)
    #expect(try await shown() == ["5", "4", "3"])
    try await store.commit([9, 8], older: "8")
    #expect(try await shown() == ["9", "8", "|", "5", "4", "3"])

    try await store.setShowsUnreadOnly(true, of: scope)
    #expect(try await shown() == ["9", "8", "|", "5"])
    try await store.setShowsUnreadOnly(false, of: scope)
    #expect(try await shown() == ["9", "8", "|", "5", "4", "3", "2", "1"])
  }

  @Test func `with read entries hidden, rows that move to make room stay hidden or shown`()
    async throws
  {
    let store = try await store()
    let scope = StreamOrMergedHomes.stream(.home, Samples.account)
    try await store.setShowsUnreadOnly(true, of: scope)

    // Each entry halves the room below entry 2, until the rows above move up.
    for id in 100..<164 { try await store.commit([id], at: .below(FeedEntry.ID("2"))) }

    let window = try await store.feedWindow(of: scope, around: .bottom, above: 9, below: 1)
    #expect(window.rows.compactMap(\.entry?.id.rawValue) == ["5", "4", "3"])
  }
}
