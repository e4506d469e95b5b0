internal import FeedDomain
internal import Groundwork

struct MastodonFeeds: FeedGateway {
  /// Maximum number of requests for one page of a Mastodon stream, as filters can leave a page of
  /// the server without visible posts.
  private static let maximumRequests = 5
  private static let minimumPhotos = 10
  /// Maximum size in bytes of a Mastodon conversation. Servers send up to 4,096 posts above and
  /// 4,096 below a post in one reply without pages, with some 3 kilobytes and 100 JSON values each.
  private static let maximumConversationBytes = 32 << 20
  private static let maximumConversationValues = 1_200_000

  let connection: MastodonConnection

  func feedPage(of feed: Feed, _ fetchRange: FetchRange) async throws(FeedError) -> FeedPage {
    guard let timeline = MastodonStreamRequest(feed, at: connection.server) else { throw .notFound }
    return switch fetchRange {
    case .latest: try await fetchTimelinePage(of: timeline, from: nil)
    case .older(let cursor): try await fetchTimelinePage(of: timeline, from: MastodonCursor(cursor))
    case .newer(let entry): try await fetchTimelinePageAbove(of: timeline, above: entry)
    }
  }

  func post(_ id: Post.ID) async throws(FeedError) -> Post {
    // A post that was opened is shown whatever the filters say.
    let reader = connection.makeJSONReader()
    return try await connection.getJSON(.postPath(id)) { json, _ throws(FeedError) in
      guard let post = reader.parsedPost(json) else { throw .badReply }
      return post
    }
  }

  func conversation(of post: Post.ID) async throws(FeedError) -> Conversation {
    try await conversation(of: post, knownPost: try await self.post(post))
  }

  func conversation(of post: Post.ID, knownPost focus: Post) async throws(FeedError) -> Conversation
  {
    let reader = try await connection.makeFilteringJSONReader(.thread)
    var request = HTTPRequest(
      .get, MastodonAPIPath.postPath(post, "context").text,
      maximumBytes: Self.maximumConversationBytes)
    request.maximumJSONValues = Self.maximumConversationValues
    return try await connection.client.requestJSON(request) { json, reply in
      MastodonConversationTree(
        ancestors: reader.parsedPostsExceptHidden(json["ancestors"]), focus: focus,
        descendants: reader.parsedPostsExceptHidden(json["descendants"])
      ).conversation(
        around: focus, retryDelay: MastodonAsyncRefreshHeader.retryPause(in: reply.headers))
    }
  }

  func foundPosts(
    matching query: SearchQuery, after cursor: Cursor?
  ) async throws(FeedError) -> Page<Post> {
    guard let timeline = MastodonStreamRequest(query, at: connection.server) else {
      return Page([])
    }
    let page = try await fetchTimelinePage(of: timeline, from: cursor.map { MastodonCursor($0) })
    return Page(page.entries.map(\.post), nextCursor: page.older)
  }

  private func fetchTimelinePage(
    of timeline: MastodonStreamRequest, from start: MastodonCursor?
  ) async throws(FeedError) -> FeedPage {
    var cursor = start
    var entries: [FeedEntry] = []
    var isUnfinished = false
    for _ in 0..<Self.maximumRequests {
      let (page, _) = try await fetchTimelinePageAndAllIDs(of: timeline, at: cursor)
      entries += page.entries
      cursor = page.older.map { MastodonCursor($0) }
      isUnfinished = isUnfinished || page.isUnfinished
      let isEnough = entries.count >= (timeline.wantsPhotos ? Self.minimumPhotos : 1)
      if cursor == nil || isEnough { break }
    }
    return FeedPage(entries, older: cursor?.cursor, isUnfinished: isUnfinished)
  }

