import Doubles
import FeedDomain
import Testing

@testable import FeedStorage

/// The read state of each entry of web feeds: one for all streams, in the database that stays.
struct ReadStateTests {
  private static let account = Account.ID("rss:feeds")

  private static func post(_ id: String, _ minute: Int64, by source: String = "old") -> Post {
    Post(
      id: Post.ID("\(source)/\(id)"),
      author: Person(id: Person.ID(source), handle: source, name: source),
      createdAt: Timestamp(milliseconds: minute * 60_000),
      content: Post.PostContent(text: RichText("Words of \(id)")))
  }

  private struct Stores {
    let outbox: SQLiteOutbox
    let states: SQLiteReadStateStore
    let feeds: SQLiteFeedStore

    init(cache: DatabaseLocation = .memory, outbox location: DatabaseLocation = .memory)
      async throws
    {
      outbox = try await SQLiteOutbox(location)
      states = SQLiteReadStateStore(outbox)
      feeds = try await SQLiteFeedStore(cache, readStates: states)
    }

    /// Registers unread entries "old/0", "old/1" and so on.
    func registerEntries(_ count: Int) async throws -> [ReadStateEntryReference] {
      let entries = (0..<count).map {
        ReadStateEntryReference(Post.ID("old/\($0)"), of: Person.ID("old"), writtenAt: .noon)
      }
      try await states.registerReadStateEntries(entries, account: ReadStateTests.account)
      return entries
    }

    func close() async {
      await outbox.closeDatabase()
      await feeds.closeDatabase()
    }

    @discardableResult func commit(
      _ posts: [Post], to feed: Feed, known: [ReadStateEntryReference] = []
    ) async throws -> StoreChangeSet {
      try await feeds.mergeFetchedPage(
        FeedPage(posts.map { FeedEntry($0) }, older: nil, serverReadStates: known), into: feed,
        account: ReadStateTests.account, at: .top, now: .noon)
    }

    func mark(_ isRead: Bool, _ selection: EntriesByIDOrFeed) async throws -> [Post.ID] {
      let changed = try await states.setEntriesRead(
        isRead, selection, account: ReadStateTests.account, now: .noon, outboxKeys: nil)
      _ = try await feeds.setPostsRead(isRead, changed, account: ReadStateTests.account)
      return changed
    }

    /// The rows of a stream, with a dot before those that are unread.
    func rows(_ feed: Feed) async throws -> [String] {
      try await feeds.feedWindow(
        of: feed, account: ReadStateTests.account, around: .top, above: 0, below: 99
      ).rows.compactMap(\.entry).map {
        ($0.post.userMarks.contains(.read) ? "" : "•") + $0.post.id.rawValue
      }
    }
  }

  private static let folder = Feed.list(id: "folder/News", name: "News")

