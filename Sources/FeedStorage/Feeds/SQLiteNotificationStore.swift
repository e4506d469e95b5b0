package import FeedDomain

package struct SQLiteNotificationStore: NotificationStore {
  let cache: CacheDatabase

  package func notifications(of account: Account.ID) async throws(StoreError)
    -> NotificationsWithReadTime
  {
    try await cache.database.runReadTransaction { connection throws(SQLiteError) in
      guard let number = try connection.accountRowID(of: account) else {
        return NotificationsWithReadTime()
      }
      let table = NotificationTable(connection: connection, account: number)
      return NotificationsWithReadTime(
        try table.notifications(), readUntil: try table.lastNotificationReadTime())
    }
  }

  /// Replaces an account's stored notifications; their posts are stored in the table of all posts.
  package func replaceStoredNotifications(_ notifications: [Notification], of account: Account.ID)
    async throws(StoreError)
  {
    try await cache.database.runWriteTransaction { connection throws(SQLiteError) in
      let number = try cache.accountTable(connection).accountRowIDInsertingIfNeeded(account)
      let posts = PostTable(connection: connection, account: number)
      var unknown: [Post] = []
      for post in notifications.compactMap(\.post) where try posts.databaseRowID(of: post.id) == nil
      {
        unknown.append(post)
      }
      _ = try posts.storePosts(unknown, fetchedAs: .elsewhere, now: nil)
      try NotificationTable(connection: connection, account: number).replaceNotifications(
        with: notifications)
    }
  }

  package func setNotificationsRead(
    until moment: Timestamp, of account: Account.ID
  ) async throws(StoreError) {
    try await cache.database.runWriteTransaction { connection throws(SQLiteError) in
      let number = try cache.accountTable(connection).accountRowIDInsertingIfNeeded(account)
      try NotificationTable(connection: connection, account: number).advanceNotificationReadTime(
        moment)
    }
  }
}

/// A table of notifications in the cache database, for one account.
struct NotificationTable {
  let connection: SQLiteConnection
  let account: Int64

  func replaceNotifications(with notifications: [Notification]) throws(SQLiteError) {
    try connection.executeSQL("DELETE FROM notice WHERE account = ?", .integer(account))
    for (place, notice) in notifications.enumerated() {
      try connection.executeSQL(
        "INSERT INTO notice (account, place, record) VALUES (?, ?, ?)", .integer(account),
        .countValue(place), .blob(NotificationRecord.encodedBytes(of: notice)))
    }
  }

  /// Returns the stored notifications, the latest first, each with its post as stored now.
  func notifications() throws(SQLiteError) -> [Notification] {
    let records = try connection.queryRows(
      "SELECT record FROM notice WHERE account = ? ORDER BY place", .integer(account)
    ) { row in row.withBlobBytes(0) { NotificationRecord.decodedNotification(from: $0) } }
    let posts = PostTable(connection: connection, account: account)
    var notifications: [Notification] = []
    for (notice, id) in records {
      guard let id else {
        notifications.append(notice)
        continue
      }
      let post = try posts.storedPost(id)
      // A notification without people is useless without its post.
      guard post != nil || !notice.people.isEmpty else { continue }
      notifications.append(notice.replacingPost(post))
    }
    return notifications
  }

  /// Stores the time up to which the account's notifications are read; a time before the stored one
  /// is ignored.
  func advanceNotificationReadTime(_ moment: Timestamp) throws(SQLiteError) {
    try connection.executeSQL(
      "UPDATE account SET notices_read = max(?1, ifnull(notices_read, ?1)) WHERE id = ?2",
      .integer(moment.milliseconds), .integer(account))
  }

  /// Returns the time up to which an account's notifications are read; nil if none was ever read.
  func lastNotificationReadTime() throws(SQLiteError) -> Timestamp? {
    try connection.queryNumber("SELECT notices_read FROM account WHERE id = ?", .integer(account))
      .map { Timestamp(milliseconds: $0) }
  }
}
