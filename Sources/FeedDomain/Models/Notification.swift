/// Something that happened to the reader: who did what.
public struct Notification: Hashable, Sendable {
  public typealias ID = Identifier<Notification>

  /// What happened.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// Liked a post of the reader's.
    case like
    case boost
    /// Follows the reader.
    case follow
    /// Mentioned or answered the reader.
    case mention
    /// A poll the reader voted in has closed.
    case poll
    /// Quoted a post of the reader's.
    case quote
    /// Reacted to one in another way.
    case reaction
    /// Asks to follow the reader.
    case request
    /// Liked what the reader boosted.
    case likeOfBoosted
    /// Boosted it, too.
    case boostOfBoosted
    /// Posted something, of whose posts the reader wants to be told.
    case published
    /// Changed a post that the reader boosted.
    case edit
    /// Changed a post that the reader quoted.
    case quoteEdit
    /// Whom the reader knew at another server is out of reach: the servers fell out.
    case severed
    /// The moderators have something to say to the reader.
    case warning
    /// Somebody reported something to the reader, who is a moderator.
    case report
    /// Joined the server that the reader looks after.
    case newcomer
    /// Says that the reader is who they say they are.
    case verified
    /// Says so no longer.
    case unverified
    /// Joined the service with whom the reader put together for that.
    case joined
    /// Is at the service, and somebody whom the reader knows from elsewhere.
    case contact
    /// Put the reader into a collection of people.
    case collected
    /// Changed a collection that the reader is in.
    case collectionEdit
    /// Something else that concerns the reader.
    case other
  }

  /// Something other than a post that a notice is about.
  public struct Subject: Hashable, Sendable {
    /// Its name; of what this program does not know, the service's own sentence.
    public let title: String
    public let url: String?

    package init(title: String, url: String? = nil) { (self.title, self.url) = (title, url) }
  }

  public private(set) var id: ID
  public let kind: Kind
  /// Who did it, the latest first, as far as they are named.
  public private(set) var people: [Person]
  /// How many did it; at least as many as are named.
  public let count: Int
  /// What the service calls those that it tells together; nil where it tells each by itself.
  public private(set) var group: String?
  /// The post it is about; nil for a follow.
  public private(set) var post: Post?
  /// What it is about where that is no post; nil for everything else.
  public let subject: Subject?
  public private(set) var at: Timestamp

  package init(
    id: ID, kind: Kind, people: [Person], count: Int = 0, group: String? = nil, post: Post?,
    subject: Subject? = nil, at: Timestamp
  ) {
    (self.id, self.kind, self.people) = (id, kind, people)
    self.count = max(count, people.count)
    (self.group, self.post, self.subject, self.at) = (group, post, subject, at)
  }
}

extension Notification {
  /// Whether it says that this person asks to follow the reader.
  public func asks(_ person: Person.ID) -> Bool {
    kind == .request && people.contains { $0.id == person }
  }

  /// The same notice about the post as it is now.
  public func with(_ post: Post?) -> Notification { changed(self) { $0.post = post } }

  /// The notice among those of others, whose ids tell that it is that account's.
  package func seen(by account: Account.ID) -> Notification {
    changed(self) {
      $0.id = id.of(account)
      $0.people = people.map { person in changed(person) { $0.id = person.id.of(account) } }
      $0.group = group.map { "\(account.rawValue) \($0)" }
      $0.post = post?.seen(by: account)
    }
  }

  /// The same notice at another moment.
  package func dated(_ moment: Timestamp) -> Notification {
    changed(self) { notice in
      notice.at = moment
      // What it is about was written no later.
      if let post = notice.post, !post.isDated {
        notice.post = changed(post) { $0.createdAt = moment }
      }
    }
  }

  /// So many people are known of one notice; there may be tens of thousands, and they are counted.
  private static let mostPeople = 50

  /// The same notice, with the people of another, and as late as the later one.
  public func joined(by other: Notification) -> Notification {
    let (latest, earlier) = at >= other.at ? (self, other) : (other, self)
    let known = Set(latest.people.map(\.id))
    let joining = earlier.people.filter { !known.contains($0.id) }
    // A service that tells them together knows how many they are; else those who did it twice are
    // counted once.
    let isOneGroup = group != nil && group == other.group
    let overlap = earlier.people.count - joining.count
    return Notification(
      id: latest.id, kind: kind, people: Array((latest.people + joining).prefix(Self.mostPeople)),
      count: isOneGroup ? latest.count : latest.count + earlier.count - overlap,
      group: latest.group, post: post ?? other.post, subject: latest.subject, at: latest.at)
  }

  /// The same notice with one more that tells the same, which is not counted in it yet.
  package func adding(_ other: Notification) -> Notification {
    let known = Set(people.map(\.id))
    let joining = other.people.count { !known.contains($0.id) }
    let latest = joined(by: other)
    return Notification(
      id: latest.id, kind: kind, people: latest.people, count: count + joining, group: latest.group,
      post: latest.post, at: latest.at)
  }

  /// What tells it from others, those of other accounts too: what several people did to one post is
  /// one notice, however many pages tell of it.
  public var topic: String {
    let account = id.scope.map { $0 + " " } ?? ""
    if let group { return "\(account)group:\(group)" }
    return switch kind {
    case .like, .boost, .reaction, .likeOfBoosted, .boostOfBoosted:
      account + (post.map { "\(kind.rawValue):\($0.id.rawValue)" } ?? "id:\(id.rawValue)")
    case .follow, .mention, .poll, .quote, .request, .published, .edit, .quoteEdit, .severed,
      .warning, .report, .newcomer, .verified, .unverified, .joined, .contact, .collected,
      .collectionEdit, .other:
      "\(account)id:\(id.rawValue)"
    }
  }
}

/// What the reader and some others say to each other directly.
public struct DirectConversation: Hashable, Sendable, Identifiable {
  public typealias ID = Identifier<DirectConversation>

  public let id: ID
  public let people: [Person]
  /// Whether something came that the reader has not read.
  public var isUnread: Bool
  /// What was said last; nil where that is gone.
  public let last: Post?

  package init(id: ID, people: [Person], isUnread: Bool, last: Post?) {
    (self.id, self.people, self.isUnread, self.last) = (id, people, isUnread, last)
  }

  /// The same, read.
  public var read: DirectConversation { changed(self) { $0.isUnread = false } }
}
