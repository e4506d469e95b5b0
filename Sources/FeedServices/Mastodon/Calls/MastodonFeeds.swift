internal import FeedDomain
internal import Groundwork

struct MastodonFeeds: FeedGateway {
  /// Maximum number of requests for one page of a Mastodon stream, if the server returns pages
  /// without visible posts.
  private static let maximumRequests = 5
  private static let minimumPhotos = 10

  let connection: MastodonConnection

  func page(of feed: Feed, _ streamRange: StreamRange) async throws(FeedError) -> FeedPage {
    guard let timeline = MastodonTimeline(feed, at: connection.server) else { throw .notFound }
    return switch streamRange {
    case .latest: try await fetchPage(of: timeline, from: nil)
    case .older(let cursor): try await fetchPage(of: timeline, from: MastodonCursor(cursor))
    case .newer(let entry): try await fetchPage(of: timeline, above: entry)
    }
  }

  func post(_ id: Post.ID) async throws(FeedError) -> Post {
    // A post that was opened is shown whatever the filters say.
    let reader = connection.makeReader()
    return try await connection.getJSON(.postPath(id)) { json, _ throws(FeedError) in
      guard let post = reader.post(json) else { throw .badReply }
      return post
    }
  }

  func conversation(of post: Post.ID) async throws(FeedError) -> Conversation {
    try await conversation(of: post, knownPost: try await self.post(post))
  }

  func conversation(of post: Post.ID, knownPost focus: Post) async throws(FeedError) -> Conversation
  {
    let reader = connection.makeReader(.thread)
    return try await connection.getJSON(.postPath(post, "context")) { json, reply in
      MastodonConversationTree(
        ancestors: reader.posts(json["ancestors"]), focus: focus,
        descendants: reader.posts(json["descendants"])
      ).conversation(around: focus, retryDelay: MastodonAsyncRefresh.retryPause(in: reply.headers))
    }
  }

  func posts(
    matching query: SearchQuery, after cursor: Cursor?
  ) async throws(FeedError) -> Page<Post> {
    guard let timeline = MastodonTimeline(query, at: connection.server) else { return Page([]) }
    let page = try await fetchPage(of: timeline, from: cursor.map { MastodonCursor($0) })
    return Page(page.entries.map(\.post), next: page.older)
  }

  private func fetchPage(
    of timeline: MastodonTimeline, from start: MastodonCursor?
  ) async throws(FeedError) -> FeedPage {
    var cursor = start
    var entries: [FeedEntry] = []
    var isUnfinished = false
    for _ in 0..<Self.maximumRequests {
      let (page, _) = try await fetchReply(of: timeline, at: cursor)
      entries += page.entries
      cursor = page.older.map { MastodonCursor($0) }
      isUnfinished = isUnfinished || page.isUnfinished
      let isEnough = entries.count >= (timeline.wantsPhotos ? Self.minimumPhotos : 1)
      if cursor == nil || isEnough { break }
    }
    return FeedPage(entries, older: cursor?.cursor, isUnfinished: isUnfinished)
  }

  /// Fetches the entries above a known entry of a Mastodon stream; throws `notFound` if the server
  /// cannot return them, or if several pages in a row contain nothing visible.
  private func fetchPage(
    of timeline: MastodonTimeline, above entry: FeedEntry.ID
  ) async throws(FeedError) -> FeedPage {
    guard timeline.pagesUpwards else { throw .notFound }
    var anchor = FeedEntry.serverID(of: entry)
    for _ in 0..<Self.maximumRequests {
      let query = "min_id=\(WebQuery.percentEncoded(anchor))"
      let (page, ids) = try await fetchReply(of: timeline, at: MastodonCursor(query: query))
      // Some servers return more than the entries above the anchor.
      let above = Set(ids.prefix { $0 != anchor })
      guard let top = ids.first, top != anchor else {
        return FeedPage([], older: nil, isUnfinished: page.isUnfinished)
      }
      let entries =
        ids.contains(anchor)
        ? page.entries.filter { above.contains(FeedEntry.serverID(of: $0.id)) } : page.entries
      if !entries.isEmpty {
        // Servers leave posts out of a page, so a short page is not the last.
        return FeedPage(entries, older: page.older, hasNewer: true, isUnfinished: page.isUnfinished)
      }
      anchor = top
    }
    throw .notFound
  }

