internal import FeedDomain

/// What was found with some words, here and at the service.
struct SearchFindings: Equatable, Sendable {
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

  /// Returns the results, with the posts as they are shown.
  func found(
    showing posts: [Post], _ grouping: SearchGrouping, tabs: [StreamTab]
  ) -> Search.Found {
    Search.Found(
      question.query, tags: Array(allTags.prefix(Self.few)), people: Array(people.prefix(Self.few)),
      everybody: people.count > Self.few ? question.person : nil,
      sections: grouping.sections(posts, in: streams, tabs: tabs), order: grouping.order,
      narrowed: grouping.narrowed, hasMore: next != nil, isAsked: isAsked)
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

/// What somebody typed to look for.
struct SearchQuestion: Equatable, Sendable {
  let query: SearchQuery

  /// Nil where nothing but blanks was typed.
  @MainActor init?(_ typed: String, _ session: Session) {
    guard !typed.allSatisfy(\.isWhitespace) else { return nil }
    query = SearchQuery(typed, by: session.account.handle, in: session.world)
  }

  /// As it is kept, and typed again.
  var text: String { query.text }

  /// How a tag begins that is meant; nil where none can be.
  var tag: String? {
    guard query.terms.count == 1, let term = query.terms.first, !term.isExcluded else { return nil }
    switch term.kind {
    case .word(let word) where word.first != "@": return word
    case .tags(let tags) where tags.count == 1: return tags[0]
    default: return nil
    }
  }

  /// The tags that were written out as such.
  var writtenTags: [String] { query.tags.flatMap(\.self) }

  /// How somebody is called who is meant; nil where it is nobody.
  var person: String? {
    guard query.isPlain else { return query.authors.first }
    let words = query.words.joined(separator: " ")
    let name = words.first == "@" ? String(words.dropFirst()) : words
    return name.isEmpty ? nil : name
  }
}

/// How the reader wants what was found put together.
struct SearchGrouping: Equatable, Sendable {
  var order = Search.Order.time
  /// The group that alone is shown.
  var narrowed: Search.Group?

  /// The posts, which are the newest first, in groups: a post that stands in several streams is under
  /// the first of them. These are the streams that hold each post, and the reader's tabs.
  func sections(
    _ posts: [Post], in streams: [Post.ID: [Feed]], tabs: [StreamTab]
  ) -> [Search.Section] {
    guard order != .time else { return [Search.Section(posts: posts)] }
    var groups: [Search.Group] = []
    var members: [Search.Group: [Post]] = [:]
    for post in posts {
      let group = group(of: post, streams[post.id] ?? [], tabs)
      if members[group] == nil { groups.append(group) }
      members[group, default: []].append(post)
    }
    let sections = groups.sorted { rank($0, members, tabs) < rank($1, members, tabs) }
      .map { group in
        let posts = members[group] ?? []
        return Search.Section(
          group, author: order == .person ? posts.first?.author : nil, posts: posts)
      }
    return narrowed.map { group in sections.filter { $0.group == group } } ?? sections
  }

  private func group(of post: Post, _ streams: [Feed], _ tabs: [StreamTab]) -> Search.Group {
    guard order == .stream else { return .person(post.author.id) }
    let first = streams.min { place($0, tabs) < place($1, tabs) }
    return first.map { .stream($0) } ?? .noStream
  }

  /// Streams stand as the tabs do, the others behind; people by how much of them was found. What is
  /// alike keeps the order of time, since sorting does.
  private func rank(
    _ group: Search.Group, _ members: [Search.Group: [Post]], _ tabs: [StreamTab]
  ) -> Int {
    switch group {
    case .stream(let feed): place(feed, tabs)
    case .noStream: .max
    case .person: 0 - (members[group]?.count ?? 0)
    }
  }

  private func place(_ feed: Feed, _ tabs: [StreamTab]) -> Int {
    tabs.firstIndex { $0.offers(feed) } ?? tabs.count
  }
}
