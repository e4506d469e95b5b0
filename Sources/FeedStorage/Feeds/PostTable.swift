internal import FeedDomain
internal import Groundwork

/// A table of posts in the cache database, for one account.
struct PostTable {
  let connection: SQLiteConnection
  let account: Int64

  struct StoredPostResult {
    let id: Int64
    /// The stored post: the fetched version, merged with the version that was stored before.
    let post: Post
    var isNew = false
    /// True if the post was stored before and now looks different on the screen.
    var isChanged = false
  }

  /// The SQL list of the columns that `decodedPost(from:)` reads, with which each SQL
  /// query of posts begins.
  static let columns = """
    post.key, post.created_at, post.reply_to, post.replies, post.boosts, post.likes, post.own, \
    post.record
    """

  private static let lookUp =
    "SELECT \(columns), post.id FROM post WHERE account = ? AND key = ?"

  /// Decodes the post in a row of the cache database; nil if its record is unreadable.
  static func decodedPost(from row: SQLiteRow) -> Post? {
    let columns = PostRecord.PostColumnValues(
      id: Post.ID(row.textValue(0)),
      createdAt: Timestamp(milliseconds: row.integerValue(1)),
      replyTo: row.optionalText(2).map { Post.ID($0) },
      counts: Post.PostCounts(
        replies: row.decodedCount(3), boosts: row.decodedCount(4),
        likes: row.decodedCount(5)),
      userMarks: Post.UserPostMarks(rawValue: Int(row.integerValue(6))))
    return row.withBlobBytes(7) { PostRecord.decodedPost(columns, from: $0) }
  }

  /// Decodes the post in a row of the cache database; nil if its record is unreadable. The post
  /// shares the memory of its author with posts decoded before.
  static func decodedPost(from row: SQLiteRow, sharing authors: inout [Person.ID: Post]) -> Post? {
    guard var post = decodedPost(from: row) else { return nil }
    let author = post.authorID
    if let other = authors[author] {
      post.shareAuthorInMemory(of: other)
    } else {
      authors[author] = post
    }
    return post
  }

  func storedPost(_ id: Post.ID) throws(SQLiteError) -> Post? { try storedPostRow(id)?.post }

  func databaseRowID(of id: Post.ID) throws(SQLiteError) -> Int64? { try storedPostRow(id)?.id }

  /// Merges posts with their stored versions, inserts or updates them in the cache database, and
  /// returns a result for each, in order. The oldest are stored first, since the search index is
  /// fastest with ascending row ids. A post with an implausible date gets a row id by the time of
  /// receipt.
  func storePosts(
    _ told: [Post], fetchedAs kind: Post.PostFetchSource, now: Timestamp?
  ) throws(SQLiteError) -> [StoredPostResult] {
    let places = told.map { post in
      now.map { post.createdAt.isPlausible(now: $0) ? post.createdAt : $0 } ?? post.createdAt
    }
    let oldestFirst = told.indices.sorted { (places[$0], $0) < (places[$1], $1) }
    // With a single account, hashes of addresses are not needed, and their unordered index is slow.
    let isAddressed = try AccountTable(connection: connection).accountCount() > 1
    let words = try SearchIndex(connection: connection)
    var kept: [Int: StoredPostResult] = [:]
    for index in oldestFirst {
      kept[index] = try storePost(
        told[index], fetchedAs: kind, near: places[index], isAddressed: isAddressed, words: words)
    }
    return told.indices.compactMap { kept[$0] }
  }

  /// Inserts or updates a post in the cache database, and returns the stored post, its row id, and
  /// whether it is new or looks different. Fields that the service did not send keep their stored
  /// value.
  private func storePost(
    _ told: Post, fetchedAs kind: Post.PostFetchSource, near moment: Timestamp, isAddressed: Bool,
    words: SearchIndex
  ) throws(SQLiteError) -> StoredPostResult {
    let stored = try storedPostRow(told.id)
    let post = told.mergedPost(with: stored?.post, fetchedAs: kind)
    guard let stored else {
      let id = try insertPost(post, near: moment, isAddressed: isAddressed)
      try words.addPost(post, id: id)
      return StoredPostResult(id: id, post: post, isNew: true)
    }
    guard stored.post != post else { return StoredPostResult(id: stored.id, post: post) }
    try connection.executeSQL(
      """
      UPDATE post SET created_at = ?, reply_to = ?, replies = ?, boosts = ?, likes = ?, own = ?,
        record = ?, address = ?
      WHERE id = ?
      """, .integer(post.createdAt.milliseconds), .text(orNull: post.reply?.post.rawValue),
      .countOrMinusOne(post.counts.replies), .countOrMinusOne(post.counts.boosts),
      .countOrMinusOne(post.counts.likes),
      .countValue(post.userMarks.rawValue), .blob(PostRecord.encodedBytes(of: post)),
      .integer(orNull: isAddressed ? PostAddressHash.addressHash(of: post) : nil),
      .integer(stored.id)
    )
    try words.replacePost(stored.post, with: post, id: stored.id)
    return StoredPostResult(
      id: stored.id, post: post, isChanged: !looksSameOnScreen(stored.post, post))
  }

