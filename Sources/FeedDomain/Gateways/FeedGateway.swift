/// Which stretch of a stream is asked for.
public enum StreamRange: Hashable, Sendable {
  /// The newest page.
  case latest
  /// The page that comes after the cursor, downwards.
  case older(Cursor)
  /// The page right above the entry: the oldest of what is newer than it.
  case newer(FeedEntry.ID)
}

/// A page of a stream.
public struct FeedPage: Equatable, Sendable {
  /// The entries, from the top of the stream downwards.
  public let entries: [FeedEntry]
  /// How to ask for what comes below; nil where the stream ends.
  public let older: Cursor?
  /// Whether there is more above it.
  public let hasNewer: Bool
  /// Whether the service is still gathering the stream: more may come anywhere in it.
  public let isUnfinished: Bool

  package init(
    _ entries: [FeedEntry], older: Cursor?, hasNewer: Bool = false, isUnfinished: Bool = false
  ) {
    self.entries = entries
    self.older = older
    self.hasNewer = hasNewer
    self.isUnfinished = isUnfinished
  }

  /// The same page with its posts as they are there, in the same order.
  package func showing(_ posts: [Post]) -> FeedPage {
    FeedPage(
      zip(entries, posts).map { $0.with($1) }, older: older, hasNewer: hasNewer,
      isUnfinished: isUnfinished)
  }
}

extension FeedPage {
  /// The same page, where a post without a date stands where the service told it: next to those around
  /// it, and not at the top of all that is held.
  package func dated(now: Timestamp) -> FeedPage {
    // When something was boosted nobody tells.
    let posts = entries.map(\.post).dated(now: now) { entries[$0].boostedBy == nil }
    return posts.map(showing) ?? self
  }
}

/// Pages of posts from a service.
public protocol FeedGateway: Sendable {
  /// A page of a stream.
  func page(of feed: Feed, _ streamRange: StreamRange) async throws(FeedError) -> FeedPage
  /// A post with what it answers and what answers it.
  func conversation(of post: Post.ID) async throws(FeedError) -> Conversation
  /// The same, where the post was told just now: what tells it alone need not be asked.
  func conversation(of post: Post.ID, told: Post) async throws(FeedError) -> Conversation
  /// Posts that a query finds, as far as the service knows what it asks for.
  func posts(matching query: SearchQuery, after cursor: Cursor?) async throws(FeedError)
    -> Page<Post>
}

extension FeedGateway {
  /// Most tell a post along with its answers.
  public func conversation(
    of post: Post.ID, told: Post
  ) async throws(FeedError) -> Conversation {
    try await conversation(of: post)
  }
}

/// The walk through the pages of a list: pages of some services overlap, and those of others lead back
/// to where the walk was.
package struct PageWalk: Sendable {
  /// So many pages in a row may have nothing new before the walk ends.
  private static let mostPagesWithoutNews = 8

  private var asked: Set<Cursor>
  private var withoutNews = 0

  /// Whether the walk ended because pages lead on with nothing new on them.
  package var isTired: Bool { withoutNews >= Self.mostPagesWithoutNews }

  /// A walk that begins at that cursor; nil at the top.
  package init(from start: Cursor? = nil) { asked = start.map { [$0] } ?? [] }

  /// The cursor to go on with after a page that leads to `next`; nil where nothing more is to be had.
  package mutating func step(to next: Cursor?, foundNew: Bool) -> Cursor? {
    withoutNews = foundNew ? 0 : withoutNews + 1
    guard let next, !isTired, asked.insert(next).inserted else {
      return nil
    }
    return next
  }

  /// Asks for the page after a cursor, and for those after it until one has something new.
  ///
  /// The page that is returned has what is new on the last one asked for, and leads on from there.
  package static func page<Element: Sendable>(
    after start: Cursor?, isNew: @Sendable (Element) -> Bool,
    ask: @Sendable (Cursor?) async throws(FeedError) -> Page<Element>
  ) async throws(FeedError) -> Page<Element> {
    var walk = PageWalk(from: start)
    var cursor = start
    while true {
      let page = try await ask(cursor)
      let foundNew = page.elements.contains(where: isNew)
      let next = walk.step(to: page.next, foundNew: foundNew)
      guard !foundNew, let next else { return Page(page.elements, next: next) }
      cursor = next
    }
  }
}

public enum PeopleList: Hashable, Sendable {
  case likers(Post.ID)
  case boosters(Post.ID)
  /// Those who follow somebody.
  case followers(Person.ID)
  /// Those whom somebody follows.
  case following(Person.ID)
  /// Those who follow somebody and whom the reader follows.
  case familiar(Person.ID)
  /// Those whom the service thinks the reader might like to follow.
  case suggested
  /// Those whom somebody shows on their profile.
  case featured(Person.ID)
  /// Those at the reader's server who want to be found, the most active first.
  case directory
  /// Those who ask to follow the reader.
  case requests
  /// Those whose name or handle matches the words.
  case matching(String)
}

/// Kinds of lists of people.
public struct PeopleLists: OptionSet, Hashable, Sendable {
  public let rawValue: Int
  /// The kinds with these bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let likers = PeopleLists(rawValue: 1)
  public static let boosters = PeopleLists(rawValue: 2)
  /// Those who follow somebody, and those whom somebody follows.
  public static let followers = PeopleLists(rawValue: 4)
  public static let matching = PeopleLists(rawValue: 8)
  /// Those who follow somebody and whom the reader follows.
  public static let familiar = PeopleLists(rawValue: 16)
  /// Those whom the service thinks the reader might like to follow.
  public static let suggested = PeopleLists(rawValue: 32)
  /// Those whom somebody shows on their profile.
  public static let featured = PeopleLists(rawValue: 64)
  /// Those at the reader's server who want to be found.
  public static let directory = PeopleLists(rawValue: 128)
  /// Those who ask to follow the reader.
  public static let requests = PeopleLists(rawValue: 256)
  /// Those that most services tell.
  public static let most: PeopleLists = [.likers, .boosters, .followers, .matching]
  /// All that are told without a locked profile.
  public static let all: PeopleLists = [.most, .familiar, .suggested, .featured, .directory]
}

