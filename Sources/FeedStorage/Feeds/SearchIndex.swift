package import FeedDomain
internal import Groundwork

/// A full-text index of stored posts, without their texts, so that removing a post needs its words.
/// Posts with a row id from `word_index` on are indexed with property words
/// (`SearchPropertyWords`); `addPropertyWordsToPostBatch` adds those of older posts.
struct SearchIndex {
  let connection: SQLiteConnection
  /// The first database row id from which on posts are indexed with property words, which stand for
  /// tags, authors and the like; valid within one transaction.
  private let firstRowWithPropertyWords: Int64

  init(connection: SQLiteConnection) throws(SQLiteError) {
    self.connection = connection
    firstRowWithPropertyWords =
      try connection.queryNumber("SELECT marked_from FROM word_index") ?? .min
  }

  func addPost(_ post: Post, id: Int64) throws(SQLiteError) {
    try addIndexedWords(
      IndexedPostTextBuilder.indexedWords(
        of: post, includesPropertyWords: isIndexedWithPropertyWords(id)),
      id: id)
  }

  func removePost(_ post: Post, id: Int64) throws(SQLiteError) {
    try removeIndexedWords(
      IndexedPostTextBuilder.indexedWords(
        of: post, includesPropertyWords: isIndexedWithPropertyWords(id)),
      id: id)
  }

  /// Replaces a changed post's words in the search index, unless they are equal.
  func replacePost(_ indexed: Post?, with post: Post, id: Int64) throws(SQLiteError) {
    if let indexed {
      guard indexed.content != post.content || indexed.author != post.author else { return }
      let includesPropertyWords = isIndexedWithPropertyWords(id)
      let words = IndexedPostTextBuilder.indexedWords(
        of: indexed, includesPropertyWords: includesPropertyWords)
      guard
        words
          != IndexedPostTextBuilder.indexedWords(
            of: post, includesPropertyWords: includesPropertyWords)
      else {
        return
      }
      try removeIndexedWords(words, id: id)
    }
    try addPost(post, id: id)
  }

  /// Adds property words, which stand for tags, authors and the like, to the search index for a
  /// batch of older posts, and merges some segments of the index, which keeps searches fast. Called
  /// when the program is idle.
  func addPropertyWordsAndMergeSegments() throws(SQLiteError) {
    try addPropertyWordsToPostBatch()
    try connection.executeSQL("INSERT INTO words (words, rank) VALUES ('merge', 500)")
  }

  func rebuildSearchIndex() throws(SQLiteError) {
    try connection.executeSQL("INSERT INTO words (words) VALUES ('delete-all')")
    try setFirstRowWithPropertyWords(.min)
    var last: Int64 = .min
    while true {
      let batch = try storedPostBatch("id > ? ORDER BY id", .integer(last))
      guard let end = batch.last else { return }
      for (id, post) in batch {
        if let post {
          try addIndexedWords(
            IndexedPostTextBuilder.indexedWords(of: post, includesPropertyWords: true), id: id)
        }
      }
      last = end.id
    }
  }

  private func addIndexedWords(_ words: String, id: Int64) throws(SQLiteError) {
    try connection.executeSQL(
      "INSERT INTO words (rowid, text) VALUES (?, ?)", .integer(id), .text(words))
  }

  private func removeIndexedWords(_ words: String, id: Int64) throws(SQLiteError) {
    try connection.executeSQL(
      "INSERT INTO words (words, rowid, text) VALUES ('delete', ?, ?)", .integer(id),
      .text(words))
  }

  private static let batch = 500

  private func storedPostBatch(
    _ condition: String, _ value: SQLiteParameterValue
  ) throws(SQLiteError) -> [(id: Int64, post: Post?)] {
    try connection.queryRows(
      "SELECT \(PostTable.columns), post.id FROM post WHERE \(condition) LIMIT \(Self.batch)", value
    ) { ($0.integerValue(8), PostTable.decodedPost(from: $0)) }
  }
}

// MARK: - Marks

extension SearchIndex {
  private func isIndexedWithPropertyWords(_ id: Int64) -> Bool { id >= firstRowWithPropertyWords }

  private func setFirstRowWithPropertyWords(_ id: Int64) throws(SQLiteError) {
    try connection.executeSQL("UPDATE word_index SET marked_from = ?", .integer(id))
  }

