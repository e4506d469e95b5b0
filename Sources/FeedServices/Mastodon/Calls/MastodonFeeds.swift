internal import FeedDomain

/// Streams, conversations and what is found.
struct MastodonFeeds: FeedGateway {
  /// How many pages are asked for at most to fill one.
  private static let mostRequests = 5
  /// How many photos are worth showing.
  private static let fewestPhotos = 10

  let connection: MastodonConnection

  func page(of feed: Feed, _ stretch: Stretch) async throws(FeedError) -> FeedPage {
    guard let timeline = MastodonTimeline(feed, at: connection.server) else { throw .notFound }
    return switch stretch {
    case .latest: try await page(of: timeline, from: nil)
    case .older(let cursor): try await page(of: timeline, from: MastodonCursor(cursor))
    case .newer(let entry): try await page(of: timeline, above: entry)
    }
  }

  func conversation(of post: Post.ID) async throws(FeedError) -> Conversation {
    // Whoever opens a post wants to see it, whatever their filters say.
    let focusReader = connection.reader()
    let focus = try await connection.get(.status(post)) { json, _ throws(FeedError) in
      guard let focus = focusReader.post(json) else { throw .badReply }
      return focus
    }
    return try await conversation(of: post, told: focus)
  }

  func conversation(of post: Post.ID, told focus: Post) async throws(FeedError) -> Conversation {
    let reader = connection.reader(.thread)
    return try await connection.get(.status(post, "context")) { json, reply in
      MastodonThread(
        ancestors: reader.posts(json["ancestors"]), focus: focus,
        descendants: reader.posts(json["descendants"])
      ).conversation(around: focus, goesOnAfter: MastodonGathering.pause(reply.headers))
    }
  }

  func posts(
    matching query: SearchQuery, after cursor: Cursor?
  ) async throws(FeedError) -> Page<Post> {
    guard let timeline = MastodonTimeline(query, at: connection.server) else { return Page([]) }
    let page = try await page(of: timeline, from: cursor.map { MastodonCursor($0) })
    return Page(page.entries.map(\.post), next: page.older)
  }

  private func page(
    of timeline: MastodonTimeline, from start: MastodonCursor?
  ) async throws(FeedError) -> FeedPage {
    var cursor = start
    var entries: [FeedEntry] = []
    var isUnfinished = false
    for _ in 0..<Self.mostRequests {
      let portion = try await portion(of: timeline, at: cursor)
      entries += portion.entries
      cursor = portion.next
      isUnfinished = isUnfinished || portion.isUnfinished
      let isEnough = entries.count >= (timeline.wantsPhotos ? Self.fewestPhotos : 1)
      if cursor == nil || isEnough { break }
    }
    return FeedPage(entries, older: cursor?.cursor, isUnfinished: isUnfinished)
  }

  /// The page right above an entry; `notFound` where the server cannot be asked for that, or where
  /// nothing that is to be shown follows for a long while.
  private func page(
    of timeline: MastodonTimeline, above entry: FeedEntry.ID
  ) async throws(FeedError) -> FeedPage {
    guard timeline.goesUp else { throw .notFound }
    var anchor = FeedEntry.serverID(of: entry)
    for _ in 0..<Self.mostRequests {
      let query = "min_id=\(WebQuery.encoded(anchor))"
      let portion = try await portion(of: timeline, at: MastodonCursor(query: query))
      let above = portion.above(anchor)
      guard let top = above.ids.first else {
        return FeedPage([], older: nil, isUnfinished: portion.isUnfinished)
      }
      if !above.entries.isEmpty {
        // Servers leave posts out of a page: a short one is not the last.
        return FeedPage(
          above.entries, older: portion.next?.cursor, hasNewer: true,
          isUnfinished: portion.isUnfinished)
      }
      anchor = top
    }
    throw .notFound
  }

  private func portion(
    of timeline: MastodonTimeline, at position: MastodonCursor?
  ) async throws(FeedError) -> MastodonPortion {
    let reader = connection.reader(timeline.context)
    return try await connection.get(timeline.path.appending(position?.query)) {
      json, reply throws(FeedError) in
      let page = json.isArray ? json : json["statuses"]
      guard page.isArray else { throw .badReply }
      return MastodonPortion(
        ids: page.array.compactMap { $0["id"].id },
        entries: reader.entries(page).filter {
          !timeline.wantsPhotos || $0.post.content.photos.contains { !$0.renditions.isEmpty }
        },
        next: .after(page, reply, asked: position, way: timeline.paging),
        isUnfinished: reply.status == 206)
    }
  }
}

/// What one reply holds of a stream.
struct MastodonPortion: Sendable {
  /// The ids of everything in it, also of what is not shown.
  let ids: [String]
  let entries: [FeedEntry]
  let next: MastodonCursor?
  /// Whether the server is still gathering the stream, as it does for who was away for long.
  let isUnfinished: Bool

  /// What stands above that id: a server that was asked for it may send more.
  func above(_ id: String) -> (ids: [String], entries: [FeedEntry]) {
    guard ids.contains(id) else { return (ids, entries) }
    let above = ids.prefix { $0 != id }
    let wanted = Set(above)
    return (Array(above), entries.filter { wanted.contains(FeedEntry.serverID(of: $0.id)) })
  }
}
