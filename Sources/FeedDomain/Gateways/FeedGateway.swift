/// A range of a timeline's entries to fetch, which are the newest ones, or those older or newer
/// than a point.
public enum FetchRange: Equatable, Sendable {
  case latest
  case older(Cursor)
  /// A range of a timeline's entries to fetch: of those newer than this entry, the oldest, so that
  /// the page ends right above it.
  case newer(FeedEntry.ID)
}

public struct FeedPage: Equatable, Sendable {
  /// The timeline entries of the page, the newest first.
  public var entries: [FeedEntry]
  /// The service's cursor of the page with the next older entries; nil at the end of the timeline.
  public var older: Cursor?
  /// True if the timeline has newer entries than the page.
  public var hasNewer: Bool
  /// True if the service is still collecting entries for this page, so that a later page may have
  /// new entries anywhere in the timeline.
  public let isUnfinished: Bool
  /// The entries of the timeline that the service knows, also those outside of the page, whose read
  /// states the store is to keep; empty for accounts without read states.
  public var serverReadStates: [ReadStateEntryReference] = []
  /// The progress of fetching the timeline's sources, such as web feeds; nil once all are fetched.
  /// Until then the newest page is fetched again at once.
  public let progress: WebFeedFetchProgress?

  package init(
    _ entries: [FeedEntry], older: Cursor?, hasNewer: Bool = false, isUnfinished: Bool = false,
    serverReadStates: [ReadStateEntryReference] = [], progress: WebFeedFetchProgress? = nil
  ) {
    self.serverReadStates = serverReadStates
    self.entries = entries
    self.older = older
    self.hasNewer = hasNewer
    self.isUnfinished = isUnfinished
    self.progress = progress
  }

  /// Returns the timeline page with its posts replaced by the given posts, in the same order.
  package func replacingPosts(_ posts: [Post]) -> FeedPage {
    changedCopy(self) { $0.entries = zip(entries, posts).map { $0.replacingPost($1) } }
  }
}

/// The progress in fetching a timeline of several web feeds, with the numbers of fetched feeds and
/// of all.
public struct WebFeedFetchProgress: Equatable, Sendable {
  public let finishedCount: Int
  public let total: Int

  package init(finishedCount: Int, total: Int) {
    (self.finishedCount, self.total) = (finishedCount, total)
  }
}

extension FeedPage {
  /// Returns the timeline page in which posts without a date have the dates of their neighbours.
  package func datingUndatedPostsByNeighbours(now: Timestamp) -> FeedPage {
    // Boosts are left out, since services do not state the time of a boost.
    let posts = entries.map(\.post).datingUndatedPostsByNeighbours(now: now) {
      entries[$0].boostedBy == nil
    }
    return posts.map(replacingPosts) ?? self
  }
}

public protocol FeedGateway: Sendable {
  func feedPage(of feed: Feed, _ fetchRange: FetchRange) async throws(FeedError) -> FeedPage
  /// Fetches the newest page of a timeline. For a timeline with many sources, the page has the
  /// entries of the sources that answered within a moment, and the progress.
  func latestPageOfAnsweredSources(of feed: Feed) async throws(FeedError) -> FeedPage
  /// Fetches a post by its id, if possible without its conversation.
  func post(_ id: Post.ID) async throws(FeedError) -> Post
  func conversation(of post: Post.ID) async throws(FeedError) -> Conversation
  /// Fetches a post's conversation: its ancestors and replies. The known post is passed in, which
  /// saves a request.
  func conversation(of post: Post.ID, knownPost told: Post) async throws(FeedError) -> Conversation
  /// Fetches posts that match a search query, as far as the service supports its terms.
  func foundPosts(matching query: SearchQuery, after cursor: Cursor?) async throws(FeedError)
    -> Page<Post>
}

extension FeedGateway {
  public func latestPageOfAnsweredSources(of feed: Feed) async throws(FeedError) -> FeedPage {
    try await feedPage(of: feed, .latest)
  }

  public func conversation(
    of post: Post.ID, knownPost told: Post
  ) async throws(FeedError) -> Conversation {
    try await conversation(of: post)
  }
}

