internal import FeedDomain

/// How far somebody has read is kept for their notices alone.
struct BlueskyMarkers: MarkerGateway {
  let connection: BlueskyConnection

  func keepsMarks(in feed: Feed) -> Bool { false }

  func lastRead(in feed: Feed) async throws(FeedError) -> FeedEntry.ID? { nil }

  func setLastRead(_ entry: FeedEntry.ID, in feed: Feed) async throws(FeedError) -> Bool { true }

  func lastReadNotice() async throws(FeedError) -> NoticeMark? {
    // The page of notices that came a moment ago said so, too.
    if let mark = connection.memory.seen.take(at: connection.world.now) { return mark }
    return try await connection.get("app.bsky.notification.listNotifications", [("limit", "1")]) {
      Self.mark(in: $0)
    }
  }

  func setLastRead(_ notice: Notice) async throws(FeedError) -> Bool {
    connection.memory.seen.forget()
    try await connection.post(
      "app.bsky.notification.updateSeen", ["seenAt": .string(ISODate.text(notice.at))])
    return true
  }

  /// Up to when somebody has seen their notices, as a page of them says.
  static func mark(in json: JSON) -> NoticeMark? {
    json["seenAt"].string.flatMap(ISODate.timestamp).map { .moment($0) }
  }
}
