internal import FeedDomain

/// Somebody's posts, and what they boosted, as far as they were fetched, each post once.
@MainActor struct ProfilePosts {
  var rows = LivePosts<FeedEntry>()
  /// Where they go on.
  private(set) var next: Cursor?
  /// Whether the newest page was fetched, rather than what is held alone.
  private(set) var isFetched = false

  /// Begins with what is held, down to the first gap.
  mutating func adopt(_ window: FeedWindow, through actions: PendingActions) {
    take(window.rows.prefix { $0.entry != nil }.compactMap(\.entry), through: actions)
  }

  /// Begins anew with the newest page, below what always stands first.
  mutating func begin(
    _ page: FeedPage, below top: [FeedEntry] = [], through actions: PendingActions
  ) {
    take(top + page.entries, through: actions)
    next = page.older
    isFetched = true
  }

  mutating func append(_ page: FeedPage, through actions: PendingActions) {
    take(rows.confirmed + page.entries, through: actions)
    next = page.older
  }

  private mutating func take(_ entries: [FeedEntry], through actions: PendingActions) {
    var seen: Set<Post.ID> = []
    _ = rows.adopt(
      entries.filter { seen.insert($0.post.id).inserted }, through: actions)
  }
}
