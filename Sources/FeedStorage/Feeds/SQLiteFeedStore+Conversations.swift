package import FeedDomain

/// Of which posts the whole conversation is held.
extension SQLiteFeedStore {
  /// Takes note that all was fetched that answers these posts, and that they answer.
  package func noteConversation(
    of posts: [Post.ID], account: Account.ID
  ) async throws(StoreError) {
    try await database.write { connection throws(SQLiteError) in
      let accounts = AccountTable(connection: connection)
      guard let account = try accounts.number(of: account) else { return }
      for post in posts {
        try connection.run(
          "UPDATE post SET told_replies = replies WHERE account = ? AND key = ?",
          .integer(account), .text(post.rawValue))
      }
    }
  }

  /// Whether that was noted of a post, and it is told to have as many answers as then.
  package func hasConversation(
    of post: Post.ID, account: Account.ID
  ) async throws(StoreError) -> Bool {
    try await database.read { connection throws(SQLiteError) in
      let accounts = AccountTable(connection: connection)
      guard let account = try accounts.number(of: account) else { return false }
      return try connection.number(
        "SELECT 1 FROM post WHERE account = ? AND key = ? AND told_replies = replies",
        .integer(account), .text(post.rawValue)) != nil
    }
  }
}
