package import FeedDomain

extension SQLiteFeedStore {
  /// Some rows of a stream around the anchor.
  ///
  /// Where the reader's entry is gone, what followed it stands in its place. The unread are counted
  /// up to 1000.
  package func window(
    of scope: StreamScope, around anchor: WindowAnchor, above: Int, below: Int
  ) async throws(StoreError) -> FeedWindow {
    try await cache.database.read { connection throws(SQLiteError) in
      try connection.reading(scope)?.window(around: anchor, above: above, below: below)
        ?? FeedWindow([], hasMoreAbove: false, hasMoreBelow: false, status: FeedStatus())
    }
  }

  package func status(of scope: StreamScope) async throws(StoreError) -> FeedStatus {
    try await cache.database.read { connection throws(SQLiteError) in
      try connection.reading(scope)?.status() ?? FeedStatus()
    }
  }

  package func unread(of scope: StreamScope, limit: Int) async throws(StoreError) -> [FeedRow] {
    try await cache.database.read { connection throws(SQLiteError) in
      try connection.reading(scope)?.unread(limit: limit) ?? []
    }
  }

  package func post(_ id: Post.ID, account: Account.ID) async throws(StoreError) -> Post? {
    try await cache.database.read { connection throws(SQLiteError) in
      let accounts = AccountTable(connection: connection)
      guard let account = try accounts.number(of: account) else { return nil }
      return try PostTable(connection: connection, account: account).post(id)
    }
  }

  package func conversation(
    of post: Post.ID, account: Account.ID
  ) async throws(StoreError) -> Conversation? {
    try await cache.database.read { connection throws(SQLiteError) in
      let accounts = AccountTable(connection: connection)
      guard let account = try accounts.number(of: account) else { return nil }
      return try ConversationQuery(connection: connection, account: account).conversation(of: post)
    }
  }

  package func hasConversation(
    of post: Post.ID, account: Account.ID
  ) async throws(StoreError) -> Bool {
    try await cache.database.read { connection throws(SQLiteError) in
      let accounts = AccountTable(connection: connection)
      guard let account = try accounts.number(of: account) else { return false }
      return try connection.number(
        "SELECT 1 FROM post WHERE account = ? AND key = ? AND told_replies = replies",
        .integer(account), .text(post.rawValue)) != nil
    }
  }

  package func person(_ id: Person.ID, account: Account.ID) async throws(StoreError) -> Person? {
    try await cache.database.read { connection throws(SQLiteError) in
      let accounts = AccountTable(connection: connection)
      guard let account = try accounts.number(of: account) else { return nil }
      return try PersonTable(connection: connection, account: account).person(id)
    }
  }

  package func person(
    called handle: String, account: Account.ID
  ) async throws(StoreError) -> Person? {
    try await cache.database.read { connection throws(SQLiteError) in
      let accounts = AccountTable(connection: connection)
      guard let account = try accounts.number(of: account) else { return nil }
      return try PersonTable(connection: connection, account: account).person(called: handle)
    }
  }

  package func person(
    account: Account.ID, where isSought: @Sendable (Person) -> Bool
  ) async throws(StoreError) -> Person? {
    try await cache.database.read { connection throws(SQLiteError) in
      let accounts = AccountTable(connection: connection)
      guard let account = try accounts.number(of: account) else { return nil }
      return try PersonTable(connection: connection, account: account).person(where: isSought)
    }
  }

  package func lastFeed(account: Account.ID) async throws(StoreError) -> Feed? {
    try await cache.database.read { connection throws(SQLiteError) in
      try AccountTable(connection: connection).lastFeed(of: account)
    }
  }

  package func catchUpOrder(account: Account.ID) async throws(StoreError) -> CatchUpOrder? {
    try await cache.database.read { connection throws(SQLiteError) in
      try AccountTable(connection: connection).catchUpOrder(of: account)
    }
  }

  package func recentPlaces(account: Account.ID, limit: Int) async throws(StoreError) -> [Place] {
    try await cache.database.read { connection throws(SQLiteError) in
      try FeedTable(connection: connection).recentPlaces(of: account, limit: limit)
    }
  }

  /// Posts that a query finds, the newest first.
  ///
  /// Case and accents do not matter; the beginning of a word finds it, from three Latin letters on.
  /// What is typed is never taken for anything but words.
  package func posts(
    matching query: SearchQuery, account: Account.ID?, limit: Int
  ) async throws(StoreError) -> [Post] {
    try await cache.database.read { connection throws(SQLiteError) in
      try SearchIndex(connection: connection).posts(
        matching: query, account: account, limit: limit)
    }
  }

  package func authors(
    beginning name: String, account: Account.ID, amongPosts limit: Int
  ) async throws(StoreError) -> [Person] {
    try await cache.database.read { connection throws(SQLiteError) in
      try SearchIndex(connection: connection).authors(
        beginning: name, account: account, amongPosts: limit)
    }
  }

  package func streams(
    with posts: [Post.ID], account: Account.ID
  ) async throws(StoreError) -> [Post.ID: [Feed]] {
    try await cache.database.read { connection throws(SQLiteError) in
      let accounts = AccountTable(connection: connection)
      guard let account = try accounts.number(of: account) else { return [:] }
      let table = FeedTable(connection: connection)
      var streams: [Post.ID: [Feed]] = [:]
      for post in posts { streams[post] = try table.feeds(with: post, account: account) }
      return streams
    }
  }
}

/// Reads the rows of a stream.
protocol StreamReader {
  func window(around anchor: WindowAnchor, above: Int, below: Int) throws(SQLiteError) -> FeedWindow
  func status() throws(SQLiteError) -> FeedStatus
  func unread(limit: Int) throws(SQLiteError) -> [FeedRow]
}

extension WindowQuery: StreamReader {}
extension EverythingQuery: StreamReader {}

extension SQLiteConnection {
  /// What reads a stream; nil where nothing of it is held.
  fileprivate func reading(_ scope: StreamScope) throws(SQLiteError) -> (any StreamReader)? {
    switch scope {
    case .homes(let accounts): return try EverythingQuery(Homes(of: accounts, in: self))
    case .stream(let feed, let account):
      guard let record = try FeedTable(connection: self).record(of: feed, account: account)
      else { return nil }
      return WindowQuery(connection: self, record: record)
    }
  }
}
