internal import FeedDomain

/// What is to be read yet. A post counts once, by however many entries it came.
struct UnreadPosts {
  /// What was not seen, shown or not.
  private var left: Set<FeedEntry.ID>
  private var posts: [FeedEntry.ID: Post.ID] = [:]
  private var entries: [Post.ID: Int] = [:]

  init(_ entries: [FeedEntry.ID] = []) { left = Set(entries) }

  /// How many posts of what is shown.
  var count: Int { entries.count }

  /// Those rows are shown from now on, and no others.
  mutating func show(_ rows: [FeedRow]) {
    (posts, entries) = ([:], [:])
    for case .entry(let entry) in rows where left.contains(entry.id) {
      posts[entry.id] = entry.post.id
      entries[entry.post.id, default: 0] += 1
    }
  }

  /// Takes note of what was seen, and tells what of it was not before.
  mutating func see(_ seen: [FeedEntry.ID]) -> [FeedEntry.ID] {
    let fresh = seen.filter { left.remove($0) != nil }
    for post in fresh.compactMap({ posts.removeValue(forKey: $0) }) {
      let rest = entries[post, default: 1] - 1
      entries[post] = rest > 0 ? rest : nil
    }
    return fresh
  }
}
