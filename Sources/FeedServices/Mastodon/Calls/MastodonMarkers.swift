internal import FeedDomain

/// How far the reader has read at home and among their notices.
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

  func lastReadNotice() async throws(FeedError) -> NoticeMark? {
    try await marks().notice
  }

  func setLastRead(_ notice: Notice) async throws(FeedError) -> Bool {
    try await mark("notifications", notice.id.rawValue)
  }

  /// How far was read, which is asked for both at once: who compares one compares the other.
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
      request, judging: { $0.status == 409 ? .success(false) : nil }
    ) {
      _, _ in true
    }
  }
}
