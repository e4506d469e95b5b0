internal import FeedDomain

/// What a server tells while it happens, as server-sent events.
struct MastodonLive: LiveGateway {
  /// Asks where the server said that its events come from.
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
    case "update": .news(.home)
    case "notification": .notice
    case "delete": event.data.isEmpty ? nil : .removed(Post.ID(event.data))
    case "status.update": changed(event.data)
    default: nil
    }
  }

  private func changed(_ data: String) -> LiveEvent? {
    guard let json = try? JSON(Array(data.utf8)) else { return nil }  // The next page has it.
    let reader = MastodonReader(
      software: server.software, me: account.person, now: world.now, context: .home)
    return reader.post(json).map { .changed($0) }
  }
}
