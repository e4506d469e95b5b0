internal import FeedDomain

/// New posts of the reader, shown until their home timeline contains them.
struct NewOwnPosts {
  private(set) var entries: [FeedEntry] = []

  var isEmpty: Bool { entries.isEmpty }

  mutating func add(_ post: Post) {
    forget([post.id])
    entries.append(FeedEntry(post))
  }

  /// Removes posts that the timeline contains.
  mutating func forget(_ posts: Set<Post.ID>) { entries.removeAll { posts.contains($0.post.id) } }

  /// Returns rows with the new posts inserted by date.
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
