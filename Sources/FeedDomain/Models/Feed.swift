/// A stream of posts that an account offers.
public enum Feed: Sendable {
  /// Those one follows.
  case home
  /// The homes of every account as one; no service has it.
  case everything
  /// Everybody at the server.
  case local
  /// Everybody the server knows.
  case federated
  /// Posts with photos.
  case photos
  /// What is talked about.
  case trending
  /// Photos taken around a place.
  case nearby(Place)
  /// Posts with a tag, without "#".
  case tag(String)
  /// Posts with these words, as the service finds them.
  case search(String)
  /// One person's posts, without what they replied to others.
  case person(Person.ID)
  /// One person's posts and replies.
  case answers(Person.ID)
  /// One person's posts with photos.
  case portfolio(Person.ID)
  /// What the reader liked.
  case likes
  /// What the reader keeps for later.
  case bookmarks
  /// A list the reader made, by the service's id.
  case list(id: String, name: String)
}

extension Feed: Hashable {
  /// Two are the same stream whatever they are called: what is stored under coordinates is found
  /// again once they have a name.
  public static func == (left: Feed, right: Feed) -> Bool { left.identity == right.identity }

  /// By what tells it from others, not by its name.
  public func hash(into hasher: inout Hasher) { hasher.combine(identity) }

  private enum Identity: Hashable {
    case home, everything, local, federated, photos, trending, likes, bookmarks
    case nearby(Place.Square)
    case tag(String)
    case search(String)
    case person(Person.ID)
    case answers(Person.ID)
    case portfolio(Person.ID)
    case list(String)
  }

  private var identity: Identity {
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

/// A post's appearance in a stream.
public struct FeedEntry: Hashable, Sendable {
  /// An entry's id: the post's own, or the boost's.
  public typealias ID = Identifier<FeedEntry>

  /// Its id, unique in its stream.
  public let id: ID
  public let post: Post
  /// Who boosted it into the stream; nil where its author put it there.
  public let boostedBy: Person?
  /// Where those of several accounts stand together: the post as each of them sees it, the one that is
  /// shown first.
  public let sightings: [Post.ID]

  package init(id: ID, post: Post, boostedBy: Person? = nil, sightings: [Post.ID] = []) {
    (self.id, self.post, self.boostedBy) = (id, post, boostedBy)
    self.sightings = sightings
  }

  /// A post that stands for itself.
  package init(_ post: Post) { self.init(id: ID(sameAs: post.id), post: post) }

  /// The same appearance of a changed post.
  public func with(_ post: Post) -> FeedEntry {
    FeedEntry(id: id, post: post, boostedBy: boostedBy, sightings: sightings)
  }
}

/// A run of elements as a service returned it, and where it goes on.
public struct Page<Element: Sendable>: Sendable {
  /// The elements, newest (or highest) first.
  public let elements: [Element]
  /// How to ask for what comes after; nil at the end.
  public let next: Cursor?

  /// A run of elements.
  public init(_ elements: [Element], next: Cursor? = nil) {
    (self.elements, self.next) = (elements, next)
  }
}

extension Page: Equatable where Element: Equatable {}

/// Where a stream goes on; what is in it is the service's business.
public struct Cursor: Hashable, Sendable, AccountBound {
  /// The cursor as the service writes it.
  public let rawValue: String
  public var scope: String?

  /// The cursor that the service writes so.
  public init(_ rawValue: String) { self.rawValue = rawValue }
}

/// What an account offers as a tab.
public enum StreamTab: Hashable, Sendable {
  /// A stream.
  case feed(Feed)
  /// Photos around the reader, wherever that is.
  case nearby

  /// Whether the stream is read under this tab.
  public func offers(_ feed: Feed) -> Bool {
    switch self {
    case .feed(let own): own == feed
    case .nearby: if case .nearby = feed { true } else { false }
    }
  }

  /// The stream, for a tab that is always the same one.
  public var feed: Feed? {
    if case .feed(let feed) = self { feed } else { nil }
  }
}

extension Feed {
  /// Whether its posts are there for their photos.
  public var isOfPhotos: Bool {
    switch self {
    case .photos, .nearby, .portfolio: true
    default: false
    }
  }
}

/// A part of what somebody posted, which a service tells by itself.
public enum ProfilePart: CaseIterable, Hashable, Sendable {
  /// What they posted of their own accord.
  case posts
  /// That, and what they replied to others.
  case answers
  case photos

  /// The stream of it.
  public func feed(of person: Person.ID) -> Feed {
    switch self {
    case .posts: .person(person)
    case .answers: .answers(person)
    case .photos: .portfolio(person)
    }
  }
}

/// How the rows of a stream are laid out.
public enum Arrangement: String, CaseIterable, Hashable, Sendable {
  /// Posts with their words, one below the other.
  case list
  /// The same in a line each.
  case lines
  /// The same with photos as wide as the words.
  case album
  /// Photos side by side, as a waterfall.
  case wall
  /// Photos in a ring, one of them large.
  case carousel
}

extension Arrangement {
  /// How close posts with their words may stand, the closest first.
  public static let lists: [Arrangement] = [.lines, .list, .album]

  /// Whether it is posts with their words, one below the other.
  public var isList: Bool { Self.lists.contains(self) }
}

extension Feed {
  /// How it is laid out until the reader wants it otherwise.
  public var arrangement: Arrangement {
    switch self {
    case .photos, .nearby: .wall
    default: .list
    }
  }

  /// How it is laid out at a service until the reader wants it otherwise.
  public func arrangement(at service: Service) -> Arrangement {
    service.isOfPhotos ? .wall : arrangement
  }
}

/// In which order one reads what was missed.
public enum CatchUpOrder: String, CaseIterable, Hashable, Sendable {
  /// Everybody by themselves, those with the fewest posts first: the quiet ones are not drowned.
  case people
  /// Every conversation by itself, the latest first.
  case threads
  /// As it was written, the oldest first.
  case time
  /// What was liked most first.
  case likes
}

/// A column of the deck: something of an account that stays on the screen beside what one reads.
public struct DeckColumn: Hashable, Sendable {
  /// What is read in it.
  public enum Content: Hashable, Sendable {
    case stream(StreamTab)
    /// What happened to the reader.
    case notices
  }

  public let account: Account.ID
  public let content: Content

  /// What of an account is read.
  public init(_ content: Content, of account: Account.ID) {
    (self.content, self.account) = (content, account)
  }
}
