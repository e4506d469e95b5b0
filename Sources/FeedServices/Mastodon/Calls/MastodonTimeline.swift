internal import FeedDomain

/// How a stream is asked for.
struct MastodonTimeline: Sendable {
  /// The most that servers give at once.
  static let limit = 40

  let path: MastodonPath
  var paging = MastodonPaging.ids
  var context = MastodonFilter.Context.everybody
  /// Whether only posts with pictures are wanted, of more than the server can be asked for.
  var wantsPhotos = false
  /// Whether it can be asked for what stands right above an entry.
  var goesUp = true

  init(path: MastodonPath, paging: MastodonPaging = .ids, goesUp: Bool) {
    (self.path, self.paging, self.goesUp) = (path, paging, goesUp)
  }

  /// Nil for a stream that no server of the family has.
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
      // Pixelfed leaves out what comes from elsewhere unless it is asked for it.
      let remote = server.software == .pixelfed ? [("remote", "true")] : []
      path = MastodonPath("/api/v1/timelines/public", query: [limit] + remote)
    case .trending:
      path = MastodonPath("/api/v1/trends/statuses", query: [limit])
      paging = .offset
    case .tag(let name): path = MastodonPath("/api/v1/timelines/tag", name, query: [limit])
    case .person(let id):
      path = .person(id, "statuses", query: [limit, ("exclude_replies", "true")])
      context = .account
    case .answers(let id):
      path = .person(id, "statuses", query: [limit])
      context = .account
    case .portfolio(let id):
      path = .person(id, "statuses", query: [limit, ("only_media", "true")])
      context = .account
      // Some servers know of no such wish, and films and sounds are media as well.
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
    goesUp = paging == .ids && server.software.goesUp
  }

  /// Somebody is asked for where they are, too.
  static func lookup(_ handle: String) -> MastodonPath {
    MastodonPath(
      "/api/v2/search",
      query: [("q", handle), ("type", "accounts"), ("limit", String(limit)), ("resolve", "true")])
  }

  /// Words that look like an address or a handle are looked up there; a word is not sent around.
  static func search(_ words: String, _ type: String, isPlain: Bool = true) -> MastodonPath {
    let isElsewhere = isPlain && (words.hasPrefix("https://") || words.dropFirst().contains("@"))
    return MastodonPath(
      "/api/v2/search",
      query: [("q", words), ("type", type), ("limit", String(limit))]
        + (isElsewhere ? [("resolve", "true")] : []))
  }
}
