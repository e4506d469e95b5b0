package import FeedDomain

/// What happened to the reader, in the file of what was fetched.
package struct SQLiteNoticeStore: NoticeStore {
  let cache: FeedCache

  package func notices(of account: Account.ID) async throws(StoreError) -> HeldNotices {
    try await cache.database.read { connection throws(SQLiteError) in
      let accounts = AccountTable(connection: connection)
      guard let number = try accounts.number(of: account) else { return HeldNotices() }
      let table = NoticeTable(connection: connection, account: number)
      return HeldNotices(try table.notices(), readUntil: try table.readUntil())
    }
  }

  /// Keeps these in place of all that were held; their posts are kept with all posts.
  package func keep(_ notices: [Notice], of account: Account.ID) async throws(StoreError) {
    try await cache.database.write { connection throws(SQLiteError) in
      let number = try cache.accounts(connection).enter(account)
      let posts = PostTable(connection: connection, account: number)
      var unknown: [Post] = []
      for post in notices.compactMap(\.post) where try posts.number(of: post.id) == nil {
        unknown.append(post)
      }
      _ = try posts.keep(unknown, now: nil)
      try NoticeTable(connection: connection, account: number).replace(with: notices)
    }
  }

  package func setNoticesRead(
    until moment: Timestamp, of account: Account.ID
  ) async throws(StoreError) {
    try await cache.database.write { connection throws(SQLiteError) in
      let number = try cache.accounts(connection).enter(account)
      try NoticeTable(connection: connection, account: number).setRead(until: moment)
    }
  }
}
