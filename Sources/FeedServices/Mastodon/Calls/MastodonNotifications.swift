internal import FeedDomain

struct MastodonNotifications: NotificationGateway {
  let connection: MastodonConnection

  /// Kinds of notifications that every server of the family sends.
  var kinds: Set<Notification.Kind> {
    [.like, .boost, .mention, .follow, .request, .poll, .published, .other]
  }

  func notifications(after cursor: Cursor?) async throws(FeedError) -> Page<Notification> {
    guard connection.server.groupsNotices else { return try await singleNotices(after: cursor) }
    do throws(FeedError) {
      return try await groupedNotices(after: cursor)
    } catch {
      // It is less than it said it was.
      guard error == .notFound else { throw error }
      return try await singleNotices(after: cursor)
    }
  }

  private var query: [(String, String)] {
    // snac tells but one where it is not told how many.
    let limit = [("limit", "40")]
    guard connection.server.sendsFallbacks else { return limit }
    return limit + Notification.Kind.mastodonTypes.map { ("supported_types[]", $0) }
  }

  private func groupedNotices(after cursor: Cursor?) async throws(FeedError) -> Page<Notification> {
    let reader = connection.reader(.notifications)
    let asked = cursor.map(MastodonCursor.init)
    let path = MastodonPath("/api/v2/notifications", query: query)
    return try await connection.get(path.appending(asked?.query)) { json, reply throws(FeedError) in
      let groups = json["notification_groups"]
      guard groups.isArray else { throw .badReply }
      let next = MastodonCursor.after(groups, reply, asked: asked, way: .ids) {
        $0["page_min_id"].id ?? $0["most_recent_notification_id"].id
      }
      return Page(MastodonNotificationReader(reader).groupedNotices(json), next: next?.cursor)
    }
  }

  private func singleNotices(after cursor: Cursor?) async throws(FeedError) -> Page<Notification> {
    let reader = connection.reader(.notifications)
    let asked = cursor.map(MastodonCursor.init)
    let path = MastodonPath("/api/v1/notifications", query: query)
    return try await connection.get(path.appending(asked?.query)) { json, reply throws(FeedError) in
      guard json.isArray else { throw .badReply }
      let next = MastodonCursor.after(json, reply, asked: asked, way: .ids)
      return Page(MastodonNotificationReader(reader).notifications(json), next: next?.cursor)
    }
  }
}

/// Reads and writes the read positions of the home stream and of the notifications.
struct MastodonMarkers: MarkerGateway {
  let connection: MastodonConnection

  func keepsMarks(in feed: Feed) -> Bool { feed == .home }

  func lastRead(in feed: Feed) async throws(FeedError) -> FeedEntry.ID? {
    guard feed == .home else { return nil }
    return try await marks().home
  }

  func setLastRead(_ entry: FeedEntry.ID, in feed: Feed) async throws(FeedError) -> Bool {
    guard feed == .home else { return true }
    return try await mark("home", entry.rawValue)
  }

  func lastReadNotification() async throws(FeedError) -> NotificationMark? {
    try await marks().notice
  }

  func setLastRead(_ notice: Notification) async throws(FeedError) -> Bool {
    try await mark("notifications", notice.id.rawValue)
  }

  /// Fetches both read positions in one call.
  private func marks() async throws(FeedError) -> MastodonMarks {
    if let marks = connection.lastMarks.take(at: connection.world.now) { return marks }
    let path = MastodonPath(
      "/api/v1/markers", query: [("timeline[]", "home"), ("timeline[]", "notifications")])
    let marks = try await connection.get(path) { json, _ in MastodonMarks(json) }
    connection.lastMarks.keep(marks, at: connection.world.now)
    return marks
  }

  private func mark(_ list: String, _ id: String) async throws(FeedError) -> Bool {
    connection.lastMarks.forget()
    let request = HTTPRequest(
      .post, "/api/v1/markers", body: .form([("\(list)[last_read_id]", id)]), isRepeatable: true)
    return try await connection.client.json(
      request, interpreting: { $0.status == 409 ? .success(false) : nil }
    ) {
      _, _ in true
    }
  }
}