  @Test func `an entry in two streams has one read state`() async throws {
    let stores = try await Stores()
    let posts = [Self.post("c", 3), Self.post("b", 2), Self.post("a", 1)]
    try await stores.commit(posts, to: .home)
    try await stores.commit(posts, to: Self.folder)
    #expect(try await stores.rows(.home) == ["•old/c", "•old/b", "•old/a"])

    #expect(try await stores.mark(true, .entries([posts[1].id])) == [posts[1].id])
    #expect(try await stores.rows(.home) == ["•old/c", "old/b", "•old/a"])
    #expect(try await stores.rows(Self.folder) == ["•old/c", "old/b", "•old/a"])
    #expect(try await stores.feeds.feedStatus(of: .home, account: Self.account).unread == 2)
    #expect(
      try await stores.states.unreadCountsByFeed(account: Self.account) == [Person.ID("old"): 2])
    // What is read already is not changed again.
    #expect(try await stores.mark(true, .entries([posts[1].id])).isEmpty)
    #expect(try await stores.mark(false, .entries([posts[1].id])) == [posts[1].id])
    #expect(try await stores.rows(Self.folder) == ["•old/c", "•old/b", "•old/a"])
  }

  @Test func `read states outlast the cache, and entries that the feed drops for a while`()
    async throws
  {
    let directory = ScratchFolder()
    directory.write([], to: "outbox.db")
    let outbox = DatabaseLocation.file(directory["outbox.db"])
    let posts = [Self.post("b", 2), Self.post("a", 1)]
    var stores = try await Stores(outbox: outbox)
    try await stores.commit(posts, to: .home)
    _ = try await stores.mark(true, .entries([posts[1].id]))
    await stores.close()

    stores = try await Stores(outbox: outbox)
    try await stores.commit([posts[0]], to: .home)
    #expect(try await stores.rows(.home) == ["•old/b"])
    try await stores.commit([Self.post("c", 3)] + posts, to: .home)
    #expect(try await stores.rows(.home) == ["•old/c", "•old/b", "old/a"])
    await stores.close()
  }

  @Test func `a new version of an entry keeps its read state`() async throws {
    let stores = try await Stores()
    try await stores.commit([Self.post("a", 1)], to: .home)
    _ = try await stores.mark(true, .entries([Post.ID("old/a")]))
    var changed = Self.post("a", 1)
    changed = changed.replacingContent(Post.PostContent(text: RichText("Other words")))
    let changes = try await stores.commit([changed], to: .home)
    #expect(changes.posts == [changed.id])
    #expect(try await stores.rows(.home) == ["old/a"])
  }

  @Test func `entries not in the fetched page are counted and marked with their feed`() async throws
  {
    let stores = try await Stores()
    let older = (0..<5).map {
      ReadStateEntryReference(
        Post.ID("old/x\($0)"), of: Person.ID("old"), writtenAt: Timestamp(milliseconds: Int64($0)))
    }
    try await stores.commit([Self.post("a", 1)], to: .home, known: older)
    #expect(
      try await stores.states.unreadCountsByFeed(account: Self.account) == [Person.ID("old"): 6])

    let old = EntriesByIDOrFeed.feeds([Person.ID("old")], before: Timestamp(milliseconds: 3))
    #expect(
      try await stores.states.unreadPostIDs(in: old, account: Self.account, limit: 9)
        == ["x2", "x1", "x0"].map { Post.ID("old/\($0)") })
    #expect(try await stores.mark(true, old).count == 3)
    #expect(try await stores.mark(true, .feeds([Person.ID("new"), Person.ID("old")])).count == 3)
    #expect(try await stores.states.unreadCountsByFeed(account: Self.account).isEmpty)
    // An entry that comes into a stream later is as it was marked.
    try await stores.commit([Self.post("x2", 2)], to: .home)
    #expect(try await stores.rows(.home).contains("old/x2"))
  }

  @Test func `with unread entries only, a read entry stays visible until the stream is reopened`()
    async throws
  {
    let stores = try await Stores()
    let scope = StreamOrMergedHomes.stream(.home, Self.account)
    try await stores.commit((0..<6).map { Self.post("\($0)", 9 - $0) }, to: .home)
    _ = try await stores.mark(true, .entries(["1", "2", "4"].map { Post.ID("old/\($0)") }))
    try await stores.feeds.setShowsUnreadOnly(true, of: scope)
    #expect(try await stores.rows(.home) == ["•old/0", "•old/3", "•old/5"])
    #expect(try await stores.feeds.feedStatus(of: scope).showsUnreadOnly)

    _ = try await stores.mark(true, .entries([Post.ID("old/3")]))
    #expect(try await stores.rows(.home) == ["•old/0", "old/3", "•old/5"])
    try await stores.commit([Self.post("new", 10)], to: .home)
    #expect(try await stores.rows(.home) == ["•old/new", "•old/0", "old/3", "•old/5"])
    try await stores.feeds.setShowsUnreadOnly(true, of: scope)
    #expect(try await stores.rows(.home) == ["•old/new", "•old/0", "•old/5"])
    try await stores.feeds.setShowsUnreadOnly(false, of: scope)
    #expect(try await stores.rows(.home).count == 7)
  }

  @Test func `unread entries above and below an entry, and the next one either way, are found`()
    async throws
  {
    let stores = try await Stores()
    let scope = StreamOrMergedHomes.stream(.home, Self.account)
    try await stores.commit((0..<6).map { Self.post("\($0)", 9 - $0) }, to: .home)
    _ = try await stores.mark(true, .entries(["1", "4"].map { Post.ID("old/\($0)") }))
    func ids(_ part: StreamRowRange) async throws -> [String] {
      try await stores.feeds.unreadPostIDs(in: part, of: scope).map(\.rawValue)
    }
    #expect(try await ids(.all) == ["old/0", "old/2", "old/3", "old/5"])
    #expect(try await ids(.above(FeedEntry.ID("old/2"))) == ["old/0", "old/2"])
    #expect(try await ids(.below(FeedEntry.ID("old/3"))) == ["old/3", "old/5"])
    func next(_ entry: String?, _ direction: StreamDirection = .down) async throws -> String? {
      try await stores.feeds.nextUnreadEntry(
        direction, from: entry.map { FeedEntry.ID($0) }, of: scope)?.rawValue
    }
    #expect(try await next(nil) == "old/0")
    #expect(try await next("old/0") == "old/2")
    #expect(try await next("old/5") == nil)
    #expect(try await next(nil, .up) == "old/5")
    #expect(try await next("old/5", .up) == "old/3")
    #expect(try await next("old/0", .up) == nil)
    // Merged with others, entries name their account.
    let homes = StreamOrMergedHomes.homes([Self.account])
    #expect(
      try await stores.feeds.unreadPostIDs(in: .all, of: homes).map(\.whose)
        == Array(repeating: Self.account, count: 4))
    func nextInHomes(
      _ direction: StreamDirection, from entry: String?
    ) async throws -> String? {
      try await stores.feeds.nextUnreadEntry(
        direction, from: entry.map { FeedEntry.ID($0).scoped(to: Self.account) }, of: homes)?
        .withoutAccount
        .rawValue
    }
    #expect(try await nextInHomes(.down, from: "old/3") == "old/5")
    #expect(try await nextInHomes(.up, from: "old/2") == "old/0")
    #expect(try await nextInHomes(.up, from: "old/0") == nil)
    #expect(try await nextInHomes(.up, from: nil) == "old/5")
    try await stores.feeds.setShowsUnreadOnly(true, of: homes)
    let window = try await stores.feeds.feedWindow(of: homes, around: .top, above: 0, below: 9)
    #expect(
      window.rows.compactMap(\.entry?.id.withoutAccount.rawValue) == [
        "old/0", "old/2", "old/3", "old/5",
      ])
  }

  @Test func `the order of the list of feeds is kept, and erased with the account`() async throws {
    let stores = try await Stores()
    #expect(try await stores.states.webFeedListSortOrder(account: Self.account) == nil)
    for order in WebFeedSortOrder.allCases {
      try await stores.states.setWebFeedListSortOrder(order, account: Self.account)
      #expect(try await stores.states.webFeedListSortOrder(account: Self.account) == order)
    }
    #expect(try await stores.states.webFeedListSortOrder(account: Account.ID("rss:other")) == nil)

    try await stores.outbox.eraseOutboxData(of: Self.account)

    #expect(try await stores.states.webFeedListSortOrder(account: Self.account) == nil)
    await stores.close()
  }

  @Test func `the unread rows of several homes are sorted together, from any anchor`() async throws
  {
    let stores = try await Stores()
    let other = Account.ID("rss:others")
    for (account, source, minutes) in [
      (Self.account, "old", [9, 7, 5, 3, 1]), (other, "sea", [8, 6, 4, 2]),
    ] {
      let posts = minutes.map { Self.post("\($0)", Int64($0), by: source) }
      _ = try await stores.feeds.mergeFetchedPage(
        FeedPage(posts.map { FeedEntry($0) }, older: nil), into: .home, account: account, at: .top,
        now: .noon)
      let read = posts.filter { $0.id.rawValue.hasSuffix("5") || $0.id.rawValue.hasSuffix("6") }
      _ = try await stores.states.setEntriesRead(
        true, .entries(read.map(\.id)), account: account, now: .noon, outboxKeys: nil)
      _ = try await stores.feeds.setPostsRead(true, read.map(\.id), account: account)
    }
    let homes = StreamOrMergedHomes.homes([Self.account, other])
    try await stores.feeds.setShowsUnreadOnly(true, of: homes)

    func ids(
      _ anchor: FeedWindowAnchor, above: Int, below: Int
    ) async throws -> (ids: [String], more: [Bool]) {
      let window = try await stores.feeds.feedWindow(
        of: homes, around: anchor, above: above, below: below)
      return (
        window.rows.compactMap(\.entry?.id.withoutAccount.rawValue),
        [window.hasMoreAbove, window.hasMoreBelow]
      )
    }
    let top = try await ids(.top, above: 0, below: 3)
    #expect(top.ids == ["old/9", "sea/8", "old/7"] && top.more == [false, true])
    let middle = try await ids(
      .entry(FeedEntry.ID("sea/4").scoped(to: other)), above: 2, below: 2)
    #expect(middle.ids == ["sea/8", "old/7", "sea/4", "old/3"] && middle.more == [true, true])
    let bottom = try await ids(.bottom, above: 9, below: 9)
    #expect(
      bottom.ids
        == ["old/9", "sea/8", "old/7", "sea/4", "old/3", "sea/2", "old/1"])
  }

  @Test func `read states for a service are queued in items of 200 entries`() async throws {
    let stores = try await Stores()
    _ = try await stores.registerEntries(450)
    let counter = KeyCounter()
    let changed = try await stores.states.setEntriesRead(
      true, .feeds([Person.ID("old")], before: Timestamp.noon.timeAdvanced(by: .seconds(1))),
      account: Self.account, now: .noon, outboxKeys: { counter.next() })
    let items = try await stores.outbox.outboxItems(of: Self.account)
    #expect(changed.count == 450)
    #expect(
      items.map(\.change) == [
        .markRead(Array(changed[..<200]), true), .markRead(Array(changed[200..<400]), true),
        .markRead(Array(changed[400...]), true),
      ])
  }

  @Test func `entries marked one by one are queued in one item, and other changes follow in order`()
    async throws
  {
    let stores = try await Stores()
    let entries = try await stores.registerEntries(5)
    let counter = KeyCounter()
    func mark(_ isRead: Bool, _ index: Int, seconds: Int64) async throws {
      _ = try await stores.states.setEntriesRead(
        isRead, .entries([entries[index].post]), account: Self.account,
        now: Timestamp.noon.timeAdvanced(by: .seconds(seconds)), outboxKeys: { counter.next() })
    }

    try await mark(true, 0, seconds: 0)
    try await mark(true, 1, seconds: 1)
    try await mark(false, 0, seconds: 2)
    try await mark(true, 2, seconds: 3)
    // As a service may compare the time, what is marked much later has a time of its own.
    try await mark(true, 3, seconds: 15)

    let items = try await stores.outbox.outboxItems(of: Self.account)
    #expect(
      items.map(\.change) == [
        .markRead([entries[0].post, entries[1].post], true), .markRead([entries[0].post], false),
        .markRead([entries[2].post], true), .markRead([entries[3].post], true),
      ])
    let first = try await stores.outbox.claimNextItem(
      of: Self.account, now: Timestamp.noon.timeAdvanced(by: .seconds(10)))
    #expect(first?.change == items[0].change)
    // The second names an entry of the first, which is tried again later.
    try await stores.outbox.setItemStateOrDelete(
      items[0].id,
      as: .queued(notBefore: Timestamp.noon.timeAdvanced(by: .seconds(600)), after: .unreachable))
    let next = try await stores.outbox.claimNextItem(
      of: Self.account, now: Timestamp.noon.timeAdvanced(by: .seconds(10)))
    #expect(next?.change == items[2].change)
  }

  @Test func `marking all entries of feeds is one outbox item, and undo removes it`()
    async throws
  {
    let stores = try await Stores()
    _ = try await stores.registerEntries(450)
    let counter = KeyCounter()
    func mark(_ isRead: Bool, _ selection: EntriesByIDOrFeed) async throws -> [Post.ID] {
      try await stores.states.setEntriesRead(
        isRead, selection, account: Self.account, now: .noon, outboxKeys: { counter.next() })
    }
    let feeds: Set = [Person.ID("old"), Person.ID("sea")]

    let changed = try await mark(true, .feeds(feeds))
    let sent = try await stores.outbox.outboxItems(of: Self.account)
    let undone = try await mark(false, .entries(changed))

    #expect(sent.map(\.change) == [.markRead(changed, true, ofFeeds: feeds)])
    #expect(undone.count == 450)
    #expect(try await stores.outbox.outboxItems(of: Self.account).isEmpty)
    #expect(
      try await stores.states.unreadCountsByFeed(account: Self.account) == [Person.ID("old"): 450])
  }

  @Test func `undo of marks that were sent, or of a part of an item, queues them as unread`()
    async throws
  {
    let stores = try await Stores()
    let posts = try await stores.registerEntries(4).map(\.post)
    let counter = KeyCounter()
    func mark(_ isRead: Bool, _ posts: [Post.ID], seconds: Int64 = 0) async throws {
      _ = try await stores.states.setEntriesRead(
        isRead, .entries(posts), account: Self.account,
        now: Timestamp.noon.timeAdvanced(by: .seconds(seconds)), outboxKeys: { counter.next() })
    }

    try await mark(true, [posts[0], posts[1]])
    try await mark(true, [posts[2], posts[3]], seconds: 90)
    let onTheWire = try await stores.outbox.claimNextItem(
      of: Self.account, now: Timestamp.noon.timeAdvanced(by: .seconds(10)))
    try await mark(false, posts, seconds: 91)

    #expect(onTheWire?.change == .markRead([posts[0], posts[1]], true))
    #expect(
      try await stores.outbox.outboxItems(of: Self.account).map(\.change) == [
        .markRead([posts[0], posts[1]], true), .markRead([posts[0], posts[1]], false),
      ])
  }

  @Test func `of a local and a service's read state the newer is kept`() async throws {
    let stores = try await Stores()
    let known = ["a", "b", "c"].map {
      ReadStateEntryReference(Post.ID("old/\($0)"), of: Person.ID("old"), writtenAt: .noon)
    }
    try await stores.states.registerReadStateEntries(known, account: Self.account)
    _ = try await stores.mark(true, .entries([known[0].post]))
    func told(_ entry: ReadStateEntryReference, _ isRead: Bool, seconds: Int)
      -> ServiceEntryReadState
    {
      ServiceEntryReadState(
        ReadStateEntryReference(
          entry.post, of: entry.source, writtenAt: entry.writtenAt, isRead: isRead),
        changedAt: Timestamp.noon.timeAdvanced(by: .seconds(seconds)))
    }
    let later = Timestamp.noon.timeAdvanced(by: .seconds(60))
    let older = try await stores.states.adoptServiceReadStates(
      [told(known[0], false, seconds: -5), told(known[1], true, seconds: -5)], reportedAt: later,
      account: Self.account)
    #expect(older == StoredReadStateChange(read: [known[1].post]))
    let newer = try await stores.states.adoptServiceReadStates(
      [told(known[0], false, seconds: 5)], reportedAt: later, account: Self.account)
    #expect(newer == StoredReadStateChange(unread: [known[0].post]))
    // A change that waits in the outbox is newer than anything that the service knows.
    _ = try await stores.states.setEntriesRead(
      true, .entries([known[2].post]), account: Self.account, now: .noon,
      outboxKeys: { OutboxItem.ID("k") })
    let waiting = try await stores.states.adoptServiceReadStates(
      [told(known[2], false, seconds: 30)], reportedAt: later, account: Self.account)
    #expect(waiting == StoredReadStateChange())
  }

  @Test func `the last marking of entries is stored, and erased with the account`()
    async throws
  {
    let stores = try await Stores()
    let marking = EntriesMarkedTogether([Post.ID("old/1"), Post.ID("old/2")], isRead: true)

    #expect(try await stores.states.lastEntriesMarkedTogether(account: Self.account) == nil)
    try await stores.states.setLastEntriesMarkedTogether(
      EntriesMarkedTogether([Post.ID("old/0")], isRead: false), account: Self.account)
    try await stores.states.setLastEntriesMarkedTogether(marking, account: Self.account)

    #expect(try await stores.states.lastEntriesMarkedTogether(account: Self.account) == marking)
    #expect(
      try await stores.states.lastEntriesMarkedTogether(account: Account.ID("rss:others")) == nil)
    try await stores.outbox.eraseOutboxData(of: Self.account)
    #expect(try await stores.states.lastEntriesMarkedTogether(account: Self.account) == nil)
    await stores.close()
  }

  @Test func `erasing an account removes its read states only`() async throws {
    let stores = try await Stores()
    let other = Account.ID("rss:others")
    let entry = ReadStateEntryReference(
      Post.ID("old/a"), of: Person.ID("old"), writtenAt: .noon, isRead: true)
    for account in [Self.account, other] {
      try await stores.states.registerReadStateEntries([entry], account: account)
    }
    try await stores.outbox.eraseOutboxData(of: Self.account)
    #expect(
      try await stores.states.postIDsMarkedRead(among: [entry.post], account: Self.account).isEmpty
    )
    #expect(
      try await stores.states.postIDsMarkedRead(among: [entry.post], account: other) == [
        entry.post
      ])
  }

  @Test func `entries of web feeds that an earlier version marked as read are read`() async throws {
    let directory = ScratchFolder()
    let path = try directory.writeDatabase("cache.db", of: .cache, migrations: 11) { connection in
      try connection.executeSQL("INSERT INTO account (id, key) VALUES (1, 'rss:feeds')")
      try connection.executeSQLScript(
        """
        INSERT INTO feed (id, account, key, label, last_read, last_read_position)
          VALUES (1, 1, 'home', '', 'old/2', 20);
        """)
      for (place, id) in ["0", "1", "2", "3"].enumerated() {
        let post = Self.post(id, Int64(9 - place))
        let number = PostTable.firstPostRowID(at: post.createdAt)
        try connection.executeSQL(
          """
          INSERT INTO post (id, account, key, created_at, replies, boosts, likes, own, record)
          VALUES (?, 1, ?, ?, -1, -1, -1, 0, ?)
          """, .integer(number), .text(post.id.rawValue), .integer(post.createdAt.milliseconds),
          .blob(PostRecord.encodedBytes(of: post)))
        try connection.executeSQL(
          "INSERT INTO feed_row (feed, position, entry, post, seen) VALUES (1, ?, ?, ?, ?)",
          .countValue(place * 10), .text(post.id.rawValue), .integer(number),
          .integer(orNull: id == "1" ? 1 : nil))
      }
    }
    let stores = try await Stores(cache: .file(path))
    #expect(try await stores.rows(.home) == ["•old/0", "old/1", "old/2", "old/3"])
    // The state goes over into the store that stays.
    try await stores.commit((0..<4).map { Self.post("\($0)", Int64(9 - $0)) }, to: .home)
    #expect(
      try await stores.states.unreadCountsByFeed(account: Self.account) == [Person.ID("old"): 1])
    await stores.close()
  }

  @Test func `marking ten thousand of many entries as read uses the index`()
    async throws
  {
    let stores = try await Stores()
    for source in 0..<10 {
      try await stores.states.registerReadStateEntries(
        (0..<2000).map {
          ReadStateEntryReference(
            Post.ID("s\(source)/\($0)"), of: Person.ID("s\(source)"),
            writtenAt: Timestamp(milliseconds: Int64($0)))
        }, account: Self.account)
    }
    let plans = try await stores.outbox.database.runReadTransaction {
      connection throws(SQLiteError) in
      try [
        "SELECT source, count(*) FROM entry INDEXED BY unread_entry WHERE account = 'x' AND is_read = 0 GROUP BY source",
        "SELECT post FROM entry INDEXED BY unread_entry WHERE account = 'x' AND source = 'y' AND is_read = 0 AND written_at >= 1",
        "UPDATE entry SET is_read = 1 WHERE account = 'x' AND post = 'y'",
      ].map { sql throws(SQLiteError) in
        try connection.queryRows("EXPLAIN QUERY PLAN " + sql) { $0.textValue(3) }.joined(
          separator: "; ")
      }
    }
    // By index: nothing is looked through from end to end.
    #expect(plans.allSatisfy { $0.contains("SEARCH") && !$0.contains("SCAN") }, "\(plans)")
    let sources = Set((0..<5).map { Person.ID("s\($0)") })
    #expect(try await stores.mark(true, .feeds(sources)).count == 10_000)
    #expect(
      try await stores.states.unreadCountsByFeed(account: Self.account).values.reduce(0, +)
        == 10_000)
  }
}

/// Keys for outbox items, none of them twice.
private final class KeyCounter: @unchecked Sendable {
  // Called by one transaction at a time.
  private var count = 0

  func next() -> OutboxItem.ID {
    count += 1
    return OutboxItem.ID("k\(count)")
  }
}