/// People at a service, and what they put together there.
public protocol PeopleGateway: Sendable {
  /// The lists that the service tells.
  var lists: PeopleLists { get }
  /// Whether it tells of others than the reader.
  var knowsOthers: Bool { get }
  /// Whether it tells what they put together for others to look at.
  var tellsCollections: Bool { get }
  /// Somebody, with counts and relationship.
  func person(_ id: Person.ID) async throws(FeedError) -> Person
  /// Whoever has that handle, with or without the server; `notFound` where nobody has.
  func person(called handle: String) async throws(FeedError) -> Person
  func people(_ list: PeopleList, after cursor: Cursor?) async throws(FeedError) -> Page<Person>
  /// A page of somebody's collections, each a stream.
  func collections(
    of person: Person.ID, after cursor: Cursor?
  ) async throws(FeedError) -> Page<Feed>
}

extension PeopleList {
  public var kind: PeopleLists {
    switch self {
    case .likers: .likers
    case .boosters: .boosters
    case .followers, .following: .followers
    case .familiar: .familiar
    case .suggested: .suggested
    case .featured: .featured
    case .directory: .directory
    case .requests: .requests
    case .matching: .matching
    }
  }
}

extension PeopleGateway {
  /// At many services people are known by their handles.
  public func person(called handle: String) async throws(FeedError) -> Person {
    try await person(Person.ID(handle))
  }
  /// Most services tell of everybody.
  public var knowsOthers: Bool { true }
  /// Most services tell them all.
  public var lists: PeopleLists { .most }
  /// At most services nobody puts anything together.
  public var tellsCollections: Bool { false }
  /// None, where nobody puts anything together.
  public func collections(
    of person: Person.ID, after cursor: Cursor?
  ) async throws(FeedError) -> Page<Feed> { Page([]) }
}

/// What happened to the reader.
public protocol NotificationGateway: Sendable {
  /// What kinds of things it tells.
  var kinds: Set<Notification.Kind> { get }
  /// A page of notices, the latest first.
  func notices(after cursor: Cursor?) async throws(FeedError) -> Page<Notification>
}

/// What a service tells by itself, while somebody listens.
public indirect enum LiveEvent: Equatable, Sendable {
  /// The service is heard: from now on every new entry of these streams is told, until it ends.
  case listening(Set<Feed>)
  /// A new entry of a stream, whole.
  case posted(FeedEntry, in: Feed)
  /// A stream has something newer that was not told, and has to be asked for.
  case news(Feed)
  /// A post is different now.
  case changed(Post)
  /// A post is gone.
  case removed(Post.ID)
  /// A new notification, whole.
  case happened(Notification)
  /// Something happened to the reader that was not told, and has to be asked for.
  case notice
  /// A list that the service keeps is different now, such as its announcements or the filters.
  case listed(ServiceExtra)
}

/// Tells what happens while it happens, where a service can.
public protocol LiveGateway: Sendable {
  /// Listens until the service ends it or the task is cancelled; returns for the caller to listen
  /// again, with patience.
  func listen(_ tell: @escaping @Sendable (LiveEvent) -> Void) async throws(FeedError)
  /// Whether an entry stands above another in their stream; servers tell what comes late, too.
  func isNewer(_ entry: FeedEntry.ID, than other: FeedEntry.ID) -> Bool
  /// How to ask for what stands below an entry; nil where that cannot be asked.
  func cursor(below entry: FeedEntry.ID) -> Cursor?
}

extension LiveGateway {
  /// Where nobody knows the order, what is told last is the newest.
  public func isNewer(_ entry: FeedEntry.ID, than other: FeedEntry.ID) -> Bool { true }
  /// Where nobody can ask, there is no gap to be filled.
  public func cursor(below entry: FeedEntry.ID) -> Cursor? { nil }
}

/// How far somebody has read, kept at the service for all of their programs.
public protocol MarkerGateway: Sendable {
  /// Whether anything is kept about that stream.
  func keepsMarks(in feed: Feed) -> Bool
  /// The newest entry that was read; nil where nothing is known.
  func lastRead(in feed: Feed) async throws(FeedError) -> FeedEntry.ID?
  /// Keeps it; false where another program wrote at the same moment, so that what it wrote is to be
  /// read first.
  func setLastRead(_ entry: FeedEntry.ID, in feed: Feed) async throws(FeedError) -> Bool
  /// How far the notices were read; nil where nothing is known.
  func lastReadNotice() async throws(FeedError) -> NotificationMark?
  /// Keeps that everything was read up to that notice; false as above.
  func setLastRead(_ notice: Notification) async throws(FeedError) -> Bool
}

extension MarkerGateway {
  /// Nothing is known where a service keeps no such thing.
  public func lastReadNotice() async throws(FeedError) -> NotificationMark? { nil }
  /// Nothing is kept where a service keeps no such thing.
  public func setLastRead(_ notice: Notification) async throws(FeedError) -> Bool { true }
}

/// How far somebody has read their notices.
public enum NotificationMark: Hashable, Sendable {
  /// Up to that one.
  case notice(Notification.ID)
  /// Up to those of that moment.
  case moment(Timestamp)
}
