internal import FeedDomain

struct BlueskyNotifications: NotificationGateway {
  let connection: BlueskyConnection

  var kinds: Set<Notification.NotificationKind> {
    [.like, .boost, .mention, .quote, .follow, .published, .verified]
  }

  func notifications(after cursor: Cursor?) async throws(FeedError) -> Page<Notification> {
    let reader = try await connection.makeBlueskyJSONReader()
    let query = [("limit", "50"), ("cursor", cursor?.rawValue)]
    let (notifications, mark, next) = try await connection.callXRPCQuery(
      "app.bsky.notification.listNotifications", query, labelers: reader.moderation.acceptedLabelers
    ) { json throws(FeedError) in
      (
        try json["notifications"].requiredArray().parsedElements(BlueskyNotification.init),
        BlueskyReadingMarks.parsedReadMark(in: json),
        Cursor(below: json)
      )
    }
    connection.cache.notificationReadMark.storeValue(mark, at: connection.world.now)
    let views = try await fetchNotificationSubjectPosts(of: notifications)
    return Page(
      BlueskyNotificationReader(reader).groupedNotifications(
        notifications, about: views.mapValues(\.json)),
      nextCursor: next
    )
  }

  /// Fetches the posts that Bluesky notifications are about, as JSON by address; empty if that
  /// fails, but throws if the request was cancelled or the account is signed out.
  private func fetchNotificationSubjectPosts(of notifications: [BlueskyNotification])
    async throws(FeedError)
    -> [String:
    BlueskyPostJSON]
  {
    do throws(FeedError) {
      return try await connection.fetchPostJSON(of: notifications.compactMap(\.post))
    } catch {
      switch error {
      case .cancelled, .signedOut: throw error
      // A notification is useful even without the post that it is about.
      default: return [:]
      }
    }
  }
}

/// A gateway for read positions at Bluesky, where only the notifications have one.
struct BlueskyReadingMarks: ReadingMarkGateway {
  let connection: BlueskyConnection

  func keepsReadingMarks(in feed: Feed) -> Bool { false }

  func lastReadEntry(in feed: Feed) async throws(FeedError) -> FeedEntry.ID? { nil }

  func sendLastReadEntryUnlessConflict(_ entry: FeedEntry.ID, in feed: Feed) async throws(FeedError)
    -> Bool
  {
    true
  }

  func lastReadNotification() async throws(FeedError) -> LastReadNotificationMark? {
    // The page of notifications fetched just now contains the read position, too.
    if let mark = connection.cache.notificationReadMark.takeValue(at: connection.world.now) {
      return mark
    }
    return try await connection.callXRPCQuery(
      "app.bsky.notification.listNotifications", [("limit", "1")]
    ) {
      Self.parsedReadMark(in: $0)
    }
  }

  func sendLastReadNotificationUnlessConflict(_ notice: Notification) async throws(FeedError)
    -> Bool
  {
    connection.cache.notificationReadMark.clearTwoSecondCache()
    try await connection.callXRPCProcedure(
      "app.bsky.notification.updateSeen", ["seenAt": .string(ISODate.isoDateText(notice.createdAt))]
    )
    return true
  }

  static func parsedReadMark(in json: JSON) -> LastReadNotificationMark? {
    json["seenAt"].isoDate.map { .moment($0) }
  }
}
