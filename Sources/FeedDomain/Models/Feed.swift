/// A timeline, a stream of posts that an account can read, such as home, a list or a hashtag.
public enum Feed: Sendable {
  /// A kind of timeline: the account's home, with posts by the people whom the user follows.
  case home
  /// A kind of timeline: the home timelines of all signed-in accounts, merged by the program.
  case everything
  /// A kind of timeline: the public posts of the account's server.
  case local
  /// A kind of timeline: the public posts of all servers known to the account's server.
  case federated
  /// A kind of timeline: public posts with photos.
  case photos
  case trending
  case nearby(Place)
  case tag(String)
  case search(String)
  /// A kind of timeline: a person's posts without replies.
  case person(Person.ID)
  /// A kind of timeline: a person's posts with replies.
  case answers(Person.ID)
  /// A kind of timeline: a person's posts with photos.
  case portfolio(Person.ID)
  case likes, bookmarks
  /// A kind of timeline: the posts of a list of people; `id` is the service's id of the list.
  case list(id: String, name: String)
}

extension Feed {
  /// The timeline of all unread entries, offered by services with read states; its name is empty,
  /// as the screen shows a translated one.
  public static let unread = Feed.list(id: "unread", name: "")
}

extension Feed: Hashable {
  /// Returns true if two timelines are the same apart from their display names, so that the user's
  /// position is found again under another name.
  public static func == (left: Feed, right: Feed) -> Bool { left.identity == right.identity }

  public func hash(into hasher: inout Hasher) { hasher.combine(identity) }

  private enum FeedComparisonKey: Hashable {
    case home, everything, local, federated, photos, trending, likes, bookmarks
    case nearby(Place.GridSquare)
    case tag(String)
    case search(String)
    case person(Person.ID)
    case answers(Person.ID)
    case portfolio(Person.ID)
    case list(String)
  }

  private var identity: FeedComparisonKey {
    switch self {
    case .home: .home
    case .everything: .everything
    case .local: .local
    case .federated: .federated
    case .photos: .photos
    case .trending: .trending
    case .likes: .likes
    case .bookmarks: .bookmarks
    case .nearby(let place): .nearby(place.square)
    case .tag(let tag): .tag(tag)
    case .search(let words): .search(words)
    case .person(let person): .person(person)
    case .answers(let person): .answers(person)
    case .portfolio(let person): .portfolio(person)
    case .list(let id, _): .list(id)
    }
  }
}

/// An entry of a timeline, which shows a post itself or the boost of a post.
public struct FeedEntry: Hashable, Sendable {
  /// The type of a timeline entry's id, which is the id of the post or of the boost.
  public typealias ID = Identifier<FeedEntry>

  /// The id of the timeline entry, unique within the timeline.
  public let id: ID
  public private(set) var post: Post
  /// The person whose boost brought the post into the timeline; nil if the author's post itself
  /// did.
  public var boostedBy: Person? { boosterReference?.value }
  package var isBoost: Bool { boosterReference != nil }
  /// The id of the person who brought the post into the timeline: the booster or the author.
  package var senderID: Person.ID { boosterReference?.value.id ?? post.authorID }
  package let boosterReference: SharedReference<Person>?
  /// The ids that the accounts of a merged timeline have for the post, the displayed account's
  /// first; empty in a timeline of one account.
  public let accountPostIDs: [Post.ID]

  package init(id: ID, post: Post, boostedBy: Person? = nil, accountPostIDs: [Post.ID] = []) {
    (self.id, self.post) = (id, post)
    boosterReference = boostedBy.map { SharedReference($0) }
    self.accountPostIDs = accountPostIDs
  }

  package init(_ post: Post) { self.init(id: ID(sameAs: post.id), post: post) }

  public func replacingPost(_ post: Post) -> FeedEntry { changedCopy(self) { $0.post = post } }
}

/// A page of a list as a service returned it, with the cursor of the next page.
public struct Page<Element: Sendable>: Sendable {
  /// The elements of one page of a paged list, the newest or highest ranked first.
  public let elements: [Element]
  /// The service's cursor of the next page of a paged list; nil at the end of the list.
  public let nextCursor: Cursor?

