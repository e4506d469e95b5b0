internal import FeedDomain
internal import Groundwork

struct BlueskyFeeds: FeedGateway {
  /// The number of ancestors of a Bluesky post that one request asks for: as many as the JSON
  /// parser reads, since each ancestor is nested in the one before.
  private static let maximumParents = 40
  private static let maximumParentRequests = 10
  /// The maximum number of requests for one page of a Bluesky stream, as all posts of a reply may
  /// be hidden.
  private static let maximumRequests = 5
  private static let maximumNewerRequests = 3
  private static let minimumPhotos = 10

  let connection: BlueskyConnection

  func feedPage(of feed: Feed, _ fetchRange: FetchRange) async throws(FeedError) -> FeedPage {
    guard let timeline = BlueskyStreamQuery(feed, me: connection.me) else { throw .notFound }
    return switch fetchRange {
    case .latest: try await fetchStreamPage(of: timeline, from: nil)
    case .older(let cursor): try await fetchStreamPage(of: timeline, from: cursor)
    case .newer(let entry): try await fetchStreamPageAboveEntry(of: timeline, above: entry)
    }
  }

  func conversation(of post: Post.ID) async throws(FeedError) -> Conversation {
    if case .existing(let chat)? = BlueskyChatIDOrPerson(post) {
      return try await BlueskyChats(connection: connection).fetchLatestConversation(
        in: chat, focusing: post)
    }
    return try await RequestBudget.runActionInCurrentBudget { () async throws(FeedError) in
      try await conversationWithAllAncestors(of: post)
    }
  }

  /// Fetches the Bluesky conversation of a post, with all ancestors unless they exceed a maximum
  /// number of requests.
  private func conversationWithAllAncestors(of post: Post.ID) async throws(FeedError)
    -> Conversation
  {
    let reader = try await connection.makeBlueskyJSONReader()
    var (conversation, top) = try await fetchPartialConversation(
      of: post, answers: BlueskyThreadReader.deepest, reader: reader)
    // Further ancestors are fetched in steps.
    for _ in 0..<Self.maximumParentRequests {
      guard let place = top else { break }
      do throws(FeedError) {
        let above = try await fetchPartialConversation(of: place, answers: 0, reader: reader)
        conversation = conversation.prependingAncestors(of: above.conversation)
        top = above.top
      } catch {
        guard error == .notFound else { throw error }
        break
      }
    }
    return conversation
  }

  /// Fetches a part of a Bluesky conversation in one request; `top` is the topmost fetched post if
  /// there are more ancestors above.
  private func fetchPartialConversation(
    of post: Post.ID, answers: Int, reader: BlueskyJSONReader
  ) async throws(FeedError) -> (conversation: Conversation, top: Post.ID?) {
    let query = [
      ("uri", post.rawValue), ("depth", String(answers)),
      ("parentHeight", String(Self.maximumParents)),
    ]
    return try await connection.callXRPCQuery(
      "app.bsky.feed.getPostThread", query, labelers: reader.moderation.acceptedLabelers
    ) { json throws(FeedError) in
      let thread = json["thread"]
      guard thread.isObject else { throw .badReply }
      let reading = BlueskyThreadReader(reader: reader)
      guard let conversation = reading.parsedConversation(thread) else {
        // The post is deleted, or one person has blocked the other.
        throw thread["post"].isObject ? .badReply : .notFound
      }
      return (
        conversation, reading.topmostIDIfAncestorsMissing(of: thread, after: Self.maximumParents)
      )
    }
  }

  func foundPosts(
    matching query: SearchQuery, after cursor: Cursor?
  ) async throws(FeedError) -> Page<Post> {
    let streamQueries = BlueskyStreamQuery.streamQueries(for: query)
    guard streamQueries.count > 1 else {
      guard let search = streamQueries.first else { return Page([]) }
      let page = try await fetchStreamPage(of: search, from: cursor)
      return Page(page.entries.map(\.post), nextCursor: page.older)
    }
    return try await fetchMergedSearchPage(of: streamQueries, after: cursor)
  }

