internal import FeedDomain

/// A post as its server has it now.
struct BlueskyView: Sendable {
  let json: JSON
  let reference: BlueskyReference

  init?(_ json: JSON) {
    guard let reference = BlueskyReference(json) else { return nil }
    self.json = json
    self.reference = reference
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
        return json["posts"].array.compactMap(BlueskyView.init)
      }
      for view in found { views[view.reference.uri] = view }
    }
    return views
  }

  /// A post as it is now; `notFound` where it is gone.
  func view(of post: Post.ID) async throws(FeedError) -> BlueskyView {
    guard let view = try await views(of: [post.rawValue])[post.rawValue] else { throw .notFound }
    return view
  }
}