  /// Adds property words, which stand for tags, authors and the like, to the search index for a
  /// batch of older posts, the newest first.
  func addPropertyWordsToPostBatch() throws(SQLiteError) {
    guard firstRowWithPropertyWords > .min else { return }
    let batch = try storedPostBatch("id < ? ORDER BY id DESC", .integer(firstRowWithPropertyWords))
    for case (let id, let post?) in batch {
      try removeIndexedWords(
        IndexedPostTextBuilder.indexedWords(of: post, includesPropertyWords: false), id: id)
      try addIndexedWords(
        IndexedPostTextBuilder.indexedWords(of: post, includesPropertyWords: true), id: id)
    }
    try setFirstRowWithPropertyWords(batch.count < Self.batch ? .min : batch.last?.id ?? .min)
  }
}

// MARK: - Finding

extension SearchIndex {
  func matchingPosts(
    matching query: SearchQuery, account: Account.ID?, limit: Int
  ) throws(SQLiteError) -> [Post] {
    guard let expression = SearchExpression(query), limit > 0 else { return [] }
    let marked = expression.needsPropertyWords ? firstRowWithPropertyWords : .min
    let number = try account.map { account throws(SQLiteError) in
      try connection.accountRowID(of: account) ?? 0
    }
    let first = max(marked, expression.numbers.lowerBound)
    var last = expression.numbers.upperBound
    var found: [Post] = []
    // Names of other feeds can begin with the name of a searched feed, and a searched title can
    // stand in the text, so that some posts in the index are left out.
    while found.count < limit {
      let rows = try matchingIndexedPosts(
        matching: query, expression, in: (first, last), account: number, limit: limit)
      found += rows.compactMap { $0.post }
      guard rows.count == limit, let end = rows.last?.id, end > first else { break }
      last = end - 1
    }
    found = Array(found.prefix(limit))
    let numbers = expression.numbers
    guard marked > numbers.lowerBound, found.count < limit else { return found }
    let older = numbers.lowerBound...min(numbers.upperBound, marked - 1)
    return found
      + (try matchingPostsWithoutPropertyWords(
        matching: query, in: older, account: number, limit: limit - found.count))
  }

  /// Returns the database row ids of the indexed posts that match a search expression, newest
  /// first, with those posts that match the whole search query.
  private func matchingIndexedPosts(
    matching query: SearchQuery, _ expression: SearchExpression, in numbers: (Int64, Int64),
    account: Int64?, limit: Int
  ) throws(SQLiteError) -> [(id: Int64, post: Post?)] {
    try connection.queryRows(
      """
      SELECT \(PostTable.columns), post.id
      FROM words CROSS JOIN post ON post.id = words.rowid
      WHERE words MATCH ?1 AND words.rowid BETWEEN ?2 AND ?3
        AND (?4 IS NULL OR post.account = ?4) AND \(Self.readOrStarredSQLCondition(of: query))
        AND (?6 IS NULL OR post.key IN (SELECT value FROM json_each(?6)))
        AND post.key NOT IN (SELECT value FROM json_each(?7))
      ORDER BY words.rowid DESC LIMIT ?5
      """, .text(expression.text), .integer(numbers.0), .integer(numbers.1),
      .integer(orNull: account), .countValue(limit),
      .text(orNull: query.admittedPosts.map(Self.jsonArray)),
      .text(Self.jsonArray(of: query.excludedPosts))
    ) { row in
      let post = PostTable.decodedPost(from: row)
      let isMatch = post.map { !query.needsCheckOfPosts || query.matchesPost($0) } ?? false
      return (id: row.integerValue(8), post: isMatch ? post : nil)
    }
  }

  private static func jsonArray(of posts: Set<Post.ID>) -> String {
    var json = JSONWriter()
    json.writeArray(posts) { $0.writeString($1.rawValue) }
    return String(decoding: json.bytes, as: UTF8.self)
  }

  /// Returns the SQL condition for the read states and stars that a search query requires.
  private static func readOrStarredSQLCondition(of query: SearchQuery) -> String {
    let conditions = query.terms.compactMap { term -> String? in
      guard case .marked(let state) = term.kind else { return nil }
      let mark = state == .starred ? Post.UserPostMarks.bookmarked : .read
      let isSet = (state != .unread) != term.isExcluded
      return "post.own & \(mark.rawValue) \(isSet ? "<>" : "=") 0"
    }
    return conditions.isEmpty ? "1" : conditions.joined(separator: " AND ")
  }