  /// Fetches the entries just above a known entry of a Mastodon stream. Throws `notFound` if the
  /// server cannot return them, or if filters hide all entries of several successive pages.
  private func fetchTimelinePageAbove(
    of timeline: MastodonStreamRequest, above entry: FeedEntry.ID
  ) async throws(FeedError) -> FeedPage {
    guard timeline.pagesUpwards else { throw .notFound }
    var anchor = FeedEntry.entryIDAtServer(of: entry)
    for _ in 0..<Self.maximumRequests {
      let (page, ids) = try await fetchTimelinePageAndAllIDs(
        of: timeline, at: MastodonCursor(above: anchor))
      // Some servers return more than the entries above the anchor.
      let above = Set(ids.prefix { $0 != anchor })
      guard let top = ids.first, top != anchor else {
        return FeedPage([], older: nil, isUnfinished: page.isUnfinished)
      }
      let entries =
        ids.contains(anchor)
        ? page.entries.filter { above.contains(FeedEntry.entryIDAtServer(of: $0.id)) }
        : page.entries
      if !entries.isEmpty {
        // Servers leave posts out of a page, so a short page is not the last.
        return FeedPage(entries, older: page.older, hasNewer: true, isUnfinished: page.isUnfinished)
      }
      anchor = top
    }
    throw .notFound
  }

  /// Fetches one page of a Mastodon stream by a single request; `ids` are the ids of all entries in
  /// the reply, also of hidden ones.
  private func fetchTimelinePageAndAllIDs(
    of timeline: MastodonStreamRequest, at position: MastodonCursor?
  ) async throws(FeedError) -> (page: FeedPage, ids: [String]) {
    let reader = try await connection.makeFilteringJSONReader(timeline.context)
    return try await connection.getJSON(timeline.path.appendingQuery(position?.query)) {
      json, reply throws(FeedError) in
      let list = json.isArray ? json : json["statuses"]
      guard list.isArray else { throw .badReply }
      let entries = reader.parsedEntriesExceptHidden(list).filter {
        !timeline.wantsPhotos || $0.post.content.photos.contains { !$0.renditions.isEmpty }
      }
      let next = MastodonCursor.nextCursor(
        after: list, reply, asked: position, paging: timeline.paging)
      // Status 206 means that the server is still building the stream, as after a long absence.
      return (
        FeedPage(entries, older: next?.cursor, isUnfinished: reply.status == 206),
        list.array.compactMap { reader.parsedPostID($0["id"]) }
      )
    }
  }
}

struct MastodonStreamRequest: Sendable {
  static let limit = 40

  let path: MastodonAPIPath
  var paging = MastodonPagingMethod.ids
  var context = MastodonFilterEffect.MastodonFilterContext.everybody
  var wantsPhotos = false
  var pagesUpwards = true

  init(path: MastodonAPIPath, paging: MastodonPagingMethod = .ids, pagesUpwards: Bool) {
    (self.path, self.paging, self.pagesUpwards) = (path, paging, pagesUpwards)
  }

  /// Creates the Mastodon request for a stream's pages; nil for a stream that the API lacks.
  init?(_ feed: Feed, at server: MastodonServer) {
    let limit = ("limit", String(Self.limit))
    switch feed {
    case .home, .photos:
      let boosts = server.software == .pixelfed ? [("include_reblogs", "1")] : []
      path = MastodonAPIPath("/api/v1/timelines/home", query: [limit] + boosts)
      context = .home
      wantsPhotos = feed == .photos
    case .local:
      path = MastodonAPIPath("/api/v1/timelines/public", query: [("local", "true"), limit])
    case .federated:
      // Pixelfed omits remote posts by default.
      let remote = server.software == .pixelfed ? [("remote", "true")] : []
      path = MastodonAPIPath("/api/v1/timelines/public", query: [limit] + remote)
    case .trending:
      path = MastodonAPIPath("/api/v1/trends/statuses", query: [limit])
      paging = .offset
    case .tag(let name): path = MastodonAPIPath("/api/v1/timelines/tag", name, query: [limit])
    case .person(let id):
      path = .personPath(id, "statuses", query: [limit, ("exclude_replies", "true")])
      context = .account
    case .answers(let id):
      path = .personPath(id, "statuses", query: [limit])
      context = .account
    case .portfolio(let id):
      path = .personPath(id, "statuses", query: [limit, ("only_media", "true")])
      context = .account
      // Some servers ignore `only_media`, and videos and audio are media as well.
      wantsPhotos = true
    case .likes:
      path = MastodonAPIPath("/api/v1/favourites", query: [limit])
      paging = .link
    case .bookmarks:
      path = MastodonAPIPath("/api/v1/bookmarks", query: [limit])
      paging = .link
    case .list(let id, _):
      path = MastodonAPIPath("/api/v1/timelines/list", id, query: [limit])
      context = .home
    case .everything, .nearby, .search: return nil
    }
    pagesUpwards = paging == .ids && server.software.pagesUpwards
  }