  /// Fetches one page of a Mastodon stream, with the ids of all its elements, including hidden
  /// ones.
  private func fetchReply(
    of timeline: MastodonTimeline, at position: MastodonCursor?
  ) async throws(FeedError) -> (page: FeedPage, ids: [String]) {
    let reader = connection.makeReader(timeline.context)
    return try await connection.getJSON(timeline.path.appendingQuery(position?.query)) {
      json, reply throws(FeedError) in
      let list = json.isArray ? json : json["statuses"]
      guard list.isArray else { throw .badReply }
      let entries = reader.entries(list).filter {
        !timeline.wantsPhotos || $0.post.content.photos.contains { !$0.renditions.isEmpty }
      }
      let next = MastodonCursor.nextCursor(
        after: list, reply, asked: position, paging: timeline.paging)
      // Status 206 means that the server is still building the stream, as after a long absence.
      return (
        FeedPage(entries, older: next?.cursor, isUnfinished: reply.status == 206),
        list.array.compactMap { reader.postID($0["id"]) }
      )
    }
  }
}

struct MastodonTimeline: Sendable {
  static let limit = 40

  let path: MastodonPath
  var paging = MastodonPaging.ids
  var context = MastodonFilter.MastodonFilterContext.everybody
  var wantsPhotos = false
  var pagesUpwards = true

  init(path: MastodonPath, paging: MastodonPaging = .ids, pagesUpwards: Bool) {
    (self.path, self.paging, self.pagesUpwards) = (path, paging, pagesUpwards)
  }

  /// Creates the API request for a stream's pages; nil for a stream that Mastodon's API does not
  /// have.
  init?(_ feed: Feed, at server: MastodonServer) {
    let limit = ("limit", String(Self.limit))
    switch feed {
    case .home, .photos:
      let boosts = server.software == .pixelfed ? [("include_reblogs", "1")] : []
      path = MastodonPath("/api/v1/timelines/home", query: [limit] + boosts)
      context = .home
      wantsPhotos = feed == .photos
    case .local:
      path = MastodonPath("/api/v1/timelines/public", query: [("local", "true"), limit])
    case .federated:
      // Pixelfed omits remote posts by default.
      let remote = server.software == .pixelfed ? [("remote", "true")] : []
      path = MastodonPath("/api/v1/timelines/public", query: [limit] + remote)
    case .trending:
      path = MastodonPath("/api/v1/trends/statuses", query: [limit])
      paging = .offset
    case .tag(let name): path = MastodonPath("/api/v1/timelines/tag", name, query: [limit])
    case .person(let id):
      path = .personPath(id, "statuses", query: [limit, ("exclude_replies", "true")])
      context = .account
    case .answers(let id):
      path = .personPath(id, "statuses", query: [limit])
      context = .account
    case .portfolio(let id):
      path = .personPath(id, "statuses", query: [limit, ("only_media", "true")])
      context = .account
      // Some servers ignore `only_media`, and films and sounds are media as well.
      wantsPhotos = true
    case .likes:
      path = MastodonPath("/api/v1/favourites", query: [limit])
      paging = .link
    case .bookmarks:
      path = MastodonPath("/api/v1/bookmarks", query: [limit])
      paging = .link
    case .list(let id, _):
      path = MastodonPath("/api/v1/timelines/list", id, query: [limit])
      context = .home
    case .everything, .nearby, .search: return nil
    }
    pagesUpwards = paging == .ids && server.software.pagesUpwards
  }

  /// Returns the API path of a search for a person by handle; the account's server also asks the
  /// server named in the handle.
  static func handleSearchPath(for handle: String) -> MastodonPath {
    MastodonPath(
      "/api/v2/search",
      query: [("q", handle), ("type", "accounts"), ("limit", String(limit)), ("resolve", "true")])
  }

  /// Returns the API path of a search for words. Addresses and handles are resolved at other
  /// servers; other words are sent to the account's server only.
  static func searchPath(for words: String, _ type: String, isPlain: Bool = true) -> MastodonPath {
    let isElsewhere = isPlain && (words.hasPrefix("https://") || words.dropFirst().contains("@"))
    return MastodonPath(
      "/api/v2/search",
      query: [("q", words), ("type", type), ("limit", String(limit))]
        + (isElsewhere ? [("resolve", "true")] : []))
  }

  /// Creates the API request for the pages of a search; nil if no search term can be sent. A search
  /// for tags alone is a tag stream, which servers without a search index have, too. Terms that are
  /// not sent filter the replies later.
  init?(_ query: SearchQuery, at server: MastodonServer) {
    if let tags = query.tags.first, query.tags.count == 1, query.subjects == .tags {
      self.init(anyOf: tags)
      return
    }
    let words = server.knowsSearchTerms ? query.terms.compactMap(\.mastodon) : query.words
    guard query.subjects.contains(.words) || server.knowsSearchTerms && !words.isEmpty else {
      return nil
    }
    self.init(
      path: Self.searchPath(for: words.joined(separator: " "), "statuses", isPlain: query.isPlain),
      paging: .offset, pagesUpwards: false)
  }

  private init(anyOf tags: [String]) {
    let others = tags.dropFirst().prefix(Self.maximumOtherTags).map { ("any[]", $0) }
    self.init(
      path: MastodonPath(
        "/api/v1/timelines/tag", tags[0],
        query: [("limit", String(Self.limit))] + others), pagesUpwards: false)
  }