  /// Fetches the next page of each of several Bluesky searches, and returns their posts as one
  /// page, the newest first. The cursor is a JSON array of the searches' cursors, null for a search
  /// that has ended.
  private func fetchMergedSearchPage(
    of searches: [BlueskyStreamQuery], after cursor: Cursor?
  ) async throws(FeedError) -> Page<Post> {
    var positions: JSON?
    if let cursor {
      // A cursor that cannot be parsed ends the search.
      positions = (try? JSON(Array(cursor.rawValue.utf8))) ?? .null
    }
    var entries: [FeedEntry] = []
    var next: [JSON] = []
    for (index, search) in searches.enumerated() {
      let position = positions?[index].string.map { Cursor($0) }
      guard positions == nil || position != nil else {
        next.append(.null)
        continue
      }
      let page = try await fetchStreamPage(of: search, from: position)
      entries += page.entries
      next.append(JSON(text: page.older?.rawValue))
    }
    let posts = entries.withoutRepetitions.map(\.post).sorted { $0.createdAt > $1.createdAt }
    let text = String(decoding: JSON.array(next).encodedBytes(), as: UTF8.self)
    return Page(posts, nextCursor: next.allSatisfy(\.isNull) ? nil : Cursor(text))
  }

  private func fetchStreamPage(
    of timeline: BlueskyStreamQuery, from start: Cursor?
  ) async throws(FeedError) -> FeedPage {
    let reader = try await connection.makeBlueskyJSONReader()
    var cursor = start
    var entries: [FeedEntry] = []
    for _ in 0..<Self.maximumRequests {
      let (rows, next) = try await fetchBlueskyStreamRows(of: timeline, at: cursor, reader: reader)
      entries += timeline.entriesWithPhotosIfWanted(in: rows[...])
      cursor = next
      let isEnough = entries.count >= (timeline.wantsPhotos ? Self.minimumPhotos : 1)
      if cursor == nil || isEnough { break }
    }
    return FeedPage(entries.withoutRepetitions, older: cursor)
  }

  /// Fetches the entries of a Bluesky stream above an entry; throws `notFound` if the entry is not
  /// near the top. Servers page downwards only, so pages are fetched from the top.
  private func fetchStreamPageAboveEntry(
    of timeline: BlueskyStreamQuery, above entry: FeedEntry.ID
  ) async throws(FeedError) -> FeedPage {
    guard timeline.isChronological else { throw .notFound }
    let reader = try await connection.makeBlueskyJSONReader()
    var cursor: Cursor?
    var entries: [FeedEntry] = []
    for attempt in 0..<Self.maximumNewerRequests {
      let (rows, next) = try await fetchBlueskyStreamRows(
        of: timeline, at: cursor, limit: attempt == 0 ? 50 : 100, reader: reader)
      if let place = rows.firstIndex(where: { $0.id == entry.rawValue }) {
        return FeedPage(
          (entries + timeline.entriesWithPhotosIfWanted(in: rows[..<place])).withoutRepetitions,
          older: nil)
      }
      entries += timeline.entriesWithPhotosIfWanted(in: rows[...])
      cursor = next
      if cursor == nil { break }
    }
    throw .notFound
  }

  private func fetchBlueskyStreamRows(
    of timeline: BlueskyStreamQuery, at position: Cursor?, limit: Int = 50,
    reader: BlueskyJSONReader
  ) async throws(FeedError) -> (rows: [BlueskyJSONReader.BlueskyStreamRow], next: Cursor?) {
    let query = timeline.query + [("limit", String(limit)), ("cursor", position?.rawValue)]
    return try await connection.callXRPCQuery(
      timeline.method, query, labelers: reader.moderation.acceptedLabelers
    ) { json throws(FeedError) in
      let names = ["feed", "posts", "bookmarks"]
      guard let page = names.lazy.map({ json[$0] }).first(where: \.isArray) else {
        throw .badReply
      }
      return (reader.parsedStreamRows(page, in: timeline.context), Cursor(below: json))
    }
  }
}

extension BlueskyStreamQuery {
  /// Returns the entries in rows of a reply; only those with photos if this query wants photos.
  fileprivate func entriesWithPhotosIfWanted(
    in rows: ArraySlice<BlueskyJSONReader.BlueskyStreamRow>
  )
    -> [FeedEntry]
  {
    rows.compactMap(\.entry).filter { !wantsPhotos || !$0.post.content.photos.isEmpty }
  }
}

extension [FeedEntry] {
  /// This array of entries of a Bluesky stream without repetitions, which occur if new entries
  /// pushed older ones to the next page between two requests.
  fileprivate var withoutRepetitions: [FeedEntry] {
    var seen: Set<FeedEntry.ID> = []
    return filter { seen.insert($0.id).inserted }
  }
}

struct BlueskyStreamQuery: Sendable {
  let method: String
  var query: [(String, String?)] = []
  var context = BlueskyJSONReader.ModerationContext.elsewhere
  var wantsPhotos = false
  /// True if a Bluesky stream has newer entries above older ones, so that the entries above a known
  /// one can be fetched from the top.
  var isChronological = true