  public init(_ elements: [Element], nextCursor: Cursor? = nil) {
    (self.elements, self.nextCursor) = (elements, nextCursor)
  }
}

extension Page: Equatable where Element: Equatable {}

/// A service's cursor in a paged list, opaque to the program.
public struct Cursor: Hashable, Sendable, AccountScopedReference {
  public let rawValue: String
  public var scope: String?

  public init(_ rawValue: String) { self.rawValue = rawValue }
}

public enum AccountStreamTab: Hashable, Sendable {
  case feed(Feed)
  /// A kind of tab: photos around the user's location.
  case nearby

  public func tabShowsFeed(_ feed: Feed) -> Bool {
    switch self {
    case .feed(let own): own == feed
    case .nearby: if case .nearby = feed { true } else { false }
    }
  }

  /// The timeline that the tab shows; nil for photos nearby, whose timeline depends on the user's
  /// location.
  public var feed: Feed? {
    if case .feed(let feed) = self { feed } else { nil }
  }
}

extension Feed {
  /// True if the timeline contains only posts with photos.
  public var isOfPhotos: Bool {
    switch self {
    case .photos, .nearby, .portfolio: true
    default: false
    }
  }
}

/// A kind of stream in the profile of a person, which is shown as a tab, such as posts, posts with
/// replies, or photos.
public enum ProfileStreamKind: CaseIterable, Hashable, Sendable {
  /// A kind of profile tab: the person's posts without replies.
  case posts
  /// A kind of profile tab: the person's posts and replies.
  case answers
  case photos

  public func profileFeed(of person: Person.ID) -> Feed {
    switch self {
    case .posts: .person(person)
    case .answers: .answers(person)
    case .photos: .portfolio(person)
    }
  }
}

/// A layout of the posts of a timeline on the screen, such as a list or a wall of photos.
public enum TimelineLayout: String, CaseIterable, Sendable {
  /// A kind of timeline layout: a list of posts with their texts.
  case list
  /// A kind of timeline layout: a list of posts with one line for each.
  case lines
  /// A kind of timeline layout: a list of posts with their texts and photos as wide as the list.
  case album
  /// A kind of timeline layout: photos side by side, as in a waterfall.
  case wall
  /// A kind of timeline layout: photos in a ring, one of them large.
  case carousel
}

extension TimelineLayout {
  /// The timeline layouts that are lists of posts, the most compact first.
  public static let lists: [TimelineLayout] = [.lines, .list, .album]

  public var isList: Bool { Self.lists.contains(self) }
}

extension Feed {
  public var defaultLayout: TimelineLayout {
    switch self {
    case .photos, .nearby: .wall
    default: .list
    }
  }

  public func defaultTimelineLayout(at service: Service) -> TimelineLayout {
    service.isOfPhotos ? .wall : defaultLayout
  }
}

/// An order in which the catch-up shows posts.
public enum CatchUpOrder: String, CaseIterable, Sendable {
  /// An order of the catch-up's posts: by author, those with the fewest posts first.
  case people
  /// An order of the catch-up's posts: by conversation, the latest conversation first.
  case threads
  /// An order of the catch-up's posts: by date, the oldest first.
  case time
  /// An order of the catch-up's posts: by likes, the most liked first.
  case likes
}

/// A column of the deck, which shows a timeline or the notifications of one account.
public struct DeckColumn: Hashable, Sendable {
  public enum DeckColumnContent: Hashable, Sendable {
    case stream(AccountStreamTab)
    case notifications
  }

  public let account: Account.ID
  public let content: DeckColumnContent

  public init(_ content: DeckColumnContent, of account: Account.ID) {
    (self.content, self.account) = (content, account)
  }
}

/// A namespace for the stream of saved entries, which are addresses that the user saved to read
/// later.
public enum SavedAddressesStream {
  /// The id of the list that is the stream of saved entries, and of the web feed they belong to.
  public static let id = "saved"

  public static let stream = Feed.list(id: id, name: "Saved")

  public static func isSavedEntry(_ post: Post.ID) -> Bool {
    post.withoutAccount.rawValue.hasPrefix("\(id)/")
  }
}
