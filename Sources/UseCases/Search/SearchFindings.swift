internal import FeedDomain

/// What was found with some words, here and at the service.
struct SearchFindings {
  /// So many tags and people are shown; whoever wants all of them has a scene for that.
  private static let few = 5

  let question: SearchQuestion
  private var held: [Post] = []
  private var sent: [Post] = []
  private var tags: [String] = []
  private var people: [Person] = []
  /// Which streams that are held have the posts in them.
  private var streams: [Post.ID: [Feed]] = [:]
  /// How the posts at the service go on.
  private(set) var next: Cursor?
  var isAsked = false

  init(_ question: SearchQuestion) { self.question = question }

  /// The posts that the service told.
  var sentIDs: Set<Post.ID> { Set(sent.map(\.id)) }

  mutating func take(held posts: [Post]) { held = posts }

  mutating func take(tags found: [String]) { tags = found }

  mutating func take(people found: [Person]) { people = found }

  mutating func take(streams found: [Post.ID: [Feed]]) {
    streams.merge(found) { _, later in later }
  }

  mutating func take(_ page: Page<Post>) {
    sent += page.elements
    next = page.elements.isEmpty ? nil : page.next
  }

  mutating func confirm(_ post: Post) {
    held = held.map { $0.id == post.id ? post : $0 }
    sent = sent.map { $0.id == post.id ? post : $0 }
  }

  /// The posts, the newest first, each once: what the service says of one is younger than what is
  /// held of it.
  func posts(now: Timestamp) -> [Post] {
    var seen: Set<Post.ID> = []
    return zip(sent + held, Self.dates(of: sent, now) + Self.dates(of: held, now))
      .filter { post, _ in seen.insert(post.id).inserted }
      .sorted { ($0.1, $0.0.id.rawValue) > ($1.1, $1.0.id.rawValue) }
      .map(\.0)
  }

  /// Everything as it is shown, with the posts as they look with the waiting actions.
  @MainActor func found(
    showing posts: [Post], _ grouping: SearchGrouping, through actions: PendingActions,
    in session: Session
  ) -> Search.Found {
    Search.Found(
      question.query, tags: Array(allTags.prefix(Self.few)),
      people: people.prefix(Self.few).map { actions.shown($0) },
      everybody: people.count > Self.few ? question.person : nil,
      sections: grouping.sections(posts, in: streams, tabs: session.tabs), order: grouping.order,
      narrowed: grouping.narrowed, hasMore: next != nil, isAsked: isAsked,
      account: session.account)
  }

  private static func dates(of posts: [Post], _ now: Timestamp) -> [Timestamp] {
    posts.map(\.createdAt).ordered(now: now)
  }

  /// The tags that were typed come first, whether or not the service knows them.
  private var allTags: [String] {
    let written = question.writtenTags
    let names = Set(written.map { $0.lowercased() })
    return written + tags.filter { !names.contains($0.lowercased()) }
  }
}
