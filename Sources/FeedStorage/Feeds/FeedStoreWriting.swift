package import FeedDomain

extension SQLiteFeedStore {
  /// Puts a fetched page into a stream, whole or not at all, and tells what that changed.
  ///
  /// What is held keeps its place. A page for a gap that another process closed meanwhile brings its
  /// posts up to date and moves nothing.
  package func commit(
    _ page: FeedPage, to feed: Feed, account: Account.ID, at placement: PagePlacement,
    now: Timestamp
  ) async throws(StoreError) -> ChangeSet {
    try await cache.database.write { connection throws(SQLiteError) in
      let account = try cache.accounts(connection).enter(account)
      let feeds = FeedTable(connection: connection)
      let id = try feeds.enter(feed, account: account)
      let posts = PostTable(connection: connection, account: account)
      var seen: Set<FeedEntry.ID> = []
      let entries = page.entries.filter { seen.insert($0.id).inserted }
      let kept = try posts.keep(entries.map(\.post), now: now)
      var changes = ChangeSet(posts: changed(entries.map(\.post), kept))
      let commit = PageCommit(
        connection: connection, feed: id, isHome: feed == .home, page: page, entries: entries,
        posts: kept)
      if try commit.place(at: placement) { changes.feeds.insert(feed) }
      if feed == .home { try commit.setMomentsOfBoosts() }
      if placement.tellsWhatIsNew { try feeds.setFetched(at: now, id) }
      return changes
    }
  }

  package func keep(
    _ posts: [Post], account: Account.ID, now: Timestamp
  ) async throws(StoreError) -> ChangeSet {
    guard !posts.isEmpty else { return ChangeSet() }
    return try await cache.database.write { connection throws(SQLiteError) in
      let account = try cache.accounts(connection).enter(account)
      let table = PostTable(connection: connection, account: account)
      return ChangeSet(posts: changed(posts, try table.keep(posts, now: now)))
    }
  }

  package func remove(_ post: Post.ID, account: Account.ID) async throws(StoreError) -> ChangeSet {
    try await cache.database.write { connection throws(SQLiteError) in
      let accounts = AccountTable(connection: connection)
      guard let account = try accounts.number(of: account) else { return ChangeSet() }
      let feeds = try connection.rows(
        """
        SELECT DISTINCT feed.key, feed.label FROM post
        JOIN feed_row ON feed_row.post = post.id JOIN feed ON feed.id = feed_row.feed
        WHERE post.account = ? AND post.key = ?
        """, .integer(account), .text(post.rawValue)
      ) { FeedKey($0.text(0), label: $0.text(1)).feed }
      let table = PostTable(connection: connection, account: account)
      guard try table.remove(post) else { return ChangeSet() }
      return ChangeSet(feeds: Set(feeds), posts: [post])
    }
  }

  package func noteConversation(
    of posts: [Post.ID], account: Account.ID
  ) async throws(StoreError) {
    try await cache.database.write { connection throws(SQLiteError) in
      let accounts = AccountTable(connection: connection)
      guard let account = try accounts.number(of: account) else { return }
      for post in posts {
        try connection.run(
          "UPDATE post SET told_replies = replies WHERE account = ? AND key = ?",
          .integer(account), .text(post.rawValue))
      }
    }
  }

  package func keep(_ people: [Person], account: Account.ID) async throws(StoreError) {
    guard !people.isEmpty else { return }
    try await cache.database.write { connection throws(SQLiteError) in
      let account = try cache.accounts(connection).enter(account)
      let table = PersonTable(connection: connection, account: account)
      for person in people { try table.keep(person) }
    }
  }

  package func keep(
    _ person: Person, called handle: String, account: Account.ID
  ) async throws(StoreError) {
    try await cache.database.write { connection throws(SQLiteError) in
      let account = try cache.accounts(connection).enter(account)
      try PersonTable(connection: connection, account: account).keep(person, called: handle)
    }
  }

  package func setPlace(
    _ place: ReadingPlace?, lastRead: FeedEntry.ID?, in scope: StreamScope
  ) async throws(StoreError) {
    try await cache.database.write { connection throws(SQLiteError) in
      switch scope {
      case .stream(let feed, let account):
        let (feeds, id) = try cache.enter(feed, account, in: connection)
        try feeds.setPlace(place, lastRead: lastRead, id)
      case .homes(let accounts):
        let homes = try Homes(of: accounts, in: connection)
        if let place {
          try EverythingTable(connection: connection)
            .setPlace(place, at: try homes.spot(of: place.entry)?.moment)
        }
        if let lastRead { try homes.setLastRead(lastRead) }
      }
    }
  }

