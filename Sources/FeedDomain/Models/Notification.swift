/// A notification from a service, such as a like, a new follower, or a warning to the user.
public struct Notification: Hashable, Sendable {
  public typealias ID = Identifier<Notification>

  public enum NotificationKind: String, CaseIterable, Hashable, Sendable {
    case like, boost, follow, mention, poll, quote
    /// A notification kind: the user's post got an emoji reaction.
    case reaction
    case request, likeOfBoosted, boostOfBoosted
    /// A notification kind: a person posted to whose posts the user subscribed.
    case published
    case edit, quoteEdit
    /// A notification kind: the user lost follow relationships, because two servers cut their
    /// connection.
    case severed
    case warning
    /// A notification kind: a report, sent to the user as a moderator.
    case report
    /// A notification kind: a new user, sent to the user as an administrator.
    case newcomer
    /// A notification kind: the service verified the user's identity.
    case verified
    /// A notification kind: the verification of the user's identity was withdrawn.
    case unverified
    /// A notification kind: a person joined through the user's starter pack.
    case joined
    case contact
    /// A notification kind: the user was added to a collection of people.
    case collected
    /// A notification kind: a collection of people with the user in it was changed.
    case collectionEdit
    case other
  }

  /// A subject of a notification that is about something other than a post, such as a server or a
  /// list.
  public struct NotificationSubjectBesidesPost: Hashable, Sendable {
    /// The name of a notification's subject; for kinds unknown to this version, the service's own
    /// sentence.
    public let title: String
    public let url: String?

    package init(title: String, url: String? = nil) { (self.title, self.url) = (title, url) }
  }

  public private(set) var id: ID
  public let kind: NotificationKind
  /// The people who caused the notification, the latest first; may be incomplete.
  public private(set) var people: [Person]
  /// The number of people who caused the notification, which can be larger than the number of named
  /// ones.
  public let count: Int
  /// The service's key for notifications that it joined into one; nil for a single notification.
  public private(set) var group: String?
  public private(set) var post: Post?
  /// The server, list or other thing that the notification is about; nil if it is about a post.
  public let subject: NotificationSubjectBesidesPost?
  public private(set) var createdAt: Timestamp

  package init(
    id: ID, kind: NotificationKind, people: [Person], count: Int = 0, group: String? = nil,
    post: Post?,
    subject: NotificationSubjectBesidesPost? = nil, createdAt: Timestamp
  ) {
    (self.id, self.kind, self.people) = (id, kind, people)
    self.count = max(count, people.count)
    (self.group, self.post, self.subject, self.createdAt) = (group, post, subject, createdAt)
  }
}

extension Notification {
  public func isFollowRequest(from person: Person.ID) -> Bool {
    kind == .request && people.contains { $0.id == person }
  }

  public func replacingPost(_ post: Post?) -> Notification { changedCopy(self) { $0.post = post } }

  /// Returns the notification with the account added to its ids, for lists of several accounts.
  package func scopingIDs(to account: Account.ID) -> Notification {
    changedCopy(self) {
      $0.id = id.scoped(to: account)
      $0.people = people.map { person in
        changedCopy(person) { $0.id = person.id.scoped(to: account) }
      }
      $0.group = group.map { "\(account.rawValue) \($0)" }
      $0.post = post?.scopingIDs(to: account)
    }
  }

  /// Returns the notification with another time, also for its post if that is undated.
  package func replacingDate(_ moment: Timestamp) -> Notification {
    changedCopy(self) { notice in
      notice.createdAt = moment
      // An undated post was written no later than its notification.
      if let post = notice.post, !post.isDated {
        notice.post = changedCopy(post) { $0.createdAt = moment }
      }
    }
  }

  /// The maximum number of people named in one merged notification; further ones are only counted.
  private static let mostPeople = 50

  /// Returns two notifications merged into one, with the later time.
  public func merged(with other: Notification) -> Notification {
    let (latest, earlier) = createdAt >= other.createdAt ? (self, other) : (other, self)
    let known = Set(latest.people.map(\.id))
    let joining = earlier.people.filter { !known.contains($0.id) }
    // In a group made by the service, its count applies; otherwise people who occur in both
    // notifications are counted once.
    let isOneGroup = group != nil && group == other.group
    let overlap = earlier.people.count - joining.count
    return Notification(
      id: latest.id, kind: kind, people: Array((latest.people + joining).prefix(Self.mostPeople)),
      count: isOneGroup ? latest.count : latest.count + earlier.count - overlap,
      group: latest.group, post: post ?? other.post, subject: latest.subject,
      createdAt: latest.createdAt)
  }

  /// Returns the notification merged with a new one, whose people are added to the count.
  package func addingPeople(of other: Notification) -> Notification {
    let known = Set(people.map(\.id))
    let joining = other.people.count { !known.contains($0.id) }
    let latest = merged(with: other)
    return Notification(
      id: latest.id, kind: kind, people: latest.people, count: count + joining, group: latest.group,
      post: latest.post, createdAt: latest.createdAt)
  }

  /// The text that is equal for notifications to be merged into one: those that the service joined,
  /// or likes, boosts or reactions of one kind for one post.
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

public struct DirectConversation: Equatable, Sendable, Identifiable {
  public typealias ID = Identifier<DirectConversation>

  public let id: ID
  public let people: [Person]
  public var isUnread: Bool
  /// The latest post of the direct conversation; nil if that post was deleted.
  public let latestPost: Post?

  package init(id: ID, people: [Person], isUnread: Bool, latestPost: Post?) {
    (self.id, self.people, self.isUnread, self.latestPost) = (id, people, isUnread, latestPost)
  }

  public var read: DirectConversation { changedCopy(self) { $0.isUnread = false } }
}