/// A record of the cursors already requested of one paged list, which ends the list if cursors lead
/// in circles or pages bring nothing new.
package struct RequestedCursors: Sendable {
  /// The number of consecutive pages without a new element after which no further page of a list is
  /// requested.
  private static let maximumPagesWithoutNewElements = 8

  private var requested: Set<Cursor>
  private var pagesWithoutNewElements = 0

  /// True if the paged list is not read further, because too many consecutive pages had no new
  /// element.
  package var hasReachedLimitWithoutNewElements: Bool {
    pagesWithoutNewElements >= Self.maximumPagesWithoutNewElements
  }

  /// Creates the record of a paged list's requested cursors; `start` is the cursor from which the
  /// list is read, nil for the first page.
  package init(from start: Cursor? = nil) { requested = start.map { [$0] } ?? [] }

  /// Returns the cursor of the next page to fetch; nil at the list's end, or if the cursors lead in
  /// circles.
  package mutating func advanceCursor(to next: Cursor?, foundNew: Bool) -> Cursor? {
    pagesWithoutNewElements = foundNew ? 0 : pagesWithoutNewElements + 1
    guard let next, !hasReachedLimitWithoutNewElements, requested.insert(next).inserted else {
      return nil
    }
    return next
  }

  /// Fetches pages of a list after a cursor until one has a new element, and returns that page; at
  /// the list's end, or after eight pages without one, returns the last page.
  package static func nextPageWithNewElements<Element: Sendable>(
    after start: Cursor?, isNew: @Sendable (Element) -> Bool,
    ask: @Sendable (Cursor?) async throws(FeedError) -> Page<Element>
  ) async throws(FeedError) -> Page<Element> {
    var walk = RequestedCursors(from: start)
    var cursor = start
    while true {
      let page = try await ask(cursor)
      let foundNew = page.elements.contains(where: isNew)
      let next = walk.advanceCursor(to: page.nextCursor, foundNew: foundNew)
      guard !foundNew, let next else { return Page(page.elements, nextCursor: next) }
      cursor = next
    }
  }
}

public enum PeopleList: Equatable, Sendable {
  case likers(Post.ID)
  case boosters(Post.ID)
  case followers(Person.ID)
  case following(Person.ID)
  /// A kind of list of people: those of a person's followers whom the user follows as well.
  case familiar(Person.ID)
  case suggested
  case featured(Person.ID)
  /// A kind of list of people: the server's directory of discoverable people, the most active
  /// first.
  case directory
  case requests
  case matching(String)
}

/// A set of kinds of lists of people, such as the lists that a service offers.
public struct PeopleListKinds: OptionSet, Equatable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let likers = PeopleListKinds(rawValue: 1)
  public static let boosters = PeopleListKinds(rawValue: 2)
  /// The set with two kinds of lists of people: a person's followers, and the people whom the user
  /// follows.
  public static let followers = PeopleListKinds(rawValue: 4)
  public static let matching = PeopleListKinds(rawValue: 8)
  public static let familiar = PeopleListKinds(rawValue: 16)
  public static let suggested = PeopleListKinds(rawValue: 32)
  public static let featured = PeopleListKinds(rawValue: 64)
  public static let directory = PeopleListKinds(rawValue: 128)
  public static let requests = PeopleListKinds(rawValue: 256)
  /// The kinds of lists of people that most services offer, as a set.
  public static let common: PeopleListKinds = [.likers, .boosters, .followers, .matching]
  /// The set of all kinds of lists of people except follow requests.
  public static let all: PeopleListKinds = [.common, .familiar, .suggested, .featured, .directory]
}

public protocol PeopleFetchingGateway: Sendable {
  var lists: PeopleListKinds { get }
  var canFetchOthers: Bool { get }
  /// True if people at the service publish collections of posts, such as albums.
  var hasCollections: Bool { get }
  func person(_ id: Person.ID) async throws(FeedError) -> Person
  /// Fetches the person with a handle, given with or without server; throws `notFound` if there is
  /// none.
  func person(called handle: String) async throws(FeedError) -> Person
  func people(_ list: PeopleList, after cursor: Cursor?) async throws(FeedError) -> Page<Person>
  func personsCollectionFeeds(
    of person: Person.ID, after cursor: Cursor?
  ) async throws(FeedError) -> Page<Feed>
}