  /// Maximum number of tags besides the first in one request for a tag stream.
  private static let maximumOtherTags = 4
}

extension MastodonServer {
  /// True if the server understands `from:` and other search operators: Mastodon since 4.2,
  /// recognisable by the API version since 4.3.
  var knowsSearchTerms: Bool { software == .mastodon && apiVersion > 0 }

  var searchSubjects: SearchSubjects {
    knowsSearchTerms ? .all : [.words, .tags]
  }
}

extension SearchQuery.Term {
  /// The search term in Mastodon's syntax; nil if Mastodon cannot express it. Days are in the
  /// server's time zone, so periods are widened at either end.
  fileprivate var mastodon: String? {
    let text: String? =
      switch kind {
      case .word(let word): word
      case .phrase(let words): "\"\(words)\""
      case .tags(let tags): tags.count == 1 ? "#\(tags[0])" : nil
      case .author(let handle): handle.contains(where: \.isWhitespace) ? nil : "from:\(handle)"
      case .holding(let held): "has:\(held == .photo ? "image" : held.rawValue)"
      case .since(let moment): "after:\(Self.searchDay(of: moment, moved: -2))"
      case .before(let moment): "before:\(Self.searchDay(of: moment, moved: 2))"
      case .language(let language): "language:\(language)"
      case .within, .marked: nil
      }
    return text.map { isExcluded ? "-\($0)" : $0 }
  }

  private static func searchDay(of moment: Timestamp, moved days: Int) -> String {
    let seconds = Int(clamping: moment.milliseconds / 1000) + days * 86_400
    return CalendarDate(seconds: seconds).isoDay
  }
}

/// The position of a page within a list of Mastodon's API, as query items.
struct MastodonCursor: Equatable, Sendable {
  private static let names: Set<Substring> = ["max_id", "offset", "page", "cursor"]

  /// The encoded query items that select a page, to be appended to the list's path.
  let query: String

  init(query: String) { self.query = query }

  init(_ cursor: Cursor) { self.init(query: cursor.rawValue) }

  var cursor: Cursor { Cursor(query) }

  /// Returns the position of the page after a page of a Mastodon list; nil at the end of the list.
  /// Of a link in the reply only the position is used: its address is untrusted, and would be sent
  /// the token.
  static func nextCursor(
    after page: JSON, _ reply: HTTPReply, asked: MastodonCursor?, paging: MastodonPaging,
    id: (JSON) -> String? = { $0["id"].id }
  ) -> MastodonCursor? {
    // An element without an id must not end the list.
    guard let last = page.array.lazy.reversed().compactMap(id).first else { return nil }
    let link = LinkHeader(reply)
    if paging != .offset, let next = paging == .swappedLink ? link.previous : link.next {
      guard let position = pagingQuery(in: next) else { return nil }
      // The link of Pixelfed's list of likes leads back to the top; the id of the like leads on.
      if paging == .link,
        let like = page.array.lazy.reversed().compactMap({ $0["like_id"].id }).first
      {
        return MastodonCursor(query: "max_id=\(WebQuery.percentEncoded(like))")
      }
      return MastodonCursor(query: position)
    }
    switch paging {
    case .ids where reply.headers["Link"] == nil:
      return MastodonCursor(query: "max_id=\(WebQuery.percentEncoded(last))")
    case .offset:
      let start = asked.flatMap { Int($0.query.dropFirst("offset=".utf8.count)) } ?? 0
      return MastodonCursor(query: "offset=\(max(0, start) &+ page.array.count)")
    case .ids, .link, .swappedLink: return nil
    }
  }

  /// Returns the query items of a link that select a page, encoded again, since some servers encode
  /// links wrongly; nil without such items.
  private static func pagingQuery(in link: String) -> String? {
    let query = link.drop { $0 != "?" }.dropFirst().prefix { $0 != "#" }
    let items = query.split(separator: "&").compactMap { item -> (String, String)? in
      let name = item.prefix { $0 != "=" }
      guard names.contains(name) else { return nil }
      return (String(name), WebQuery.percentDecoded(String(item.dropFirst(name.count + 1))))
    }
    return items.isEmpty ? nil : WebQuery(items).text
  }
}

/// The method by which the pages of a list of Mastodon's API are requested.
enum MastodonPaging: Equatable, Sendable {
  /// A method of paging a Mastodon list: by the ids of its elements.
  case ids
  /// A method of paging a Mastodon list: by the reply's link `next`, with numbers that only the
  /// server understands.
  case link
  /// A method of paging a Mastodon list: by the reply's links, whose directions are swapped.
  case swappedLink
  /// A method of paging a Mastodon list: by the number of elements before the page.
  case offset
}
