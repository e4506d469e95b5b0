internal import FeedDomain

/// Streams, conversations and what is found.
struct BlueskyFeeds: FeedGateway {
  /// How many posts above one are asked for: as many as can be read, each lying in the one before.
  private static let mostParents = 40
  /// How often more is asked for of what stands above a post.
  private static let mostClimbs = 10
  /// How many pages are asked for at most to fill one, and to find an entry from the top.
  private static let mostRequests = 5
  private static let mostLooks = 3
  /// How many photos are worth showing.
  private static let fewestPhotos = 10

  let connection: BlueskyConnection

  func page(of feed: Feed, _ stretch: Stretch) async throws(FeedError) -> FeedPage {
    guard let timeline = BlueskyTimeline(feed, me: connection.me) else { throw .notFound }
    return switch stretch {
    case .latest: try await page(of: timeline, from: nil)
    case .older(let cursor): try await page(of: timeline, from: cursor)
    case .newer(let entry): try await page(of: timeline, above: entry)
    }
  }

  func conversation(of post: Post.ID) async throws(FeedError) -> Conversation {
    if case .begun(let chat)? = BlueskyChat(post) {
      return try await BlueskyChats(connection: connection).conversation(in: chat, around: post)
    }
    let reader = try await connection.reader()
    var (conversation, top) = try await thread(
      of: post, answers: BlueskyThread.deepest, reader: reader)
    // A longer chain is read up to its beginning, as far as anybody would read it.
    for _ in 0..<Self.mostClimbs {
      guard let place = top else { break }
      do throws(FeedError) {
        let above = try await thread(of: place, answers: 0, reader: reader)
        conversation = conversation.beneath(above.conversation)
        top = above.top
      } catch {
        guard error == .notFound else { throw error }
        break
      }
    }
    return conversation
  }

  /// A conversation as it is told at once, and its topmost post where it goes on above that.
  private func thread(
    of post: Post.ID, answers: Int, reader: BlueskyReader
  ) async throws(FeedError) -> (conversation: Conversation, top: Post.ID?) {
    let query = [
      ("uri", post.rawValue), ("depth", String(answers)),
      ("parentHeight", String(Self.mostParents)),
    ]
    return try await connection.get(
      "app.bsky.feed.getPostThread", query, labelers: reader.taste.acceptedLabelers
    ) { json throws(FeedError) in
      let thread = json["thread"]
      guard thread.isObject else { throw .badReply }
      let reading = BlueskyThread(reader: reader)
      guard let conversation = reading.conversation(thread) else {
        // It is gone, or one of both has blocked the other.
        throw thread["post"].isObject ? .badReply : .notFound
      }
      return (conversation, reading.top(of: thread, after: Self.mostParents))
    }
  }

  func posts(
    matching query: SearchQuery, after cursor: Cursor?
  ) async throws(FeedError) -> Page<Post> {
    guard let timeline = BlueskyTimeline(query) else { return Page([]) }
    let page = try await page(of: timeline, from: cursor)
    return Page(page.entries.map(\.post), next: page.older)
  }

  private func page(
    of timeline: BlueskyTimeline, from start: Cursor?
  ) async throws(FeedError) -> FeedPage {
    let reader = try await connection.reader()
    var cursor = start
    var entries: [FeedEntry] = []
    for _ in 0..<Self.mostRequests {
      let portion = try await portion(of: timeline, at: cursor, reader: reader)
      entries += portion.shown(wantsPhotos: timeline.wantsPhotos)
      cursor = portion.next
      let isEnough = entries.count >= (timeline.wantsPhotos ? Self.fewestPhotos : 1)
      if cursor == nil || isEnough { break }
    }
    return FeedPage(entries.each, older: cursor)
  }

  /// Everything above an entry; `notFound` where that is not near the top, or nowhere any more.
  ///
  /// Servers go down alone, so that what is newer is looked for from the top.
  private func page(
    of timeline: BlueskyTimeline, above entry: FeedEntry.ID
  ) async throws(FeedError) -> FeedPage {
    guard timeline.goesUp else { throw .notFound }
    let reader = try await connection.reader()
    var cursor: Cursor?
    var entries: [FeedEntry] = []
    for look in 0..<Self.mostLooks {
      let portion = try await portion(
        of: timeline, at: cursor, limit: look == 0 ? 50 : 100, reader: reader)
      if let above = portion.above(entry) {
        return FeedPage(
          (entries + above.shown(wantsPhotos: timeline.wantsPhotos)).each, older: nil)
      }
      entries += portion.shown(wantsPhotos: timeline.wantsPhotos)
      cursor = portion.next
      if cursor == nil { break }
    }
    throw .notFound
  }

  private func portion(
    of timeline: BlueskyTimeline, at position: Cursor?, limit: Int = 50,
    reader: BlueskyReader
  ) async throws(FeedError) -> BlueskyPortion {
    let query =
      timeline.query + [("limit", String(limit)), ("cursor", position?.rawValue)]
    return try await connection.get(
      timeline.method, query, labelers: reader.taste.acceptedLabelers
    ) { json throws(FeedError) in
      let names = ["feed", "posts", "bookmarks"]
      guard let page = names.lazy.map({ json[$0] }).first(where: \.isArray) else {
        throw .badReply
      }
      return BlueskyPortion(
        rows: reader.rows(page, in: timeline.place), next: Cursor(below: json))
    }
  }
}

/// What one reply holds of a stream.
/// Streams, conversations and what is found.
struct BlueskyPortion: Sendable {
  let rows: [BlueskyReader.Row]
  let next: Cursor?

  func shown(wantsPhotos: Bool) -> [FeedEntry] {
    rows.compactMap(\.entry).filter { !wantsPhotos || !$0.post.content.photos.isEmpty }
  }

  /// What stands above that entry; nil where it is not here.
  func above(_ entry: FeedEntry.ID) -> BlueskyPortion? {
    guard let place = rows.firstIndex(where: { $0.id == entry.rawValue }) else { return nil }
    return BlueskyPortion(rows: Array(rows[..<place]), next: nil)
  }
}

extension [FeedEntry] {
  /// Each entry once: what comes in at the top pushes others into the next page.
  fileprivate var each: [FeedEntry] {
    var seen: Set<FeedEntry.ID> = []
    return filter { seen.insert($0.id).inserted }
  }
}
