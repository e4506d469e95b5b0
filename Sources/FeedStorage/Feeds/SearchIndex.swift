internal import FeedDomain

/// The full-text index over everything that is held.
///
/// It holds no text of its own, so to leave it a post has to say again which words it had.
struct SearchIndex {
  let connection: SQLiteConnection

  func add(_ post: Post, id: Int64) throws(SQLiteError) {
    try add(SearchText.words(of: post), id: id)
  }

  /// Removes a post's words, which are those it was entered with.
  func remove(_ post: Post, id: Int64) throws(SQLiteError) {
    try remove(SearchText.words(of: post), id: id)
  }

  /// Enters a changed post's words where they are others.
  func replace(_ held: Post?, with post: Post, id: Int64) throws(SQLiteError) {
    if let held {
      guard held.content != post.content || held.author != post.author else { return }
      let words = SearchText.words(of: held)
      guard words != SearchText.words(of: post) else { return }
      try remove(words, id: id)
    }
    try add(post, id: id)
  }

  /// Does some of the work that makes searching quick again after much was stored.
  func tidy() throws(SQLiteError) {
    try connection.run("INSERT INTO words (words, rank) VALUES ('merge', 500)")
  }

  /// Drops the whole index and enters what is held.
  func rebuild() throws(SQLiteError) {
    try connection.run("INSERT INTO words (words) VALUES ('delete-all')")
    var last: Int64 = .min
    while true {
      let batch = try connection.rows(
        "SELECT \(PostTable.columns), post.id FROM post WHERE id > ? ORDER BY id LIMIT 500",
        .integer(last)
      ) { (id: $0.integer(8), post: PostTable.post(from: $0)) }
      guard let end = batch.last else { return }
      for (id, post) in batch {
        if let post { try add(post, id: id) }
      }
      last = end.id
    }
  }

  func posts(
    matching question: String, account: Account.ID?, limit: Int
  ) throws(SQLiteError) -> [Post] {
    guard let query = SearchText.query(question) else { return [] }
    let number = try account.map { account throws(SQLiteError) in
      try AccountTable(connection: connection).number(of: account) ?? 0
    }
    return try connection.rows(
      """
      SELECT \(PostTable.columns) FROM words CROSS JOIN post ON post.id = words.rowid
      WHERE words MATCH ?1 AND (?2 IS NULL OR post.account = ?2)
      ORDER BY words.rowid DESC LIMIT ?3
      """, .text(query), .integer(orNull: number), .count(max(0, limit))
    ) { PostTable.post(from: $0) }
  }

  private func add(_ words: String, id: Int64) throws(SQLiteError) {
    try connection.run("INSERT INTO words (rowid, text) VALUES (?, ?)", .integer(id), .text(words))
  }

  private func remove(_ words: String, id: Int64) throws(SQLiteError) {
    try connection.run(
      "INSERT INTO words (words, rowid, text) VALUES ('delete', ?, ?)", .integer(id),
      .text(words))
  }
}
