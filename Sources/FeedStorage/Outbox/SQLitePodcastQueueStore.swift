package import FeedDomain

/// A store of the podcast queues in the outbox's database, which is never deleted, since the queues
/// exist nowhere else.
package struct SQLitePodcastQueueStore: PodcastQueueStore {
  private let outbox: SQLiteOutbox
  private var database: SQLiteDatabase { outbox.database }

  /// Creates a store of podcast queues in an outbox's database; `SQLiteOutbox.eraseOutboxData`
  /// erases the queues, too.
  package init(_ outbox: SQLiteOutbox) { self.outbox = outbox }

  package func queuedEpisodes(account: Account.ID) async throws(StoreError) -> [QueuedEpisode] {
    try await database.runReadTransaction { connection throws(SQLiteError) in
      try EpisodeTable(connection: connection, account: account).episodes()
    }
  }

  package func addEpisode(
    _ episode: QueuedEpisode, account: Account.ID
  ) async throws(StoreError) -> Bool {
    try await changeEpisodeTable(of: account) { table throws(SQLiteError) in
      try table.insertOrUpdateEpisode(episode)
    }
  }

  package func setPlayingPosition(
    _ seconds: Int, in post: Post.ID, account: Account.ID
  ) async throws(StoreError) {
    try await changeEpisodeTable(of: account) { table throws(SQLiteError) in
      try table.setEpisodeColumn("position", .countValue(max(0, seconds)), of: post)
    }
  }

  package func setEpisodePlayed(
    _ isPlayed: Bool, _ post: Post.ID, account: Account.ID
  ) async throws(StoreError) {
    try await changeEpisodeTable(of: account) { table throws(SQLiteError) in
      try table.setEpisodeColumn("is_played", .integer(isPlayed ? 1 : 0), of: post)
      if isPlayed { try table.setEpisodeColumn("position", .integer(0), of: post) }
    }
  }

  package func setEpisodeDurationIfUnknown(
    _ seconds: Int, of post: Post.ID, account: Account.ID
  ) async throws(StoreError) {
    try await changeEpisodeTable(of: account) { table throws(SQLiteError) in
      try table.storeEpisodeDurationIfUnknown(seconds, of: post)
    }
  }

  package func removeEpisode(_ post: Post.ID, account: Account.ID) async throws(StoreError) {
    try await changeEpisodeTable(of: account) { table throws(SQLiteError) in
      try table.deleteEpisode(post)
    }
  }

  package func removeFeedEpisodes(
    of feed: Person.ID, account: Account.ID
  ) async throws(StoreError) -> [QueuedEpisode] {
    try await changeEpisodeTable(of: account) { table throws(SQLiteError) in
      let removed = try table.episodes().filter { $0.episode.feed == feed }
      for episode in removed { try table.deleteEpisode(episode.id) }
      return removed
    }
  }

  private func changeEpisodeTable<Value: Sendable>(
    of account: Account.ID,
    _ change: @escaping @Sendable (EpisodeTable) throws(SQLiteError) -> Value
  ) async throws(StoreError) -> Value {
    try await database.runWriteTransaction { connection throws(SQLiteError) in
      try outbox.throwIfSignedOut(account)
      return try change(EpisodeTable(connection: connection, account: account))
    }
  }
}

/// A table of queued podcast episodes with their chapters, for one account.
struct EpisodeTable {
  let connection: SQLiteConnection
  let account: Account.ID

  private var key: SQLiteParameterValue { .text(account.rawValue) }

  func episodes() throws(SQLiteError) -> [QueuedEpisode] {
    let chapters = try chaptersByEpisode()
    return try connection.queryRows(
      """
      SELECT number, post, feed, title, show, address, is_film, page, created_at, seconds,
        chapter_file, transcript, position, is_played
      FROM episode WHERE account = ? ORDER BY number
      """, key
    ) { row in
      QueuedEpisode(
        Episode(
          Post.ID(row.textValue(1)), of: Person.ID(row.textValue(2)), title: row.textValue(3),
          show: row.textValue(4),
          address: row.textValue(5), isFilm: row.integerValue(6) != 0, page: row.optionalText(7),
          createdAt: Timestamp(milliseconds: row.integerValue(8)),
          seconds: row.optionalInteger(9).map { Int(clamping: $0) },
          chapters: chapters[row.integerValue(0)] ?? [], chapterFile: row.optionalText(10),
          transcript: row.optionalText(11)),
        position: Int(clamping: row.integerValue(12)), isPlayed: row.integerValue(13) != 0)
    }
  }