  /// Marks a post as read or unread in all streams that contain it; returns true if the mark
  /// changed.
  func setPostRead(_ isRead: Bool, _ id: Int64) throws(SQLiteError) -> Bool {
    let read = Int64(Post.UserPostMarks.read.rawValue)
    try connection.executeSQL(
      isRead
        ? "UPDATE post SET own = own | ?1 WHERE id = ?2 AND own & ?1 = 0"
        : "UPDATE post SET own = own & ~?1 WHERE id = ?2 AND own & ?1 <> 0",
      .integer(read), .integer(id))
    let isChanged = connection.changes > 0
    // While only unread rows are shown, a row that was just read stays until the filter is set
    // again.
    try connection.executeSQL(
      isRead
        ? "UPDATE feed_row SET unread = 0 WHERE post = ? AND unread = 1"
        : "UPDATE feed_row SET unread = 1 WHERE post = ? AND unread IS NOT 1",
      .integer(id))
    return isChanged
  }

  /// Deletes a post with its rows in every stream; returns false if the post is not stored.
  func deletePost(_ id: Post.ID) throws(SQLiteError) -> Bool {
    guard let stored = try storedPostRow(id) else { return false }
    try deletePost(stored.id, stored.post)
    return true
  }

  /// Deletes a post by its database row id, and its words from the search index unless `post` is
  /// nil, as for an unreadable record.
  func deletePost(_ id: Int64, _ post: Post?) throws(SQLiteError) {
    if let post { try SearchIndex(connection: connection).removePost(post, id: id) }
    try connection.executeSQL("DELETE FROM post WHERE id = ?", .integer(id))
  }

  private func storedPostRow(_ id: Post.ID) throws(SQLiteError) -> (id: Int64, post: Post?)? {
    try connection.firstRow(Self.lookUp, .integer(account), .text(id.rawValue)) {
      (id: $0.integerValue(8), post: Self.decodedPost(from: $0))
    }
  }

  private func insertPost(
    _ post: Post, near moment: Timestamp, isAddressed: Bool
  ) throws(SQLiteError) -> Int64 {
    let address = isAddressed ? PostAddressHash.addressHash(of: post) : nil
    let record = PostRecord.encodedBytes(of: post)
    // Usually no other post has the same millisecond.
    var id = Self.firstPostRowID(at: moment)
    if try !insertPostUnlessRowIDTaken(post, as: id, record: record, address: address) {
      id = try freePostRowID(near: moment)
      _ = try insertPostUnlessRowIDTaken(post, as: id, record: record, address: address)
    }
    return id
  }

