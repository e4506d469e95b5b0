internal import FeedDomain

/// What the reader posted a moment ago, until their stream at home brings it: it is there at once,
/// and nothing has to be asked for.
struct FreshPosts {
  private(set) var entries: [FeedEntry] = []

  /// Whether something is awaited.
  var isEmpty: Bool { entries.isEmpty }

  /// Takes a post as the service confirmed it.
  mutating func add(_ post: Post) {
    forget([post.id])
    entries.append(FeedEntry(post))
  }

  /// Awaits these no longer.
  mutating func forget(_ posts: Set<Post.ID>) { entries.removeAll { posts.contains($0.post.id) } }

  /// The rows of the top of a stream with those that are not among them, each where the service
  /// would have put it.
  func woven(into rows: [FeedRow], now: Timestamp) -> [FeedRow] {
    var rows = rows
    let held = Set(rows.compactMap(\.entry?.id))
    for entry in entries where !held.contains(entry.id) {
      // When something was boosted is not told; a date that is still to come cannot be right.
      let newer = rows.lastIndex { row in
        guard let other = row.entry, other.boostedBy == nil else { return false }
        return other.post.createdAt > entry.post.createdAt && other.post.createdAt <= now
      }
      rows.insert(.entry(entry), at: newer.map { $0 + 1 } ?? 0)
    }
    return rows
  }
}