  /// Returns the authors of stored posts whose handle or name begins with a text, the author of the
  /// latest post first.
  func postAuthorsWithNamePrefix(
    beginning name: String, account: Account.ID, amongPosts limit: Int
  ) throws(SQLiteError) -> [Person] {
    guard let number = try connection.accountRowID(of: account),
      let expression = SearchExpression.authorExpression(beginning: name)
    else { return [] }
    let authors = try connection.queryRows(
      """
      SELECT \(PostTable.columns) FROM words CROSS JOIN post ON post.id = words.rowid
      WHERE words MATCH ?1 AND words.rowid >= ?2 AND post.account = ?3
      ORDER BY words.rowid DESC LIMIT ?4
      """, .text(expression), .integer(firstRowWithPropertyWords), .integer(number),
      .countValue(limit)
    ) { PostTable.decodedPost(from: $0)?.author }
    var known: Set<Person.ID> = []
    return authors.compactMap(\.self).filter { known.insert($0.id).inserted }
  }

  /// Maximum number of posts that a search reads one by one because the index lacks words for their
  /// tags, authors and the like; an older version of Tweetie indexed such posts.
  private static let maximumPostsWithoutPropertyWords = 5_000

  private func matchingPostsWithoutPropertyWords(
    matching query: SearchQuery, in numbers: ClosedRange<Int64>, account: Int64?, limit: Int
  ) throws(SQLiteError) -> [Post] {
    let found = try connection.queryRows(
      """
      SELECT \(PostTable.columns) FROM post
      WHERE id BETWEEN ?1 AND ?2 AND (?3 IS NULL OR account = ?3)
      ORDER BY id DESC LIMIT ?4
      """, .integer(numbers.lowerBound), .integer(numbers.upperBound),
      .integer(orNull: account), .countValue(Self.maximumPostsWithoutPropertyWords)
    ) { PostTable.decodedPost(from: $0).flatMap { query.matchesPost($0) ? $0 : nil } }
    return Array(found.prefix(limit))
  }
}

/// A search of stored posts in the query language of the search index. All typed words are quoted,
/// so that neither the index nor SQL interprets them.
struct SearchExpression: Equatable {
  let text: String
  let numbers: ClosedRange<Int64>
  /// True if the search expression contains property words, which stand for tags, authors and the
  /// like, so that only posts indexed with such words are found.
  let needsPropertyWords: Bool

  /// Creates an expression for the search index from the user's search query; nil if no post can
  /// match.
  init?(_ query: SearchQuery) {
    guard !query.isEmpty else { return nil }
    var wanted: [String] = []
    var unwanted: [String] = []
    var (first, last) = (Int64.min, Int64.max)
    for term in query.terms {
      switch term.kind {
      case .since(let moment): first = max(first, PostTable.firstPostRowID(at: moment))
      case .before(let moment): last = min(last, PostTable.firstPostRowID(at: moment) - 1)
      case .inFeed(let name) where !term.isExcluded && query.groups[name]?.feeds.isEmpty == true:
        return nil
      // The posts of these feeds are left out by the feeds' ids, since names of other feeds can
      // begin with their names.
      case .inFeed(let name) where term.isExcluded && query.groups[name] != nil: continue
      // The index knows no parts of a text: found posts are checked one by one.
      case .part where term.isExcluded: continue
      default:
        guard
          let text = Self.termExpression(of: term.kind)
            ?? Self.feedOrFolderExpression(of: term.kind, in: query)
        else {
          continue
        }
        if term.isExcluded { unwanted.append(text) } else { wanted.append(text) }
      }
    }
    guard first <= last else { return nil }
    if wanted.isEmpty { wanted = [Self.quotedWords(SearchPropertyWords.any)] }
    let all = wanted.joined(separator: " AND ")
    text = unwanted.isEmpty ? all : "(\(all)) NOT (\(unwanted.joined(separator: " OR ")))"
    numbers = first...last
    needsPropertyWords = !query.needsNoPropertyWords
  }

  /// Returns the search expression for posts of authors whose name begins with a text; nil if the
  /// text has no letters.
  static func authorExpression(beginning name: String) -> String? {
    guard WordSplitter.spaceSeparatedWords(in: name).contains(where: { $0 != " " }) else {
      return nil
    }
    return quotedWords(SearchPropertyWords.propertyWordPrefix(forAuthorBeginning: name)) + "*"
  }

