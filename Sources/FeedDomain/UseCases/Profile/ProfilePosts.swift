/// Somebody's posts, and what they boosted, as far as they were fetched, each post once.
struct ProfilePosts {
  private var confirmed: [FeedEntry] = []
  /// As they are shown.
  private(set) var entries: [FeedEntry] = []
  /// Where they go on.
  private(set) var next: Cursor?

  /// What must be told after a step.
  enum News: Equatable {
    case nothing
    case posts([Post])
    case list
  }

  func post(_ id: Post.ID) -> Post? { entries.first { $0.post.id == id }?.post }

  /// Begins with what is held, down to the first gap.
  @MainActor mutating func adopt(_ window: FeedWindow, through actions: any Acting) -> News {
    confirmed = Self.unique(window.rows.prefix { $0.entry != nil }.compactMap(\.entry))
    _ = overlay(actions)
    return .list
  }

  /// Begins anew with the newest page.
  @MainActor mutating func begin(_ page: FeedPage, through actions: any Acting) -> News {
    confirmed = Self.unique(page.entries)
    next = page.older
    _ = overlay(actions)
    return .list
  }

  /// Goes on with a page.
  @MainActor mutating func append(_ page: FeedPage, through actions: any Acting) -> News {
    let known = Set(confirmed.map(\.post.id))
    confirmed += Self.unique(page.entries).filter { !known.contains($0.post.id) }
    next = page.older
    _ = overlay(actions)
    return .list
  }

  /// Takes a post as the service confirmed it; it shows with the next `overlay`.
  mutating func confirm(_ post: Post) {
    confirmed = confirmed.map { $0.post.id == post.id ? $0.with(post) : $0 }
  }

  /// Lays the waiting actions over the confirmed posts.
  @MainActor mutating func overlay(_ actions: any Acting) -> News {
    let before = entries
    entries = confirmed.filter { !actions.hides($0.post.id) }
      .map { $0.with(actions.shown($0.post)) }
    guard before.map(\.id) == entries.map(\.id) else { return .list }
    let changed = zip(before, entries).filter { $0.post != $1.post }.map(\.1.post)
    return changed.isEmpty ? .nothing : .posts(changed)
  }

  private static func unique(_ entries: [FeedEntry]) -> [FeedEntry] {
    var seen: Set<Post.ID> = []
    return entries.filter { seen.insert($0.post.id).inserted }
  }
}
