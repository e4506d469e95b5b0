internal import FeedDomain

/// A post as its server has it now.
struct BlueskyView: Sendable {
  let json: JSON
  let reference: BlueskyReference

  init?(_ json: JSON) {
    guard let reference = BlueskyReference(json) else { return nil }
    (self.json, self.reference) = (json, reference)
  }
}

extension BlueskyConnection {
  /// How many posts can be asked for at once.
  private static let mostPosts = 25

  /// Posts as they are now, by their addresses; those that are gone are missing.
  func views(of posts: [String]) async throws(FeedError) -> [String: BlueskyView] {
    var seen: Set<String> = []
    let posts = posts.filter { seen.insert($0).inserted }
    guard !posts.isEmpty else { return [:] }
    var views: [String: BlueskyView] = [:]
    let labelers = try await reader().taste.acceptedLabelers
    for start in stride(from: 0, to: posts.count, by: Self.mostPosts) {
      let some = posts[start..<min(start + Self.mostPosts, posts.count)]
      let found = try await get(
        "app.bsky.feed.getPosts", some.map { ("uris", $0) }, labelers: labelers
      ) { json throws(FeedError) in
        guard json["posts"].isArray else { throw .badReply }
        return json["posts"].array.readable(BlueskyView.init)
      }
      for view in found { views[view.reference.uri] = view }
    }
    return views
  }

  /// A post as it is now; `notFound` where it is gone.
  func view(of post: Post.ID) async throws(FeedError) -> BlueskyView {
    try await view(of: post, among: try await views(of: [post.rawValue]))
  }

  /// One of the posts that were asked for.
  ///
  /// Those who show posts know of the reader's own a while later than the reader's server, which
  /// tells what was written and nothing else.
  func view(
    of post: Post.ID, among views: [String: BlueskyView]
  ) async throws(FeedError) -> BlueskyView {
    if let view = views[post.rawValue] { return view }
    guard let address = ATAddress(post.rawValue), address.owner == me.rawValue else {
      throw .notFound
    }
    let repository = BlueskyRepository(connection: self)
    guard let told = try await repository.told(address.key, in: address.collection) else {
      throw .notFound
    }
    let shown: JSON = ["uri": told["uri"], "cid": told["cid"], "record": told["value"]]
    guard let view = BlueskyView(shown) else { throw .badReply }
    return view
  }
}