extension PeopleList {
  public var kind: PeopleListKinds {
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

extension PeopleFetchingGateway {
  public func person(called handle: String) async throws(FeedError) -> Person {
    try await person(Person.ID(handle))
  }
  public var canFetchOthers: Bool { true }
  public var lists: PeopleListKinds { .common }
  public var hasCollections: Bool { false }
  public func personsCollectionFeeds(
    of person: Person.ID, after cursor: Cursor?
  ) async throws(FeedError) -> Page<Feed> { Page([]) }
}

public protocol NotificationGateway: Sendable {
  var kinds: Set<Notification.NotificationKind> { get }
  /// Fetches a page of notifications, the latest first.
  func notifications(after cursor: Cursor?) async throws(FeedError) -> Page<Notification>
}

/// An event that a service pushes over a live connection, such as a new notification.
public indirect enum LiveEvent: Equatable, Sendable {
  /// A pushed event: the live connection is up, and will announce new entries of these timelines
  /// until it ends.
  case listening(Set<Feed>)
  case posted(FeedEntry, in: Feed)
  /// A pushed event: a timeline has newer entries that must be fetched.
  case newEntries(Feed)
  case changed(Post)
  case removed(Post.ID)
  case happened(Notification)
  /// A pushed event: a new notification exists that must be fetched.
  case notice
  /// A pushed event: optional information of this kind changed at the service, such as
  /// announcements or filters.
  case listChanged(OptionalInformationKind)
}

/// A protocol of gateways for the events that a service pushes over a live connection.
public protocol LiveGateway: Sendable {
  /// Listens for pushed events until the service ends the connection or the task is cancelled; the
  /// caller reconnects with a backoff.
  func listenForLiveEvents(_ tell: @escaping @Sendable (LiveEvent) -> Void) async throws(FeedError)
  /// Returns true if a pushed timeline entry belongs above another entry; services may push old
  /// entries late.
  func isNewer(_ entry: FeedEntry.ID, than other: FeedEntry.ID) -> Bool
  /// Returns the service's cursor below a timeline entry; nil if the service has none.
  func cursor(below entry: FeedEntry.ID) -> Cursor?
}

extension LiveGateway {
  /// Returns true, the default for services whose ids do not tell the order of entries, so that a
  /// pushed entry counts as the newest.
  public func isNewer(_ entry: FeedEntry.ID, than other: FeedEntry.ID) -> Bool { true }
  public func cursor(below entry: FeedEntry.ID) -> Cursor? { nil }
}

/// A gateway for reading marks that a service stores, so that all of the user's programs show the
/// same entries as read.
public protocol ReadingMarkGateway: Sendable {
  func keepsReadingMarks(in feed: Feed) -> Bool
  /// Fetches the reading mark of a timeline, the newest entry that was read; nil if unknown.
  func lastReadEntry(in feed: Feed) async throws(FeedError) -> FeedEntry.ID?
  /// Sends the reading mark of a timeline, the newest entry that was read. Returns false after a
  /// conflict, in which case the mark must be fetched again.
  func sendLastReadEntryUnlessConflict(_ entry: FeedEntry.ID, in feed: Feed) async throws(FeedError)
    -> Bool
  /// Fetches the reading mark of the notifications; nil if unknown.
  func lastReadNotification() async throws(FeedError) -> LastReadNotificationMark?
  /// Sends the reading mark of the notifications, the newest one that was read; returns false after
  /// a conflict.
  func sendLastReadNotificationUnlessConflict(_ notice: Notification) async throws(FeedError)
    -> Bool
}

extension ReadingMarkGateway {
  public func lastReadNotification() async throws(FeedError) -> LastReadNotificationMark? { nil }
  public func sendLastReadNotificationUnlessConflict(_ notice: Notification) async throws(FeedError)
    -> Bool
  {
    true
  }
}

/// A mark up to which notifications were read, which is the id or the time of the newest read
/// notification.
public enum LastReadNotificationMark: Equatable, Sendable {
  case notice(Notification.ID)
  case moment(Timestamp)
}

public protocol AddressResolvingGateway: Sendable {
  /// Returns the kind of object to which an address of this service leads, a post or a person,
  /// without a request; nil for other addresses.
  func linkKind(of address: String) -> ResolvedLink.ResolvedLinkKind?
  /// Fetches the post or person at an address; throws `notFound` if the service knows none.
  func linkDestination(of address: String) async throws(FeedError) -> ResolvedLink
}

extension ServiceConnection {
  /// Returns the link to a post or person that this account can open for an address; nil if the
  /// address has to be opened in a browser.
  public func resolvableLink(to address: String) -> ResolvableLink? {
    self.addresses?.linkKind(of: address) == nil ? nil : .address(address)
  }

  /// Returns typed text as a link to a post or person that this account can open: an address, or a
  /// handle with "@". Nil for other text.
  public func resolvableLink(typed: String) -> ResolvableLink? {
    let words = typed.split(whereSeparator: \.isWhitespace)
    guard words.count == 1, let word = words.first else { return nil }
    if let lead = resolvableLink(to: String(word)) { return lead }
    return self.people?.canFetchOthers == true ? ResolvableLink(handle: typed) : nil
  }

  public func linkDestination(of lead: ResolvableLink) async throws(FeedError) -> ResolvedLink {
    switch lead {
    case .address(let address):
      guard let addresses = self.addresses else { throw .notFound }
      return try await addresses.linkDestination(of: address)
    case .handle(let handle):
      guard let people = self.people else { throw .notFound }
      return .person(
        account.isMeantByName(handle)
          ? try await people.person(account.person) : try await people.person(called: handle))
    }
  }
}

extension FeedGateway {
  public func post(_ id: Post.ID) async throws(FeedError) -> Post {
    let conversation = try await conversation(of: id)
    guard let node = conversation.nodes.first(where: { $0.post.id == conversation.focus }) else {
      throw .notFound
    }
    return node.post
  }
}
