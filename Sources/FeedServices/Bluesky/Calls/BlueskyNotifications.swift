internal import FeedDomain

struct BlueskyNotifications: NotificationGateway {
  let connection: BlueskyConnection

  var kinds: Set<Notification.Kind> {
    [.like, .boost, .mention, .quote, .follow, .published, .verified]
  }

  func notifications(after cursor: Cursor?) async throws(FeedError) -> Page<Notification> {
    let reader = try await connection.makeReader()
    let query = [("limit", "50"), ("cursor", cursor?.rawValue)]
    let (notifications, mark, next) = try await connection.callQuery(
      "app.bsky.notification.listNotifications", query, labelers: reader.moderation.acceptedLabelers
    ) { json throws(FeedError) in
      guard json["notifications"].isArray else { throw .badReply }
      return (
        json["notifications"].array.parsedElements(BlueskyNotification.init),
        BlueskyMarkers.readMark(in: json),
        Cursor(below: json)
      )
    }
    connection.cache.seen.storeValue(mark, at: connection.world.now)
    let views = try await subjectPosts(of: notifications)
    return Page(
      BlueskyNotificationReader(reader).notifications(
        notifications, about: views.mapValues(\.json)),
      next: next
    )
  }

  /// Fetches the posts that Bluesky notifications are about; empty after an error, except of a
  /// cancelled request or an ended sign-in, which is thrown.
  private func subjectPosts(of notifications: [BlueskyNotification]) async throws(FeedError)
    -> [String:
    BlueskyPostView]
  {
    do throws(FeedError) {
      return try await connection.fetchPostViews(of: notifications.compactMap(\.post))
    } catch {
      switch error {
      case .cancelled, .signedOut: throw error
      // A notification is useful even without the post that it is about.
      default: return [:]
      }
    }
  }
}

/// A gateway for the read position at Bluesky, which stores one for notifications only.
struct BlueskyMarkers: MarkerGateway {
  let connection: BlueskyConnection

  func keepsReadingMarks(in feed: Feed) -> Bool { false }

  func lastRead(in feed: Feed) async throws(FeedError) -> FeedEntry.ID? { nil }

  func setLastRead(_ entry: FeedEntry.ID, in feed: Feed) async throws(FeedError) -> Bool { true }

  func lastReadNotification() async throws(FeedError) -> NotificationMark? {
    // The page of notifications fetched just now contains the read position, too.
    if let mark = connection.cache.seen.takeValue(at: connection.world.now) { return mark }
    return try await connection.callQuery(
      "app.bsky.notification.listNotifications", [("limit", "1")]
    ) {
      Self.readMark(in: $0)
    }
  }

  func setLastRead(_ notice: Notification) async throws(FeedError) -> Bool {
    connection.cache.seen.clearCache()
    try await connection.callProcedure(
      "app.bsky.notification.updateSeen", ["seenAt": .string(ISODate.dateText(notice.at))])
    return true
  }

  static func readMark(in json: JSON) -> NotificationMark? {
    json["seenAt"].string.flatMap(ISODate.timestamp).map { .moment($0) }
  }
}
