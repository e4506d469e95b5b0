internal import FeedDomain

struct MastodonNotifications: NotificationGateway {
  let connection: MastodonConnection

  /// The kinds of notifications that every server of the Mastodon family sends.
  var kinds: Set<Notification.NotificationKind> {
    [.like, .boost, .mention, .follow, .request, .poll, .published, .other]
  }

  func notifications(after cursor: Cursor?) async throws(FeedError) -> Page<Notification> {
    guard connection.server.groupsNotifications else {
      return try await fetchSingleNotifications(after: cursor)
    }
    do throws(FeedError) {
      return try await fetchGroupedNotifications(after: cursor)
    } catch {
      // The server lacks the call that its version promises.
      guard error == .notFound else { throw error }
      return try await fetchSingleNotifications(after: cursor)
    }
  }

  private var query: [(String, String)] {
    // snac returns a single notification without a limit.
    let limit = [("limit", "40")]
    guard connection.server.sendsFallbackTitles else { return limit }
    return limit + Notification.NotificationKind.mastodonTypes.map { ("supported_types[]", $0) }
  }

  private func fetchGroupedNotifications(
    after cursor: Cursor?
  ) async throws(FeedError) -> Page<Notification> {
    let reader = try await connection.makeFilteringJSONReader(.notifications)
    return try await connection.getPage(
      of: MastodonAPIPath("/api/v2/notifications", query: query), after: cursor, paging: .ids,
      array: { $0["notification_groups"] },
      id: { $0["page_min_id"].id ?? $0["most_recent_notification_id"].id }
    ) { MastodonNotificationJSONReader(reader).parsedGroupedNotifications($0) }
  }

  private func fetchSingleNotifications(
    after cursor: Cursor?
  ) async throws(FeedError) -> Page<Notification> {
    let reader = try await connection.makeFilteringJSONReader(.notifications)
    return try await connection.getPage(
      of: MastodonAPIPath("/api/v1/notifications", query: query), after: cursor, paging: .ids
    ) { MastodonNotificationJSONReader(reader).parsedNotificationsGroupingSimilar($0) }
  }
}

/// A gateway for read positions that a Mastodon server stores: the last read entry of the home
/// stream, and the last read notification.
struct MastodonReadingMarks: ReadingMarkGateway {
  let connection: MastodonConnection

  func keepsReadingMarks(in feed: Feed) -> Bool { feed == .home }

  func lastReadEntry(in feed: Feed) async throws(FeedError) -> FeedEntry.ID? {
    guard feed == .home else { return nil }
    return try await fetchReadPositions().home
  }

  func sendLastReadEntryUnlessConflict(_ entry: FeedEntry.ID, in feed: Feed) async throws(FeedError)
    -> Bool
  {
    guard feed == .home else { return true }
    return try await sendReadPosition("home", FeedEntry.entryIDAtServer(of: entry))
  }

  func lastReadNotification() async throws(FeedError) -> LastReadNotificationMark? {
    try await fetchReadPositions().notice
  }

  func sendLastReadNotificationUnlessConflict(_ notice: Notification) async throws(FeedError)
    -> Bool
  {
    try await sendReadPosition("notifications", notice.id.rawValue)
  }

  private func fetchReadPositions() async throws(FeedError) -> MastodonReadPositions {
    if let positions = connection.cachedReadPositions.takeValue(at: connection.world.now) {
      return positions
    }
    let path = MastodonAPIPath(
      "/api/v1/markers", query: [("timeline[]", "home"), ("timeline[]", "notifications")])
    let software = connection.server.software
    let positions = try await connection.getJSON(path) { json, _ in
      MastodonReadPositions(json, at: software)
    }
    connection.cachedReadPositions.storeValue(positions, at: connection.world.now)
    return positions
  }

  private func sendReadPosition(_ list: String, _ id: String) async throws(FeedError) -> Bool {
    connection.cachedReadPositions.clearTwoSecondCache()
    let request = HTTPRequest(
      .post, "/api/v1/markers", body: .form([("\(list)[last_read_id]", id)]), isRepeatable: true)
    return try await connection.client.requestJSON(
      request, interpreting: { $0.status == 409 ? .success(false) : nil }
    ) {
      _, _ in true
    }
  }
}