  package func setLastRead(
    _ entry: FeedEntry.ID, in scope: StreamScope
  ) async throws(StoreError) {
    try await cache.database.write { connection throws(SQLiteError) in
      switch scope {
      case .stream(let feed, let account):
        let (feeds, id) = try cache.enter(feed, account, in: connection)
        try feeds.setLastRead(entry, id)
      case .homes(let accounts): try Homes(of: accounts, in: connection).setLastRead(entry)
      }
    }
  }

  package func setSeen(
    _ entries: [FeedEntry.ID], in scope: StreamScope
  ) async throws(StoreError) {
    try await cache.database.write { connection throws(SQLiteError) in
      switch scope {
      case .stream(let feed, let account):
        guard let record = try FeedTable(connection: connection).record(of: feed, account: account)
        else { return }
        try WindowQuery(connection: connection, record: record).setSeen(entries)
      case .homes(let accounts): try Homes(of: accounts, in: connection).setSeen(entries)
      }
    }
  }

  package func setArrangement(
    _ arrangement: Arrangement, of scope: StreamScope
  ) async throws(StoreError) {
    try await cache.database.write { connection throws(SQLiteError) in
      switch scope {
      case .stream(let feed, let account):
        let (feeds, id) = try cache.enter(feed, account, in: connection)
        try feeds.setArrangement(arrangement, id)
      case .homes: try EverythingTable(connection: connection).setArrangement(arrangement)
      }
    }
  }

  package func setCatchUpOrder(
    _ order: CatchUpOrder, account: Account.ID
  ) async throws(StoreError) {
    try await cache.database.write { connection throws(SQLiteError) in
      let table = cache.accounts(connection)
      try table.setCatchUpOrder(order, of: try table.enter(account))
    }
  }

  package func setLastFeed(_ feed: Feed, account: Account.ID) async throws(StoreError) {
    try await cache.database.write { connection throws(SQLiteError) in
      let accounts = cache.accounts(connection)
      let account = try accounts.enter(account)
      let id = try FeedTable(connection: connection).enter(feed, account: account)
      try accounts.setLastFeed(id, of: account)
    }
  }
}

extension FeedCache {
  /// Enters an account's stream, and returns its number.
  fileprivate func enter(
    _ feed: Feed, _ account: Account.ID, in connection: SQLiteConnection
  ) throws(SQLiteError) -> (table: FeedTable, id: Int64) {
    let feeds = FeedTable(connection: connection)
    return (feeds, try feeds.enter(feed, account: try accounts(connection).enter(account)))
  }
}

extension Homes {
  /// Notes that what stands below an entry is read in every home.
  fileprivate func setLastRead(_ entry: FeedEntry.ID) throws(SQLiteError) {
    guard let moment = try spot(of: entry)?.moment else { return }
    let feeds = FeedTable(connection: connection)
    for home in all {
      guard let newest = try newest(in: home, from: moment) else { continue }
      try feeds.setLastRead(newest, home.record.id)
    }
  }

  /// Notes that these entries were seen, in every home they stand in.
  fileprivate func setSeen(_ entries: [FeedEntry.ID]) throws(SQLiteError) {
    for entry in entries { try setSeen(entry) }
    for home in all {
      let own = entries.filter { $0.whose == home.account }.map(\.own)
      try WindowQuery(connection: connection, record: home.record).setSeen(own)
    }
  }

  /// Notes that an entry was seen, wherever its post stands in these homes.
  private func setSeen(_ entry: FeedEntry.ID) throws(SQLiteError) {
    guard let account = entry.whose, let home = home(of: account) else { return }
    try connection.run(
      """
      UPDATE feed_row SET seen = 1
      WHERE feed IN (\(numbers)) AND post IN (
        SELECT twin.id FROM feed_row AS row
          JOIN post ON post.id = row.post JOIN post AS twin ON twin.address = post.address
        WHERE row.feed = ? AND row.entry = ?)
      """, .integer(home.record.id), .text(entry.own.rawValue))
  }
}

/// Those of the posts that were held and look different now.
private func changed(_ posts: [Post], _ kept: [PostTable.Kept]) -> Set<Post.ID> {
  Set(zip(posts, kept).filter(\.1.isChanged).map(\.0.id))
}

extension PagePlacement {
  /// Whether the page tells what is new in the stream, or that nothing is.
  fileprivate var tellsWhatIsNew: Bool {
    switch self {
    case .top, .above: true
    case .bottom, .below, .gapFromAbove, .gapFromBelow: false
    }
  }
}
