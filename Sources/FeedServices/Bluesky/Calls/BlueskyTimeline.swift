internal import FeedDomain

/// How a stream is asked for.
struct BlueskyTimeline: Sendable {
  let method: String
  var query: [(String, String?)] = []
  var place = BlueskyReader.Place.elsewhere
  /// Whether only posts with pictures are wanted, of more than the server can be asked for.
  var wantsPhotos = false
  /// Whether what is newer stands above what was there, so that one can look for it from the top.
  var goesUp = true

  /// Nil for a stream that Bluesky does not have.
  init?(_ feed: Feed, me: Person.ID) {
    switch feed {
    case .home, .photos:
      method = "app.bsky.feed.getTimeline"
      place = .home
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
      // Films are media as well.
      wantsPhotos = true
    case .likes:
      method = "app.bsky.feed.getActorLikes"
      query = [("actor", me.rawValue)]
      goesUp = false
    case .bookmarks:
      method = "app.bsky.bookmark.getBookmarks"
      goesUp = false
    case .list(let id, _):
      let isList = ATAddress(id)?.collection == "app.bsky.graph.list"
      method = isList ? "app.bsky.feed.getListFeed" : "app.bsky.feed.getFeed"
      query = [(isList ? "list" : "feed", id)]
      // What computes a feed may put anything anywhere.
      goesUp = isList
    case .everything, .local, .federated, .trending, .nearby, .search: return nil
    }
  }
}
