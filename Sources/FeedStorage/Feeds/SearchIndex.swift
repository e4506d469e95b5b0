package import FeedDomain

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

/// What somebody looks for in the index's own language.
///
/// Whatever a person types stays words: each is quoted, and nothing that means something to the
/// index, or to SQL, is left in it.
struct SearchExpression: Equatable {
  let text: String
  /// The numbers that posts of the time in question have.
  let numbers: ClosedRange<Int64>
  /// Whether posts can match that were entered without marks.
  let needsMarks: Bool

  /// Nil where nothing is looked for, or nothing can be found.
  init?(_ query: SearchQuery) {
    guard !query.isEmpty else { return nil }
    var wanted: [String] = []
    var unwanted: [String] = []
    var (first, last) = (Int64.min, Int64.max)
    for term in query.terms {
      switch term.kind {
      case .since(let moment): first = max(first, PostTable.number(at: moment))
      case .before(let moment): last = min(last, PostTable.number(at: moment) - 1)
      default:
        guard let text = Self.text(of: term.kind) else { continue }
        if term.isExcluded { unwanted.append(text) } else { wanted.append(text) }
      }
    }
    guard first <= last else { return nil }
    if wanted.isEmpty { wanted = [Self.quoted(SearchMarks.any)] }
    let all = wanted.joined(separator: " AND ")
    text = unwanted.isEmpty ? all : "(\(all)) NOT (\(unwanted.joined(separator: " OR ")))"
    numbers = first...last
    needsMarks = !query.isUnmarked
  }

  /// Who has a handle or a name that begins so; nil where no letter is in that.
  static func authors(beginning name: String) -> String? {
    guard WordText.words(in: name).contains(where: { $0 != " " }) else { return nil }
    return quoted(SearchMarks.part(author: name)) + "*"
  }

  private static func text(of kind: SearchQuery.Term.Kind) -> String? {
    switch kind {
    case .word(let word): phrase(word, mayBegin: true)
    case .phrase(let words): phrase(words, mayBegin: false)
    case .tags(let tags): either(tags.map { quoted(SearchMarks.mark(tag: $0)) })
    case .author(let name): quoted(SearchMarks.beginning(author: name)) + "*"
    case .holding(let held): quoted(SearchMarks.mark(held))
    case .language(let language): quoted(SearchMarks.beginning(language: language)) + "*"
    case .since, .before: nil
    }
  }

  /// Words side by side; nil where there are none.
  private static func phrase(_ text: String, mayBegin: Bool) -> String? {
    let words = WordText.words(in: text).split(separator: " ")
    guard let last = words.last else { return nil }
    let isBeginning = mayBegin && last.utf8.count >= SoughtWords.shortest
    return quoted(words.joined(separator: " ")) + (isBeginning ? "*" : "")
  }

  private static func either(_ texts: [String]) -> String {
    texts.count == 1 ? texts[0] : "(\(texts.joined(separator: " OR ")))"
  }

  private static func quoted(_ words: String) -> String { "\"\(words)\"" }
}

extension SearchQuery {
  /// Whether words alone are looked for, with or without a time.
  fileprivate var isUnmarked: Bool {
    !words.isEmpty
      && terms.allSatisfy { term in
        switch term.kind {
        case .word, .phrase, .since, .before: true
        case .tags, .author, .holding, .language: false
        }
      }
  }
}

/// Words of the index that nobody can type, for what is true of a post besides its words.
///
/// Each begins with a sign that belongs to no script, by which they are told apart; another stands
/// between the words of a name. The index folds them as it does all words.
enum SearchMarks {
  /// That it is a post: what is found where nothing is asked for but what is not to be there.
  static let any = "\u{E001}post"

  private static let holding = "\u{E001}"
  private static let tag = "\u{E002}"
  private static let author = "\u{E003}"
  private static let language = "\u{E004}"
  private static let joint = "\u{E005}"