  private static func termExpression(of kind: SearchQuery.SearchTerm.SearchTermKind) -> String? {
    switch kind {
    case .word(let word): phraseExpression(word, mayBegin: true)
    case .phrase(let words): phraseExpression(words, mayBegin: false)
    case .tags(let tags):
      anyTextExpression(tags.map { quotedWords(SearchPropertyWords.propertyWord(forTag: $0)) })
    case .author(let name):
      quotedWords(SearchPropertyWords.propertyWordPrefix(forAuthor: name)) + "*"
    case .holding(let kind):
      kind.isIndexed ? quotedWords(SearchPropertyWords.attachmentPropertyWord(kind)) : nil
    case .language(let language):
      quotedWords(SearchPropertyWords.propertyWordPrefix(forLanguage: language)) + "*"
    case .part(.title, let pattern), .part(.text, let pattern), .part(.author, let pattern):
      switch pattern {
      case .beginning(let words): phraseExpression(words, mayBegin: true)
      case .phrase(let words): phraseExpression(words, mayBegin: false)
      case .expression: nil
      }
    case .since, .before, .inFeed, .marked, .tagged, .part: nil
    }
  }

  /// Returns the search expression for the entries of the web feeds that a folder's or feed's name
  /// in a query stands for; nil if there are none.
  private static func feedOrFolderExpression(
    of kind: SearchQuery.SearchTerm.SearchTermKind, in query: SearchQuery
  )
    -> String?
  {
    guard case .inFeed(let name) = kind else { return nil }
    let names = query.groups[name]?.names ?? [name]
    let parts = names.filter {
      WordSplitter.spaceSeparatedWords(in: $0).contains { $0 != " " }
    }.map {
      quotedWords(SearchPropertyWords.propertyWordPrefix(forAuthor: $0)) + "*"
    }
    return parts.isEmpty ? nil : anyTextExpression(parts)
  }

  /// Returns the search expression for words in sequence; nil if there are no words. With
  /// `mayBegin`, the last word also matches beginnings of words.
  private static func phraseExpression(_ text: String, mayBegin: Bool) -> String? {
    let words = WordSplitter.spaceSeparatedWords(in: text).split(separator: " ")
    guard let last = words.last else { return nil }
    let isBeginning = mayBegin && last.utf8.count >= SearchPhrase.shortest
    return quotedWords(words.joined(separator: " ")) + (isBeginning ? "*" : "")
  }

  private static func anyTextExpression(_ texts: [String]) -> String {
    texts.count == 1 ? texts[0] : "(\(texts.joined(separator: " OR ")))"
  }

  private static func quotedWords(_ words: String) -> String { "\"\(words)\"" }
}

extension SearchQuery {
  /// True if the search query has only words and dates, so that it also matches posts that were
  /// indexed without words for their tags, authors and the like.
  fileprivate var needsNoPropertyWords: Bool {
    !words.isEmpty
      && terms.allSatisfy { term in
        switch term.kind {
        case .word, .phrase, .since, .before: true
        case .tags, .author, .holding, .language, .inFeed, .marked, .tagged, .part: false
        }
      }
  }
}

/// A namespace for the property words of the search index, which stand for properties of posts such
/// as tags and authors. Nobody can type them: each begins with a private-use character for its
/// kind, and another one joins the words of a name.
enum SearchPropertyWords {
  /// The word that the search index has for every post, for searches with excluded terms only.
  static let any = "\u{E001}post"

  private static let attachmentPrefix = "\u{E001}"
  private static let tagPrefix = "\u{E002}"
  private static let authorPrefix = "\u{E003}"
  private static let languagePrefix = "\u{E004}"
  private static let nameWordSeparator = "\u{E005}"

  /// Appends the words that stand for a post's tags, author, language and attachments in the search
  /// index to the post's indexed text, with a separator before each.
  static func appendPropertyWords(of post: Post, after separator: [UInt8], to words: inout [UInt8])
  {
    let content = post.content
    words += separator
    words += any.utf8
    for kind in SearchQuery.SearchedAttachmentKind.allCases
    where kind.isIndexed && content.hasAttachment(of: kind) {
      words += separator
      words += attachmentPropertyWord(kind).utf8
    }
    for name in content.tags {
      words += separator
      appendPropertyWord(tagPrefix, name, to: &words)
    }
    // The joiner at the end distinguishes a complete name from the beginning of a longer one.
    for name in [post.author.handle, post.author.name] {
      words += separator
      appendPropertyWord(authorPrefix, name, to: &words)
      words += nameWordSeparator.utf8
    }
    guard let told = content.language else { return }
    words += separator
    appendPropertyWord(languagePrefix, told, to: &words)
    words += nameWordSeparator.utf8
  }