  /// Returns the path of Mastodon's API that searches for a person by handle; the account's server
  /// also asks the server in the handle.
  static func pathOfHandleSearch(for handle: String) -> MastodonAPIPath {
    MastodonAPIPath(
      "/api/v2/search",
      query: [("q", handle), ("type", "accounts"), ("limit", String(limit)), ("resolve", "true")])
  }

  /// Returns the API path of a search for typed words, with results of a type such as "accounts".
  /// If the words are an address or a handle, and `isPlain` is true, the account's server also asks
  /// other servers.
  static func searchPathResolvingAddresses(for words: String, _ type: String, isPlain: Bool = true)
    -> MastodonAPIPath
  {
    let isElsewhere = isPlain && (words.hasPrefix("https://") || words.dropFirst().contains("@"))
    return MastodonAPIPath(
      "/api/v2/search",
      query: [("q", words), ("type", type), ("limit", String(limit))]
        + (isElsewhere ? [("resolve", "true")] : []))
  }

  /// Creates the Mastodon request for the pages of a search; nil if no term can be sent. Tags alone
  /// are requested as a tag stream, which servers without a search index have, too, and so are tags
  /// without words at servers that search for words only; terms that are not sent filter the
  /// replies later.
  init?(_ query: SearchQuery, at server: MastodonServer) {
    let isOneTagTerm = query.tags.count == 1 && query.subjects == .tags
    if let tags = query.tags.first,
      isOneTagTerm || !server.knowsSearchTerms && query.words.isEmpty
    {
      self.init(anyOf: tags)
      return
    }
    let words = server.knowsSearchTerms ? query.terms.compactMap(\.mastodon) : query.words
    guard query.subjects.contains(.words) || server.knowsSearchTerms && !words.isEmpty else {
      return nil
    }
    self.init(
      path: Self.searchPathResolvingAddresses(
        for: words.joined(separator: " "), "statuses", isPlain: query.isPlain),
      paging: .offset, pagesUpwards: false)
  }

  private init(anyOf tags: [String]) {
    let others = tags.dropFirst().prefix(Self.maximumOtherTags).map { ("any[]", $0) }
    self.init(
      path: MastodonAPIPath(
        "/api/v1/timelines/tag", tags[0],
        query: [("limit", String(Self.limit))] + others), pagesUpwards: false)
  }

  /// Maximum number of tags besides the first in one Mastodon request for the stream of a tag.
  private static let maximumOtherTags = 4
}

extension MastodonServer {
  /// True if the Mastodon server is known to understand search operators such as `from:`, as from
  /// version 4.3 on, recognised by the API version.
  var knowsSearchTerms: Bool { software == .mastodon && apiVersion > 0 }

  var searchSubjects: SupportedSearchTerms {
    knowsSearchTerms ? .all : [.words, .tags]
  }
}

extension SearchQuery.SearchTerm {
  /// The search term in Mastodon's search syntax; nil if Mastodon cannot express it. Periods are
  /// widened by a day at either end, as the server takes days in its own time zone.
  fileprivate var mastodon: String? {
    let text: String? =
      switch wordTermKind {
      case .word(let word): word
      case .phrase(let words): "\"\(words)\""
      case .tags(let tags): tags.count == 1 ? "#\(tags[0])" : nil
      case .author(let handle): handle.contains(where: \.isWhitespace) ? nil : "from:\(handle)"
      case .holding(let held): "has:\(held == .photo ? "image" : held.rawValue)"
      case .since(let moment): "after:\(Self.searchDateText(of: moment, moved: -2))"
      case .before(let moment): "before:\(Self.searchDateText(of: moment, moved: 2))"
      case .language(let language): "language:\(language)"
      case .inFeed, .marked, .tagged, .part: nil
      }
    return text.map { isExcluded ? "-\($0)" : $0 }
  }