  /// Adds every mark of a post to its words, each after a seam.
  static func append(marksOf post: Post, after seam: [UInt8], to words: inout [UInt8]) {
    let content = post.content
    words += seam
    words += any.utf8
    for held in SearchQuery.Holding.allCases where content.holds(held) {
      words += seam
      words += mark(held).utf8
    }
    for name in content.tags {
      words += seam
      append(tag, name, to: &words)
    }
    // A joint at the end as well, so that a part of a name is told from the beginning of a word.
    for name in [post.author.handle, post.author.name] {
      words += seam
      append(author, name, to: &words)
      words += joint.utf8
    }
    guard let told = content.language else { return }
    words += seam
    append(language, told, to: &words)
    words += joint.utf8
  }

  static func mark(_ held: SearchQuery.Holding) -> String { holding + held.rawValue }

  static func mark(tag name: String) -> String { joined(tag, name) }

  /// What the mark of somebody begins with whose handle or name begins so.
  static func beginning(author name: String) -> String { joined(author, name) + joint }

  /// The same, of which the last word may go on.
  static func part(author name: String) -> String { joined(author, name) }

  /// What the mark of a language begins with, or of a kind of it.
  static func beginning(language name: String) -> String { joined(language, name) + joint }

  private static func joined(_ sign: String, _ name: String) -> String {
    var mark: [UInt8] = []
    append(sign, name, to: &mark)
    return String(decoding: mark, as: UTF8.self)
  }

  private static func append(_ sign: String, _ name: String, to words: inout [UInt8]) {
    words += sign.utf8
    let start = words.count
    WordText.append(name, to: &words)
    let blank = UInt8(ascii: " ")
    guard words[start...].contains(blank) else { return }
    let parts = Array(words[start...]).split(separator: blank)
    words.removeSubrange(start...)
    words += parts.joined(separator: joint.utf8)
  }
}

/// What the index is given of a post.
enum SearchText {
  /// A word that is nobody's, between texts that do not belong together.
  private static let seam = Array(" \u{E000} ".utf8)
  /// So many bytes the words of most posts take.
  private static let usualLength = 1024

  /// Every word of a post, with its marks or, as it was entered before there were any, without.
  static func words(of post: Post, isMarked: Bool) -> String {
    // Bytes, of which nothing is said twice: every post that comes is put into words.
    var words: [UInt8] = []
    words.reserveCapacity(usualLength)
    for (place, text) in post.content.texts(by: post.author).enumerated() {
      if place > 0 { words += seam }
      WordText.append(text, to: &words)
    }
    if isMarked { SearchMarks.append(marksOf: post, after: seam, to: &words) }
    return String(decoding: words, as: UTF8.self)
  }
}

/// What was searched for, in the file of what was fetched.
package struct SQLiteSearchHistory: SearchHistory {
  /// So many searches are kept.
  private static let limit = 50

  let cache: FeedCache

  package func searches(of account: Account.ID) async throws(StoreError) -> [String] {
    try await cache.database.read { connection throws(SQLiteError) in
      try connection.rows(
        """
        SELECT words FROM search JOIN account ON account.id = search.account
        WHERE account.key = ? ORDER BY searched_at DESC, words LIMIT ?
        """, .text(account.rawValue), .count(Self.limit)
      ) { $0.text(0) }
    }
  }

  package func keep(
    search words: String, of account: Account.ID, now: Timestamp
  ) async throws(StoreError) {
    try await cache.database.write { connection throws(SQLiteError) in
      let number = try cache.accounts(connection).enter(account)
      try connection.run(
        "INSERT OR REPLACE INTO search (account, words, searched_at) VALUES (?, ?, ?)",
        .integer(number), .text(words), .integer(now.milliseconds))
      try connection.run(
        """
        DELETE FROM search WHERE account = ?1 AND words NOT IN (
          SELECT words FROM search WHERE account = ?1
          ORDER BY searched_at DESC, words LIMIT ?2)
        """, .integer(number), .count(Self.limit))
    }
  }
}
