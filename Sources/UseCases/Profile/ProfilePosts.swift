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

/// What somebody posted, as far as it was fetched, and what is looked at of it.
@MainActor struct ProfilePages {
  private(set) var tab: Profile.Tab
  private var parts: [ProfilePart: ProfilePosts] = [:]
  /// What they put at the top of their profile.
  var pinned: [Post] = []

  /// Begins with that part.
  init(_ part: ProfilePart = .posts) { tab = .part(part) }

  /// The part of it that is looked at; nil for none.
  var part: ProfilePart? { if case .part(let part) = tab { part } else { nil } }

  /// What is known of the part that is looked at.
  var posts: ProfilePosts {
    get { part.flatMap { parts[$0] } ?? ProfilePosts() }
    set { if let part { parts[part] = newValue } }
  }

  var pinnedIDs: Set<Post.ID> { Set(pinned.map(\.id)) }

  /// Begins the part that is looked at anew with its newest page, below what is pinned.
  mutating func begin(_ page: FeedPage, through actions: PendingActions) {
    let top = part == .posts ? pinned.map { FeedEntry($0) } : []
    posts.begin(page, below: top, through: actions)
  }

  /// Whether nothing of that is to be asked for.
  var isFetched: Bool { part == nil || posts.isFetched }

  /// Looks at something else, with what was done since it was looked at last.
  mutating func look(at tab: Profile.Tab, through actions: PendingActions) {
    self.tab = tab
    if part != nil, isFetched { _ = posts.rows.overlay(through: actions) }
  }

  /// Takes a post as the service confirmed it, in all parts.
  mutating func confirm(_ post: Post) {
    for part in parts.keys { parts[part]?.rows.confirm([post]) }
  }
}

/// What somebody put together, as far as it was fetched, each once; a few of it until the reader wants
/// to see more.
struct ProfileCollections {
  private static let few = 5

  private var all: [Feed] = []
  private var isWhole = false
  /// Where they go on.
  private(set) var next: Cursor?

  /// What is shown of it.
  var shown: [Feed] { isWhole ? all : Array(all.prefix(Self.few)) }
  /// Whether there is more than what is shown.
  var hasMore: Bool { next != nil || shown.count < all.count }

  /// Begins anew with the first page.
  mutating func begin(_ page: Page<Feed>) {
    all = []
    append(page)
  }

  mutating func append(_ page: Page<Feed>) {
    var known = Set(all)
    all += page.elements.filter { known.insert($0).inserted }
    next = page.next
  }

  /// Shows all that was fetched; where to go on where that is no more than what was shown.
  mutating func expand() -> Cursor? {
    let wasWhole = shown.count == all.count
    isWhole = true
    return wasWhole ? next : nil
  }
}