  /// Creates the Bluesky query for a stream's pages; nil for a stream that Bluesky does not have.
  init?(_ feed: Feed, me: Person.ID) {
    switch feed {
    case .home, .photos:
      method = "app.bsky.feed.getTimeline"
      context = .home
      wantsPhotos = feed == .photos
    case .tag(let name):
      method = "app.bsky.feed.searchPosts"
      query = [("q", "#\(name)"), ("tag", name), ("sort", "latest")]
    case .person(let id):
      method = "app.bsky.feed.getAuthorFeed"
      query = [("actor", id.rawValue), ("filter", "posts_and_author_threads")]
    case .answers(let id):
      method = "app.bsky.feed.getAuthorFeed"
      query = [("actor", id.rawValue), ("filter", "posts_with_replies")]
    case .portfolio(let id):
      method = "app.bsky.feed.getAuthorFeed"
      query = [("actor", id.rawValue), ("filter", "posts_with_media")]
      // Videos are media as well.
      wantsPhotos = true
    case .likes:
      method = "app.bsky.feed.getActorLikes"
      query = [("actor", me.rawValue)]
      isChronological = false
    case .bookmarks:
      method = "app.bsky.bookmark.getBookmarks"
      isChronological = false
    case .list(let id, _):
      let isList = ATProtocolAddress(id)?.collection == "app.bsky.graph.list"
      method = isList ? "app.bsky.feed.getListFeed" : "app.bsky.feed.getFeed"
      query = [(isList ? "list" : "feed", id)]
      // A feed generator may return posts in any order.
      isChronological = isList
    case .everything, .local, .federated, .trending, .nearby, .search: return nil
    }
  }

  /// The maximum number of alternative tags that are searched for, each by requests of its own.
  private static let maximumAlternativeTags = 5

  /// Returns the Bluesky queries whose results together are those of a search. Bluesky finds only
  /// posts that have all given tags, so alternative tags such as "#tram,#bus" need a query each.
  static func streamQueries(for query: SearchQuery) -> [BlueskyStreamQuery] {
    guard let alternatives = query.tags.first(where: { $0.count > 1 }) else {
      return [BlueskyStreamQuery(query, tags: query.tags.compactMap(\.first))].compactMap(\.self)
    }
    let required = query.tags.filter { $0.count == 1 }.compactMap(\.first)
    return alternatives.prefix(maximumAlternativeTags).compactMap {
      BlueskyStreamQuery(query, tags: [$0] + required)
    }
  }

  /// Creates the Bluesky query of a search for posts with all of some tags; nil if the search has
  /// no word, tag or complete handle, one of which Bluesky needs. Terms that are not sent filter
  /// the replies later.
  private init?(_ query: SearchQuery, tags: [String]) {
    let author = query.authors.first(where: Self.isHandleOrDID)
    var words = query.terms.compactMap(\.querySyntax)
    if words.isEmpty { words = tags.prefix(1).map { "#\($0)" } }
    if words.isEmpty, let author { words = ["from:\(author)"] }
    guard !words.isEmpty else { return nil }
    method = "app.bsky.feed.searchPosts"
    self.query = [("q", words.joined(separator: " ")), ("sort", "latest")]
    self.query += tags.map { ("tag", $0) }
    if let author { self.query.append(("author", author)) }
    for term in query.terms where !term.isExcluded {
      switch term.kind {
      case .since(let moment): self.query.append(("since", Self.searchDateText(moment)))
      case .before(let moment): self.query.append(("until", Self.searchDateText(moment)))
      case .language(let language): self.query.append(("lang", language))
      default: break
      }
    }
    isChronological = false
  }

  private static func searchDateText(_ moment: Timestamp) -> String {
    CalendarDateTime(seconds: Int(clamping: moment.milliseconds / 1000)).iso
  }

  private static func isHandleOrDID(_ name: String) -> Bool {
    name.hasPrefix("did:") || name.contains(".") && !name.contains(where: \.isWhitespace)
  }
}

extension SearchQuery.SearchTerm {
  /// The search term in the syntax of Bluesky's search; nil if it is sent as a parameter of its
  /// own, or not at all.
  fileprivate var querySyntax: String? {
    switch wordTermKind {
    case .word(let word) where !isExcluded: word
    case .phrase(let words) where !isExcluded: "\"\(words)\""
    default: nil
    }
  }
}

extension Cursor {
  /// Creates the cursor of the next page from a page of a Bluesky list; nil at the end of the list.
  init?(below page: JSON) {
    // Some servers write the cursor as a number.
    guard let position = page["cursor"].id else { return nil }
    self.init(position)
  }
}
