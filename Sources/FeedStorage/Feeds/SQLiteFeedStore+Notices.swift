public import FeedDomain

extension SQLiteFeedStore: NoticeStore {
  /// What is held of an account's notices.
  public func notices(of account: Account.ID) async throws(StoreError) -> HeldNotices {
    try await database.read { connection throws(SQLiteError) in
      let accounts = AccountTable(connection: connection)
      guard let number = try accounts.number(of: account) else { return HeldNotices() }
      let table = NoticeTable(connection: connection, account: number)
      return HeldNotices(try table.notices(), readUntil: try table.readUntil())
    }
  }

  /// Keeps these in place of all that were held; their posts are kept with all posts.
  public func keep(_ notices: [Notice], of account: Account.ID) async throws(StoreError) {
    try await database.write { connection throws(SQLiteError) in
      let number = try accounts(connection).enter(account)
      let posts = PostTable(connection: connection, account: number)
      var unknown: [Post] = []
      for post in notices.compactMap(\.post) where try posts.number(of: post.id) == nil {
        unknown.append(post)
      }
      _ = try posts.keep(unknown, now: nil)
      try NoticeTable(connection: connection, account: number).replace(with: notices)
    }
  }

  /// Keeps up to which moment they were read; an earlier one than is known changes nothing.
  public func setNoticesRead(
    until moment: Timestamp, of account: Account.ID
  ) async throws(StoreError) {
    try await database.write { connection throws(SQLiteError) in
      let number = try accounts(connection).enter(account)
      try NoticeTable(connection: connection, account: number).setRead(until: moment)
    }
  }
}
