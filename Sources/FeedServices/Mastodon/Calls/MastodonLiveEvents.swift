internal import FeedDomain

struct MastodonLiveEvents: LiveGateway {
  /// The HTTP client for the Mastodon server's streaming API, which can have an address of its own.
  let client: ServiceClient
  /// The HTTP client of the account, which renews the token.
  let accountClient: ServiceClient
  let server: MastodonServer
  let account: Account
  let world: any World
  var phraseFilters = MastodonPhraseFilterCache()

  func listenForLiveEvents(_ tell: @escaping @Sendable (LiveEvent) -> Void) async throws(FeedError)
  {
    var request = HTTPRequest(.get, "/api/v1/streaming/user")
    request.headers["Accept"] = "text/event-stream"
    do throws(FeedError) {
      let token = try await accountClient.currentToken()
      do throws(FeedError) {
        try await listenToStream(to: request, with: token, tell)
      } catch {
        guard error == .signedOut,
          let renewed = try await accountClient.currentToken(afterRejectionOf: token),
          renewed != token
        else { throw error }
        try await listenToStream(to: request, with: renewed, tell)
      }
    } catch {
      await client.logFailure(error, of: request)
      throw error
    }
  }

  private func listenToStream(
    to request: HTTPRequest, with token: Secret?, _ tell: @Sendable (LiveEvent) -> Void
  ) async throws(FeedError) {
    var pieces = await client.openStream(request, with: token).makeAsyncIterator()
    var (reader, isHeard) = (ServerSentEventParser(), false)
    while let piece = try await nextReplyPiece(&pieces) {
      switch piece {
      case .opened(let reply):
        if let failure = FeedError(reply, until: nil) { throw failure }
      case .bytes(let bytes):
        // Servers send a first byte at once; a proxy may open the stream, but hold back its events.
        if !isHeard { tell(.listening([.home])) }
        isHeard = true
        for event in reader.readEvents(from: bytes) {
          if let liveEvent = liveEvent(for: event) { tell(liveEvent) }
        }
      }
    }
  }

  private func nextReplyPiece(_ pieces: inout HTTPReplyPieces.Iterator) async throws(FeedError)
    -> HTTPReplyPiece?
  {
    do throws(TransportError) {
      return try await pieces.next()
    } catch {
      throw FeedError(error)
    }
  }

  private func liveEvent(for event: ServerSentEventParser.ServerSentEvent) -> LiveEvent? {
    switch event.name {
    case "update": parsedPostEvent(event.data)
    case "notification": visibleNotificationEvent(event.data)
    case "delete": event.data.isEmpty ? nil : .removed(Post.ID(event.data))
    case "status.update": parsedPostChangeEvent(event.data)
    // Notifications of accepted requests now appear among the others.
    case "notifications_merged": .notice
    case "filters_changed": changedFiltersEvent()
    case "announcement", "announcement.reaction", "announcement.delete":
      .listChanged(.announcements)
    default: nil
    }
  }

  /// Returns the live event for the JSON of a new post in Mastodon's streaming API: the post, or a
  /// request to refresh the stream if the JSON cannot be parsed. nil if a filter hides the post.
  private func parsedPostEvent(_ data: String) -> LiveEvent? {
    guard let json = parsedEventData(data) else { return .newEntries(.home) }
    let reader = makeJSONReader(.home)
    if reader.isHiddenByFilter(json) { return nil }
    return reader.parsedEntriesExceptHidden([json]).first.map { .posted($0, in: .home) }
      ?? .newEntries(.home)
  }

  private func visibleNotificationEvent(_ data: String) -> LiveEvent? {
    guard let json = parsedEventData(data) else { return .notice }
    let reader = makeJSONReader(.notifications)
    if reader.parsedEffectOfMatchingFilters(json["status"]) == .hide { return nil }
    return MastodonNotificationJSONReader(reader).parsedNotification(
      json, includesGroupKey: server.groupsNotifications
    )
    .map { .happened($0) } ?? .notice
  }

  private func parsedPostChangeEvent(_ data: String) -> LiveEvent? {
    // A change that cannot be parsed is ignored, as the next page contains the changed post, too.
    guard let json = parsedEventData(data) else { return nil }
    return makeJSONReader(.home).parsedPost(json).map { .changed($0) }
  }

  private func changedFiltersEvent() -> LiveEvent {
    phraseFilters.expireFilters()
    return .listChanged(.wordFilters)
  }

  /// Parses the data of an event in Mastodon's streaming API; nil for invalid JSON, as after an
  /// event that was too large.
  private func parsedEventData(_ data: String) -> JSON? { try? JSON(Array(data.utf8)) }

  private func makeJSONReader(_ context: MastodonFilterEffect.MastodonFilterContext)
    -> MastodonJSONReader
  {
    MastodonJSONReader(
      software: server.software, me: account.person, now: world.now, context: context,
      phraseFilters: phraseFilters.filters)
  }

  /// Returns true if a Mastodon entry is newer than another one, by the numbers in their ids.
  func isNewer(_ entry: FeedEntry.ID, than other: FeedEntry.ID) -> Bool {
    let (mine, others) = (entry.rawValue, other.rawValue)
    return (mine.utf8.count, mine) > (others.utf8.count, others)
  }

  func cursor(below entry: FeedEntry.ID) -> Cursor? {
    MastodonCursor(below: entry.rawValue).cursor
  }
}