  static func attachmentPropertyWord(_ kind: SearchQuery.SearchedAttachmentKind) -> String {
    attachmentPrefix + kind.rawValue
  }

  static func propertyWord(forTag name: String) -> String { joinedPropertyWord(tagPrefix, name) }

  /// Returns the common beginning of the index words that stand for authors whose name begins with
  /// the given complete words.
  static func propertyWordPrefix(forAuthor name: String) -> String {
    joinedPropertyWord(authorPrefix, name) + nameWordSeparator
  }

  /// Returns the common beginning of the index words that stand for authors whose name begins with
  /// a text, even if the text ends within a word.
  static func propertyWordPrefix(forAuthorBeginning name: String) -> String {
    joinedPropertyWord(authorPrefix, name)
  }

  /// Returns the common beginning of the index words that stand for a language and its variants,
  /// such as "de" and "de-AT".
  static func propertyWordPrefix(forLanguage name: String) -> String {
    joinedPropertyWord(languagePrefix, name) + nameWordSeparator
  }

  private static func joinedPropertyWord(_ sign: String, _ name: String) -> String {
    var mark: [UInt8] = []
    appendPropertyWord(sign, name, to: &mark)
    return String(decoding: mark, as: UTF8.self)
  }

  private static func appendPropertyWord(_ sign: String, _ name: String, to words: inout [UInt8]) {
    words += sign.utf8
    let start = words.count
    WordSplitter.appendSpaceSeparatedWords(of: name, to: &words)
    let blank = UInt8(ascii: " ")
    guard words[start...].contains(blank) else { return }
    let parts = Array(words[start...]).split(separator: blank)
    words.removeSubrange(start...)
    words += parts.joined(separator: nameWordSeparator.utf8)
  }
}

/// A namespace for converting a post to the text that is added to the search index.
enum IndexedPostTextBuilder {
  /// The separator between the indexed texts of a post: a word that no search contains.
  private static let separator = Array(" \u{E000} ".utf8)
  private static let usualLength = 1024

  /// Returns all words of a post for the search index; with `includesPropertyWords`, also the words
  /// that stand for its tags, author, language and attachments.
  static func indexedWords(of post: Post, includesPropertyWords: Bool) -> String {
    // Bytes are faster than strings, and each fetched post is converted.
    var words: [UInt8] = []
    words.reserveCapacity(usualLength)
    for (place, text) in post.content.searchedTexts(by: post.author).enumerated() {
      if place > 0 { words += separator }
      WordSplitter.appendSpaceSeparatedWords(of: text, to: &words)
    }
    if includesPropertyWords {
      SearchPropertyWords.appendPropertyWords(of: post, after: separator, to: &words)
    }
    return String(decoding: words, as: UTF8.self)
  }
}

package struct SQLiteSearchHistory: SearchHistory {
  private static let limit = 50

  let cache: CacheDatabase

  package func recentSearches(of account: Account.ID) async throws(StoreError) -> [String] {
    try await cache.database.runReadTransaction { connection throws(SQLiteError) in
      try connection.queryRows(
        """
        SELECT words FROM search JOIN account ON account.id = search.account
        WHERE account.key = ? ORDER BY searched_at DESC, words LIMIT ?
        """, .text(account.rawValue), .countValue(Self.limit)
      ) { $0.textValue(0) }
    }
  }

  package func addSearchToHistory(
    _ words: String, of account: Account.ID, now: Timestamp
  ) async throws(StoreError) {
    try await cache.database.runWriteTransaction { connection throws(SQLiteError) in
      let number = try cache.accountTable(connection).accountRowIDInsertingIfNeeded(account)
      try connection.executeSQL(
        "INSERT OR REPLACE INTO search (account, words, searched_at) VALUES (?, ?, ?)",
        .integer(number), .text(words), .integer(now.milliseconds))
      try connection.executeSQL(
        """
        DELETE FROM search WHERE account = ?1 AND words NOT IN (
          SELECT words FROM search WHERE account = ?1
          ORDER BY searched_at DESC, words LIMIT ?2)
        """, .integer(number), .countValue(Self.limit))
    }
  }
}
