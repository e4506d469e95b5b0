/// Somebody's posts as far as they were fetched, each once.
struct ProfilePosts {
  private var confirmed: [Post] = []
  /// As they are shown.
  private(set) var shown: [Post] = []
  /// Where they go on.
  private(set) var next: Cursor?

  /// What must be told after a step.
  enum News: Equatable {
    case nothing
    case posts([Post])
    case list
  }

  func post(_ id: Post.ID) -> Post? { shown.first { $0.id == id } }

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
    let known = Set(confirmed.map(\.id))
    confirmed += Self.unique(page.entries).filter { !known.contains($0.id) }
    next = page.older
    _ = overlay(actions)
    return .list
  }

  /// Takes a post as the service confirmed it; it shows with the next `overlay`.
  mutating func confirm(_ post: Post) {
    confirmed = confirmed.map { $0.id == post.id ? post : $0 }
  }

  /// Lays the waiting actions over the confirmed posts.
  @MainActor mutating func overlay(_ actions: any Acting) -> News {
    let before = shown
    shown = confirmed.filter { !actions.hides($0.id) }.map { actions.shown($0) }
    guard before.map(\.id) == shown.map(\.id) else { return .list }
    let changed = zip(before, shown).filter { $0 != $1 }.map(\.1)
    return changed.isEmpty ? .nothing : .posts(changed)
  }

  private static func unique(_ entries: [FeedEntry]) -> [Post] {
    var seen: Set<Post.ID> = []
    return entries.map(\.post).filter { seen.insert($0.id).inserted }
  }
}