  private static func searchDateText(of moment: Timestamp, moved days: Int) -> String {
    let seconds = Int(clamping: moment.milliseconds / 1000) + days * 86_400
    return CalendarDateTime(seconds: seconds).isoDay
  }
}

/// A position in a list of Mastodon's API, at which a page begins, as query items.
struct MastodonCursor: Equatable, Sendable {
  private static let names: Set<Substring> = ["max_id", "offset", "page", "cursor"]

  /// The query items that select the page of a Mastodon list, percent-encoded, to be added to the
  /// list's path.
  let query: String

  init(query: String) { self.query = query }

  init(_ cursor: Cursor) { self.init(query: cursor.rawValue) }

  /// Creates the cursor of the page that ends right above the object with an id.
  init(above id: String) { self.init(query: "min_id=\(WebAddressQuery.percentEncoded(id))") }

  /// Creates the cursor of the page that begins right below the object with an id.
  init(below id: String) { self.init(query: "max_id=\(WebAddressQuery.percentEncoded(id))") }

  var cursor: Cursor { Cursor(query) }

  /// Returns the position behind a page of a Mastodon list; nil at the end of the list. Of a link
  /// in the reply only the query items are used, since the token must not be sent to an address
  /// from a reply.
  static func nextCursor(
    after page: JSON, _ reply: HTTPReply, asked: MastodonCursor?, paging: MastodonPagingMethod,
    id: (JSON) -> String? = { $0["id"].id }
  ) -> MastodonCursor? {
    // An element without an id must not end the list.
    guard let last = page.array.lazy.reversed().compactMap(id).first else { return nil }
    let link = LinkHeader(reply)
    if paging != .offset, let next = paging == .swappedLink ? link.previous : link.nextAddress {
      guard let position = pagingQuery(in: next) else {
        return paging == .ids ? MastodonCursor(below: last) : nil
      }
      // The link of Pixelfed's list of likes leads back to the top; the next page begins below the
      // id of the last like.
      if paging == .link,
        let like = page.array.lazy.reversed().compactMap({ $0["like_id"].id }).first
      {
        return MastodonCursor(below: like)
      }
      return MastodonCursor(query: position)
    }
    switch paging {
    // A proxy may add links to other things, such as style sheets; an empty header ends the list.
    case .ids where link.previous == nil && reply.headers.values(named: "Link") != [""]:
      return MastodonCursor(below: last)
    case .offset:
      let start = asked.flatMap { Int($0.query.dropFirst("offset=".utf8.count)) } ?? 0
      return MastodonCursor(query: "offset=\(max(0, start) &+ page.array.count)")
    case .ids, .link, .swappedLink: return nil
    }
  }

  /// Returns those query items of a link to a page of a Mastodon list that select the page, encoded
  /// anew, as some servers encode links wrongly; nil if the link has none.
  private static func pagingQuery(in link: String) -> String? {
    let query = link.drop { $0 != "?" }.dropFirst().prefix { $0 != "#" }
    let items = query.split(separator: "&").compactMap { item -> (String, String)? in
      let name = item.prefix { $0 != "=" }
      guard names.contains(name) else { return nil }
      return (String(name), WebAddressQuery.percentDecoded(String(item.dropFirst(name.count + 1))))
    }
    return items.isEmpty ? nil : WebAddressQuery(items).text
  }
}

enum MastodonPagingMethod: Equatable, Sendable {
  /// A method of paging a Mastodon list: by the link `next` in the reply or, in a reply without
  /// links to pages, by the id of the last element.
  case ids
  /// A method of paging a Mastodon list: by the link `next` in the reply, whose numbers only the
  /// server understands.
  case link
  /// A method of paging a Mastodon list: by the links in the reply, `next` and `prev` swapped.
  case swappedLink
  /// A method of paging a Mastodon list: by the number of elements before the page.
  case offset
}
