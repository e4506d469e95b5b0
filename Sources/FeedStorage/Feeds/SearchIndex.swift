internal import FeedDomain

/// The full-text index over everything that is held.
///
/// It holds no text of its own, so to leave it a post has to say again which words it had. Posts
/// that were entered before there were marks have none, until `markSome` came by: from the number
/// in `word_index` on all have them.
struct SearchIndex {
  let connection: SQLiteConnection
  /// The number from which on posts have marks, as long as one transaction lasts.
  private let markedFrom: Int64

  init(connection: SQLiteConnection) throws(SQLiteError) {
    self.connection = connection
    markedFrom = try connection.number("SELECT marked_from FROM word_index") ?? .min
  }

  func add(_ post: Post, id: Int64) throws(SQLiteError) {
    try add(SearchText.words(of: post, isMarked: isMarked(id)), id: id)
  }

  /// Removes a post's words, which are those it was entered with.
  func remove(_ post: Post, id: Int64) throws(SQLiteError) {
    try remove(SearchText.words(of: post, isMarked: isMarked(id)), id: id)
  }

  /// Enters a changed post's words where they are others.
  func replace(_ held: Post?, with post: Post, id: Int64) throws(SQLiteError) {
    if let held {
      guard held.content != post.content || held.author != post.author else { return }
      let isMarked = isMarked(id)
      let words = SearchText.words(of: held, isMarked: isMarked)
      guard words != SearchText.words(of: post, isMarked: isMarked) else { return }
      try remove(words, id: id)
    }
    try add(post, id: id)
  }

  /// Does some of the work that makes searching quick again after much was stored.
  func tidy() throws(SQLiteError) {
    try markSome()
    try connection.run("INSERT INTO words (words, rank) VALUES ('merge', 500)")
  }

  /// Drops the whole index and enters what is held.
  func rebuild() throws(SQLiteError) {
    try connection.run("INSERT INTO words (words) VALUES ('delete-all')")
    try setMarked(from: .min)
    var last: Int64 = .min
    while true {
      let batch = try posts("id > ? ORDER BY id", .integer(last))
      guard let end = batch.last else { return }
      for (id, post) in batch {
        if let post { try add(SearchText.words(of: post, isMarked: true), id: id) }
      }
      last = end.id
    }
  }

  private func add(_ words: String, id: Int64) throws(SQLiteError) {
    try connection.run("INSERT INTO words (rowid, text) VALUES (?, ?)", .integer(id), .text(words))
  }

  private func remove(_ words: String, id: Int64) throws(SQLiteError) {
    try connection.run(
      "INSERT INTO words (words, rowid, text) VALUES ('delete', ?, ?)", .integer(id),
      .text(words))
  }

  /// So many posts are read in one go.
  private static let batch = 500

  private func posts(
    _ condition: String, _ value: SQLiteValue
  ) throws(SQLiteError) -> [(id: Int64, post: Post?)] {
    try connection.rows(
      "SELECT \(PostTable.columns), post.id FROM post WHERE \(condition) LIMIT \(Self.batch)", value
    ) { ($0.integer(8), PostTable.post(from: $0)) }
  }
}

// MARK: - Marks

extension SearchIndex {
  private func isMarked(_ id: Int64) -> Bool { id >= markedFrom }

  private func setMarked(from id: Int64) throws(SQLiteError) {
    try connection.run("UPDATE word_index SET marked_from = ?", .integer(id))
  }

  /// Gives marks to some of the posts that were entered without, the newest first.
  func markSome() throws(SQLiteError) {
    guard markedFrom > .min else { return }
    let batch = try posts("id < ? ORDER BY id DESC", .integer(markedFrom))
    for case (let id, let post?) in batch {
      try remove(SearchText.words(of: post, isMarked: false), id: id)
      try add(SearchText.words(of: post, isMarked: true), id: id)
    }
    try setMarked(from: batch.count < Self.batch ? .min : batch.last?.id ?? .min)
  }
}

// MARK: - Finding

extension SearchIndex {
  /// The posts that a query finds, the newest first.
  func posts(
    matching query: SearchQuery, account: Account.ID?, limit: Int
  ) throws(SQLiteError) -> [Post] {
    guard let expression = SearchExpression(query), limit > 0 else { return [] }
    let marked = expression.needsMarks ? markedFrom : .min
    let number = try account.map { account throws(SQLiteError) in
      try AccountTable(connection: connection).number(of: account) ?? 0
    }
    let found = try connection.rows(
      """
      SELECT \(PostTable.columns) FROM words CROSS JOIN post ON post.id = words.rowid
      WHERE words MATCH ?1 AND words.rowid BETWEEN ?2 AND ?3
        AND (?4 IS NULL OR post.account = ?4)
      ORDER BY words.rowid DESC LIMIT ?5
      """, .text(expression.text), .integer(max(marked, expression.numbers.lowerBound)),
      .integer(expression.numbers.upperBound), .integer(orNull: number), .count(limit)
    ) { PostTable.post(from: $0) }
    let numbers = expression.numbers
    guard marked > numbers.lowerBound, found.count < limit else { return found }
    let older = numbers.lowerBound...min(numbers.upperBound, marked - 1)
    return found
      + (try unmarked(matching: query, in: older, account: number, limit: limit - found.count))
  }

  /// Who wrote posts and is called so that it begins with that, the latest first.
  func authors(
    beginning name: String, account: Account.ID, amongPosts limit: Int
  ) throws(SQLiteError) -> [Person] {
    guard let number = try AccountTable(connection: connection).number(of: account),
      let expression = SearchExpression.authors(beginning: name)
    else { return [] }
    let authors = try connection.rows(
      """
      SELECT \(PostTable.columns) FROM words CROSS JOIN post ON post.id = words.rowid
      WHERE words MATCH ?1 AND words.rowid >= ?2 AND post.account = ?3
      ORDER BY words.rowid DESC LIMIT ?4
      """, .text(expression), .integer(markedFrom), .integer(number), .count(limit)
    ) { PostTable.post(from: $0)?.author }
    var known: Set<Person.ID> = []
    return authors.compactMap(\.self).filter { known.insert($0.id).inserted }
  }

  /// So many posts without marks are looked through: there are some only for a while after an older
  /// version was used.
  private static let mostUnmarked = 5_000

  /// Posts that have no marks yet, read one by one.
  private func unmarked(
    matching query: SearchQuery, in numbers: ClosedRange<Int64>, account: Int64?, limit: Int
  ) throws(SQLiteError) -> [Post] {
    let found = try connection.rows(
      """
      SELECT \(PostTable.columns) FROM post
      WHERE id BETWEEN ?1 AND ?2 AND (?3 IS NULL OR account = ?3)
      ORDER BY id DESC LIMIT ?4
      """, .integer(numbers.lowerBound), .integer(numbers.upperBound),
      .integer(orNull: account), .count(Self.mostUnmarked)
    ) { PostTable.post(from: $0).flatMap { query.matches($0) ? $0 : nil } }
    return Array(found.prefix(limit))
  }
}
