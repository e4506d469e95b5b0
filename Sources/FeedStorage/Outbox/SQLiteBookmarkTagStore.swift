package import FeedDomain

/// A store for the tags that the user gave bookmarks, in the outbox's database, which is never
/// deleted.
package struct SQLiteBookmarkTagStore: BookmarkTagStore {
  private let outbox: SQLiteOutbox

  package init(_ outbox: SQLiteOutbox) { self.outbox = outbox }

  package func bookmarkTags(of account: Account.ID) async throws(StoreError) -> BookmarkTagIndex {
    let pairs = try await outbox.database.runReadTransaction { connection throws(SQLiteError) in
      try connection.queryRows(
        "SELECT tag, post FROM bookmark_tag WHERE account = ? ORDER BY number DESC",
        .text(account.rawValue)
      ) { ($0.textValue(0), Post.ID($0.textValue(1))) }
    }
    return BookmarkTagIndex(
      pairs.compactMap { name, post in BookmarkTag(name).map { (tag: $0, post: post) } })
  }

  package func storeLocalBookmarkTag(
    _ tag: BookmarkTag, _ isSet: Bool, on post: Post.ID, account: Account.ID
  ) async throws(StoreError) {
    try await outbox.database.runWriteTransaction { connection throws(SQLiteError) in
      try outbox.throwIfSignedOut(account)
      try connection.executeSQL(
        isSet
          ? "INSERT OR IGNORE INTO bookmark_tag (account, post, tag) VALUES (?, ?, ?)"
          : "DELETE FROM bookmark_tag WHERE account = ? AND post = ? AND tag = ?",
        .text(account.rawValue), .text(post.rawValue), .text(tag.name))
    }
  }
}
