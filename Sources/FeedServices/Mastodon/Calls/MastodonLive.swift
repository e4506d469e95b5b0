internal import FeedDomain

struct MastodonLive: LiveGateway {
  /// The client for the server's streaming address.
  let client: ServiceClient
  let server: MastodonServer
  let account: Account
  let world: any World

  func listen(_ tell: @escaping @Sendable (LiveEvent) -> Void) async throws(FeedError) {
    var request = HTTPRequest(.get, "/api/v1/streaming/user")
    request.headers["Accept"] = "text/event-stream"
    do throws(FeedError) {
      try await listen(to: request, tell)
    } catch {
      await client.note(error, of: request)
      throw error
    }
  }

  private func listen(
    to request: HTTPRequest, _ tell: @Sendable (LiveEvent) -> Void
  ) async throws(FeedError) {
    var pieces = await client.stream(request).makeAsyncIterator()
    var (reader, isHeard) = (EventReader(), false)
    while let piece = try await next(&pieces) {
      switch piece {
      case .opened(let reply):
        if let failure = FeedError(reply, until: nil) { throw failure }
      case .bytes(let bytes):
        // Servers say a word at once; what only opens may have something in between that keeps
        // everything to itself.
        if !isHeard { tell(.listening([.home])) }
        isHeard = true
        for event in reader.read(bytes) { if let news = news(event) { tell(news) } }
      }
    }
  }

  private func next(
    _ pieces: inout HTTPPieces.Iterator
  ) async throws(FeedError) -> HTTPPiece? {
    do throws(TransportError) {
      return try await pieces.next()
    } catch {
      throw FeedError(error)
    }
  }

  private func news(_ event: EventReader.Event) -> LiveEvent? {
    switch event.name {
    case "update": posted(event.data)
    case "notification": happened(event.data)
    case "delete": event.data.isEmpty ? nil : .removed(Post.ID(event.data))
    case "status.update": changed(event.data)
    // Requests were let in: what they hold stands among the others now.
    case "notifications_merged": .notice
    case "filters_changed": .listed(.wordFilters)
    case "announcement", "announcement.reaction", "announcement.delete": .listed(.announcements)
    default: nil
    }
  }

  /// The event for a new post: the post itself, nil if a filter hides the post, or a request to
  /// refresh the stream if the post cannot be parsed.
  private func posted(_ data: String) -> LiveEvent? {
    guard let json = json(data) else { return .news(.home) }
    let reader = reader(.home)
    if reader.isHidden(json) { return nil }
    return reader.entries([json]).first.map { .posted($0, in: .home) } ?? .news(.home)
  }

  private func happened(_ data: String) -> LiveEvent? {
    guard let json = json(data) else { return .notice }
    let reader = reader(.notifications)
    if reader.verdict(json["status"]) == .hide { return nil }
    return MastodonNotificationReader(reader).notice(json, isGrouped: server.groupsNotices)
      .map { .happened($0) } ?? .notice
  }

  private func changed(_ data: String) -> LiveEvent? {
    guard let json = json(data) else { return nil }  // The next page has it.
    return reader(.home).post(json).map { .changed($0) }
  }

  /// Parses the payload of a streaming event; nil if the payload is no JSON, as after an event that
  /// was too large.
  private func json(_ data: String) -> JSON? { try? JSON(Array(data.utf8)) }

  private func reader(_ context: MastodonFilter.Context) -> MastodonReader {
    MastodonReader(
      software: server.software, me: account.person, now: world.now, context: context)
  }

  /// Compares entry ids as numbers: a longer id is newer.
  func isNewer(_ entry: FeedEntry.ID, than other: FeedEntry.ID) -> Bool {
    let (mine, others) = (entry.rawValue, other.rawValue)
    return (mine.utf8.count, mine) > (others.utf8.count, others)
  }

  func cursor(below entry: FeedEntry.ID) -> Cursor? {
    MastodonCursor(query: "max_id=\(WebQuery.encoded(entry.rawValue))").cursor
  }
}