  /// Inserts a post with a given row id into the cache database; returns false if the row id is
  /// taken.
  private func insertPostUnlessRowIDTaken(
    _ post: Post, as id: Int64, record: [UInt8], address: Int64?
  ) throws(SQLiteError) -> Bool {
    try connection.executeSQL(
      """
      INSERT OR IGNORE INTO post
        (id, account, key, created_at, reply_to, replies, boosts, likes, own, record, address)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, .integer(id), .integer(account), .text(post.id.rawValue),
      .integer(post.createdAt.milliseconds), .text(orNull: post.reply?.post.rawValue),
      .countOrMinusOne(post.counts.replies), .countOrMinusOne(post.counts.boosts),
      .countOrMinusOne(post.counts.likes),
      .countValue(post.userMarks.rawValue), .blob(record), .integer(orNull: address))
    return connection.changes > 0
  }

  /// The number of database row ids that are reserved for the posts of one millisecond.
  static let perMoment: Int64 = 1 << 20

  /// Returns the first database row id for posts of a time. Times are limited to the years 1970 to
  /// 2109, so that higher row ids stay free.
  static func firstPostRowID(at moment: Timestamp) -> Int64 {
    min(max(moment.milliseconds, 0), 1 << 42) * perMoment
  }

  /// Returns a free database row id for a post of a time; if that millisecond has none, one of a
  /// later millisecond.
  private func freePostRowID(near moment: Timestamp) throws(SQLiteError) -> Int64 {
    let perMoment = Self.perMoment
    var start = Self.firstPostRowID(at: moment)
    while true {
      let last = try connection.queryNumber(
        "SELECT max(id) FROM post WHERE id >= ? AND id < ?", .integer(start),
        .integer(start + perMoment))
      guard let last else { return start }
      if last + 1 < start + perMoment { return last + 1 }
      start += perMoment
    }
  }

  /// Returns true if two versions of a post look the same on the screen; the author's counts are
  /// ignored.
  private func looksSameOnScreen(_ stored: Post?, _ post: Post) -> Bool {
    guard let stored else { return false }
    return stored.counts == post.counts && stored.userMarks == post.userMarks
      && stored.content == post.content
      && stored.createdAt == post.createdAt && stored.reply == post.reply
      && stored.canBeAnswered == post.canBeAnswered && stored.canBeQuoted == post.canBeQuoted
      && stored.visibility == post.visibility && stored.url == post.url
      && stored.author.id == post.author.id && stored.author.handle == post.author.handle
      && stored.author.name == post.author.name
  }
}

extension SQLiteParameterValue {
  /// Encodes a count, such as that of likes, for the cache database; an unknown count is stored as
  /// -1.
  fileprivate static func countOrMinusOne(_ count: Int?) -> SQLiteParameterValue {
    .countValue(count ?? -1)
  }
}

extension SQLiteRow {
  /// Decodes a count, such as that of likes, from a column of the cache database; nil if the count
  /// is unknown.
  fileprivate func decodedCount(_ column: Int32) -> Int? {
    let count = Int(integerValue(column))
    return count < 0 ? nil : count
  }
}

/// A namespace for the hash of a post's web address, by which copies of the post in other accounts
/// are found.
enum PostAddressHash {
  /// Returns the hash of a post's web address; nil for a post without an address.
  static func addressHash(of post: Post) -> Int64? {
    guard let address = post.address else { return nil }
    return Int64(bitPattern: StableHash.hash(of: address))
  }
}

/// A table of people in the cache database, for one account.
struct PersonTable {
  let connection: SQLiteConnection
  let account: Int64

  func storePerson(_ person: Person) throws(SQLiteError) {
    try storePerson(person, as: person.id.rawValue)
  }

  /// Stores a person in the cache database, also under the handle for which the service returned
  /// the person.
  func storePerson(_ person: Person, called handle: String) throws(SQLiteError) {
    try storePerson(person)
    try storePerson(person, as: Self.databaseKey(of: handle))
  }

  func storedPerson(_ id: Person.ID) throws(SQLiteError) -> Person? {
    try storedPerson(keptAs: id.rawValue)
  }

  /// Returns the stored person that was found for a handle before; nil if there is none.
  func storedPerson(called handle: String) throws(SQLiteError) -> Person? {
    try storedPerson(keptAs: Self.databaseKey(of: handle)).flatMap { found throws(SQLiteError) in
      try storedPerson(found.id)
    }
  }

  /// Returns the database key for a person's handle; no service has a person's id that equals such
  /// a key.
  private static func databaseKey(of handle: String) -> String { "@" + handle.lowercased() }

  private func storePerson(_ person: Person, as key: String) throws(SQLiteError) {
    try connection.executeSQL(
      "INSERT OR REPLACE INTO person (account, key, record) VALUES (?, ?, ?)", .integer(account),
      .text(key), .blob(PersonRecord.encodedBytes(of: person)))
  }

  private func storedPerson(keptAs key: String) throws(SQLiteError) -> Person? {
    try connection.firstRow(
      "SELECT record FROM person WHERE account = ? AND key = ?", .integer(account), .text(key)
    ) { row in row.withBlobBytes(0) { PersonRecord.decodedPerson(from: $0) } }
  }

  /// Returns the first stored person for whom a closure returns true; nil if there is none. Reads
  /// all stored people, which are those whose profiles were opened.
  func firstMatchingStoredPerson(where isSought: (Person) -> Bool) throws(SQLiteError) -> Person? {
    try connection.queryRows("SELECT record FROM person WHERE account = ?", .integer(account)) {
      row in
      row.withBlobBytes(0) { PersonRecord.decodedPerson(from: $0) }
    }.lazy.compactMap(\.self).first(where: isSought)
  }
}
