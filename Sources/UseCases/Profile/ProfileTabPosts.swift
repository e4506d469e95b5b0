internal import FeedDomain

/// A list of the fetched posts and boosts of a profile tab, without repetitions.
@MainActor
struct ProfileTabPosts {
  var rows = PostRows<FeedEntry>()
  /// The service's cursor of the next page of the person's posts; nil at the end.
  private(set) var nextCursor: Cursor?
  /// True if the newest page of the profile tab's posts was fetched.
  private(set) var isFetched = false

  /// Replaces the profile tab's list by stored posts, down to the first gap.
  mutating func showStoredPosts(_ window: FeedWindow, through actions: UserActionPerformer) {
    replaceRows(with: window.rows.prefix { $0.entry != nil }.compactMap(\.entry), through: actions)
  }

  /// Replaces the profile tab's list by the newest page, below pinned posts.
  mutating func replaceWithFirstPage(
    _ page: FeedPage, below top: [FeedEntry] = [], through actions: UserActionPerformer
  ) {
    replaceRows(with: top + page.entries, through: actions)
    nextCursor = page.older
    isFetched = true
  }

  mutating func appendPage(_ page: FeedPage, through actions: UserActionPerformer) {
    replaceRows(with: rows.confirmed + page.entries, through: actions)
    nextCursor = page.older
  }

  private mutating func replaceRows(with entries: [FeedEntry], through actions: UserActionPerformer)
  {
    var seen: Set<Post.ID> = []
    rows.replaceRows(
      with: entries.filter { seen.insert($0.post.id).inserted }, through: actions)
  }
}

/// A cache of the fetched posts of all profile tabs, with the selected tab.
@MainActor
struct ProfilePostCache {
  /// The kind of posts in the first profile tab; some are shown below the description.
  private let first: ProfileStreamKind
  private(set) var tab: ProfileScene.ProfileTabKind
  private var parts: [ProfileStreamKind: ProfileTabPosts] = [:]
  var pinned: [Post] = []

  init(_ part: ProfileStreamKind = .posts) { (first, tab) = (part, .part(part)) }

  /// The kind of posts in the selected profile tab; nil for tabs without posts.
  var part: ProfileStreamKind? { if case .part(let part) = tab { part } else { nil } }

  /// The posts of the selected profile tab; those of the first tab if the selected one has none.
  var posts: ProfileTabPosts {
    get { parts[part ?? first] ?? ProfileTabPosts() }
    set { parts[part ?? first] = newValue }
  }

  var pinnedIDs: Set<Post.ID> { Set(pinned.map(\.id)) }

  mutating func replaceWithFirstPage(_ page: FeedPage, through actions: UserActionPerformer) {
    let top = part == .posts ? pinned.map { FeedEntry($0) } : []
    posts.replaceWithFirstPage(page, below: top, through: actions)
  }

  /// True if the selected profile tab needs no fetch: its posts were fetched, or the tab shows
  /// something other than posts.
  var isFetched: Bool { part == nil || posts.isFetched }

  /// Selects a profile tab, and applies pending changes to its posts.
  mutating func selectTabApplyingPendingChanges(
    _ tab: ProfileScene.ProfileTabKind, through actions: UserActionPerformer
  ) {
    self.tab = tab
    if isFetched { posts.rows.applyPendingChanges(through: actions) }
  }

  mutating func replacePostVersion(_ post: Post) {
    for part in parts.keys { parts[part]?.rows.replacePostVersions([post]) }
  }

  /// Removes a deleted post from all profile tabs.
  mutating func removePostFromAllTabs(_ post: Post.ID) {
    pinned.removeAll { $0.id == post }
    for part in parts.keys { parts[part]?.rows.removePost(post) }
  }
}

/// A list of the fetched collections of a person's posts; only some are shown at first.
struct ProfileCollections {
  private static let firstShownCount = 5

  private var all: [Feed] = []
  private var isWhole = false
  /// The service's cursor of the next page of the person's collections; nil at the end.
  private(set) var nextCursor: Cursor?

  var shownCollections: [Feed] { isWhole ? all : Array(all.prefix(Self.firstShownCount)) }
  var hasMore: Bool { nextCursor != nil || shownCollections.count < all.count }

  mutating func replaceCollectionsWithFirstPage(_ page: Page<Feed>) {
    all = []
    appendCollectionsPage(page)
  }

  mutating func appendCollectionsPage(_ page: Page<Feed>) {
    var known = Set(all)
    all += page.elements.filter { known.insert($0).inserted }
    nextCursor = page.nextCursor
  }

  /// Shows all fetched collections of a person; returns the service's cursor of the next page if
  /// all were shown already.
  mutating func showFetchedCollectionsOrReturnCursor() -> Cursor? {
    let wasWhole = shownCollections.count == all.count
    isWhole = true
    return wasWhole ? nextCursor : nil
  }
}