  private func chaptersByEpisode() throws(SQLiteError) -> [Int64: [Episode.EpisodeChapter]] {
    let rows = try connection.queryRows(
      """
      SELECT episode, start, chapter.title FROM chapter JOIN episode ON number = episode
      WHERE account = ? ORDER BY episode, place
      """, key
    ) {
      (
        $0.integerValue(0),
        Episode.EpisodeChapter(start: Int(clamping: $0.integerValue(1)), title: $0.textValue(2))
      )
    }
    var chapters: [Int64: [Episode.EpisodeChapter]] = [:]
    for (episode, chapter) in rows { chapters[episode, default: []].append(chapter) }
    return chapters
  }

  /// Adds an episode to the podcast queue, or updates it; returns true if it is new.
  func insertOrUpdateEpisode(_ queued: QueuedEpisode) throws(SQLiteError) -> Bool {
    let episode = queued.episode
    let known = try databaseRowID(of: episode.post)
    try connection.executeSQL(
      """
      INSERT INTO episode (account, post, feed, title, show, address, is_film, page, created_at,
        seconds, chapter_file, transcript, position, is_played)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (account, post) DO UPDATE SET title = excluded.title, show = excluded.show,
        address = excluded.address, is_film = excluded.is_film, page = excluded.page,
        seconds = coalesce(excluded.seconds, seconds), chapter_file = excluded.chapter_file,
        transcript = excluded.transcript
      """, key, .text(episode.post.rawValue), .text(episode.feed.rawValue), .text(episode.title),
      .text(episode.show), .text(episode.address), .integer(episode.isFilm ? 1 : 0),
      .text(orNull: episode.page), .integer(episode.createdAt.milliseconds),
      .integer(orNull: episode.seconds.map { Int64($0) }), .text(orNull: episode.chapterFile),
      .text(orNull: episode.transcript), .countValue(queued.position),
      .integer(queued.isPlayed ? 1 : 0))
    guard let number = try databaseRowID(of: episode.post) else { return false }
    try connection.executeSQL("DELETE FROM chapter WHERE episode = ?", .integer(number))
    for (place, chapter) in episode.chapters.enumerated() {
      try connection.executeSQL(
        "INSERT INTO chapter (episode, place, start, title) VALUES (?, ?, ?, ?)",
        .integer(number), .countValue(place), .countValue(chapter.start), .text(chapter.title))
    }
    return known == nil
  }

  private func databaseRowID(of post: Post.ID) throws(SQLiteError) -> Int64? {
    try connection.queryNumber(
      "SELECT number FROM episode WHERE account = ? AND post = ?", key, .text(post.rawValue))
  }

  /// Sets a column of an episode in the podcast queue. The column's name goes into the SQL, so it
  /// must not be typed by the user.
  func setEpisodeColumn(_ column: String, _ value: SQLiteParameterValue, of post: Post.ID)
    throws(SQLiteError)
  {
    try connection.executeSQL(
      "UPDATE episode SET \(column) = ? WHERE account = ? AND post = ?", value, key,
      .text(post.rawValue))
  }

  /// Stores the duration of an episode in seconds, unless one is stored already.
  func storeEpisodeDurationIfUnknown(_ seconds: Int, of post: Post.ID) throws(SQLiteError) {
    try connection.executeSQL(
      "UPDATE episode SET seconds = ? WHERE account = ? AND post = ? AND seconds IS NULL",
      .countValue(seconds), key, .text(post.rawValue))
  }

  func deleteEpisode(_ post: Post.ID) throws(SQLiteError) {
    try connection.executeSQL(
      "DELETE FROM episode WHERE account = ? AND post = ?", key, .text(post.rawValue))
  }
}
