internal import FeedDomain

/// What somebody posted, as far as it was fetched, and what is looked at of it.
@MainActor struct ProfileShelf {
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
