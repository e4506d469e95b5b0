internal import FeedDomain

/// How far somebody has read is kept for their notices alone.
extension BlueskyConnection: MarkerGateway {
  func keepsMarks(in feed: Feed) -> Bool { false }

  func lastRead(in feed: Feed) async throws(FeedError) -> FeedEntry.ID? { nil }

  func setLastRead(_ entry: FeedEntry.ID, in feed: Feed) async throws(FeedError) -> Bool { true }

  func lastReadNotice() async throws(FeedError) -> NoticeMark? {
    try await get("app.bsky.notification.listNotifications", [("limit", "1")]) { json in
      json["seenAt"].string.flatMap(ISODate.timestamp).map { .moment($0) }
    }
  }

  func setLastRead(_ notice: Notice) async throws(FeedError) -> Bool {
    try await post(
      "app.bsky.notification.updateSeen", ["seenAt": .string(ISODate.text(notice.at))])
    return true
  }
}
