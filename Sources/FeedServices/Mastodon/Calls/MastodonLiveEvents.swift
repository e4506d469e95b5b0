internal import FeedDomain

struct MastodonLive: LiveGateway {
  /// The HTTP client for the address of the Mastodon server's streaming API.
  let client: ServiceClient
  let server: MastodonServer
  let account: Account
  let world: any World

  func listenForEvents(_ tell: @escaping @Sendable (LiveEvent) -> Void) async throws(FeedError) {
    var request = HTTPRequest(.get, "/api/v1/streaming/user")
    request.headers["Accept"] = "text/event-stream"
    do throws(FeedError) {
      try await listenToStream(to: request, tell)
    } catch {
      await client.logFailure(error, of: request)
      throw error
    }
  }

  private func listenToStream(
    to request: HTTPRequest, _ tell: @Sendable (LiveEvent) -> Void
  ) async throws(FeedError) {
    var pieces = await client.openStream(request).makeAsyncIterator()
    var (reader, isHeard) = (ServerSentEventParser(), false)
    while let piece = try await nextPiece(&pieces) {
      switch piece {
      case .opened(let reply):
        if let failure = FeedError(reply, until: nil) { throw failure }
      case .bytes(let bytes):
        // Real servers send a byte at once; a proxy may open the stream and hold back its events.
        if !isHeard { tell(.listening([.home])) }
        isHeard = true
        for event in reader.readEvents(from: bytes) {
          if let liveEvent = liveEvent(for: event) { tell(liveEvent) }
        }
      }
    }
  }

  private func nextPiece(_ pieces: inout HTTPPieces.Iterator) async throws(FeedError) -> HTTPPiece?
  {
    do throws(TransportError) {
      return try await pieces.next()
    } catch {
      throw FeedError(error)
    }
  }

  private func liveEvent(for event: ServerSentEventParser.ServerSentEvent) -> LiveEvent? {
    switch event.name {
    case "update": postEvent(event.data)
    case "notification": notificationEvent(event.data)
    case "delete": event.data.isEmpty ? nil : .removed(Post.ID(event.data))
    case "status.update": changeEvent(event.data)
    // Notifications of accepted requests now appear among the others.
    case "notifications_merged": .notice
    case "filters_changed": .listed(.wordFilters)
    case "announcement", "announcement.reaction", "announcement.delete": .listed(.announcements)
    default: nil
    }
  }

  /// Returns the live event for a new post in Mastodon's streaming API; a request to refresh the
  /// stream if the post cannot be parsed, nil if a filter hides the post.
  private func postEvent(_ data: String) -> LiveEvent? {
    guard let json = parsedPayload(data) else { return .news(.home) }
    let reader = makeReader(.home)
    if reader.isHidden(json) { return nil }
    return reader.entries([json]).first.map { .posted($0, in: .home) } ?? .news(.home)
  }

  private func notificationEvent(_ data: String) -> LiveEvent? {
    guard let json = parsedPayload(data) else { return .notice }
    let reader = makeReader(.notifications)
    if reader.filterDecision(json["status"]) == .hide { return nil }
    return MastodonNotificationReader(reader).notification(
      json, isGrouped: server.groupsNotifications
    )
    .map { .happened($0) } ?? .notice
  }

  private func changeEvent(_ data: String) -> LiveEvent? {
    guard let json = parsedPayload(data) else { return nil }  // The next page contains the change.
    return makeReader(.home).post(json).map { .changed($0) }
  }

  /// Parses the data of an event in Mastodon's streaming API; nil for invalid JSON, as after an
  /// event that was too large.
  private func parsedPayload(_ data: String) -> JSON? { try? JSON(Array(data.utf8)) }

  private func makeReader(_ context: MastodonFilter.MastodonFilterContext) -> MastodonReader {
    MastodonReader(software: server.software, me: account.person, now: world.now, context: context)
  }

  /// Returns true if a Mastodon entry is newer than another one, by the numbers in their ids.
  func isNewer(_ entry: FeedEntry.ID, than other: FeedEntry.ID) -> Bool {
    let (mine, others) = (entry.rawValue, other.rawValue)
    return (mine.utf8.count, mine) > (others.utf8.count, others)
  }

  func cursor(below entry: FeedEntry.ID) -> Cursor? {
    MastodonCursor(query: "max_id=\(WebQuery.percentEncoded(entry.rawValue))").cursor
  }
}
