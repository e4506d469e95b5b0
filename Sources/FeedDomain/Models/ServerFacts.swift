public struct ServerFacts: Equatable, Sendable {
  public struct ServerRule: Equatable, Sendable {
    public let id: String
    public let words: String

    package init(id: String, words: String) {
      (self.id, self.words) = (id, words.shortened(to: .summary))
    }
  }

  public let name: String
  public let summary: RichText
  public let rules: [ServerRule]
  /// The handle of the server's contact person; nil if unknown.
  public let contact: String?
  /// The number of the server's recently active users; nil if unknown.
  public let activeUserCount: Int?
  public let version: String

  package init(
    name: String, summary: RichText, rules: [ServerRule] = [], contact: String? = nil,
    activeUserCount: Int? = nil, version: String = ""
  ) {
    (self.name, self.summary, self.rules) = (name.shortened(to: .name), summary, rules)
    (self.contact, self.activeUserCount) = (contact?.shortened(to: .name), activeUserCount)
    self.version = version.shortened(to: .name)
  }
}

public struct Announcement: Equatable, Sendable {
  public let id: String
  public let moment: Timestamp?
  public let text: RichText
  public let reactions: [Reaction]

  package init(
    id: String = "", moment: Timestamp?, text: RichText, reactions: [Reaction] = []
  ) {
    self.id = id
    (self.moment, self.text, self.reactions) = (moment, text, reactions)
  }
}

/// A list of people that a service keeps, readable as a timeline.
public struct UserList: Equatable, Sendable {
  public let id: String
  public let title: String
  /// True if the list of people contains the person for whom the lists were fetched; nil if no
  /// person was given.
  public let hasPerson: Bool?

  public init(id: String, title: String, hasPerson: Bool? = nil) {
    (self.id, self.title, self.hasPerson) = (id, title.shortened(to: .name), hasPerson)
  }
}

public struct ScheduledPost: Equatable, Sendable {
  public let id: String
  public let moment: Timestamp
  /// The content warning and the text of the scheduled post, for a list.
  public let words: String
  public let pictures: Int

  public init(id: String, moment: Timestamp, words: String, pictures: Int = 0) {
    (self.id, self.moment, self.pictures) = (id, moment, pictures)
    self.words = words.shortened(to: .summary)
  }
}

/// A number about all photos of a person that a service counts for the owner, such as views.
public struct AllPhotosStatistic: Equatable, Sendable {
  public enum AllPhotosStatisticKind: Sendable {
    case views, downloads
  }

  public let kind: AllPhotosStatisticKind
  public let total: Int
  /// The numbers of views or downloads of all the person's photos on each of the last days, oldest
  /// first.
  public let days: [Int]

  public init(_ kind: AllPhotosStatisticKind, total: Int, days: [Int]) {
    (self.kind, self.total, self.days) = (kind, total, days)
  }
}

public struct TrendingTagOrPage: Equatable, Sendable {
  public enum TrendSubject: Equatable, Sendable {
    case tag(String)
    case page(address: String, title: String, site: String)
  }

  public let subject: TrendSubject
  /// The trend's number of uses on each of the last days, oldest first; empty if unknown.
  public let uses: [Int]
  /// The number of people who used the trending hashtag or page in the last two days.
  public let personCount: Int

  public init(_ subject: TrendSubject, uses: [Int], personCount: Int) {
    (self.uses, self.personCount) = (uses, personCount)
    self.subject =
      if case .page(let address, let title, let site) = subject {
        .page(address: address, title: title.shortened(to: .name), site: site.shortened(to: .name))
      } else {
        subject
      }
  }
}

/// A custom feed, a stream of posts that a person publishes at the service for other people.
public struct CustomFeed: Equatable, Sendable {
  public let id: String
  public let name: String
  /// The handle of the custom feed's creator.
  public let author: String
  public let words: String
  public let likes: Int?
  public var isLiked: Bool
  /// True if the custom feed is among the user's tabs at the service.
  public var isPinned: Bool

  public init(
    id: String, name: String, author: String, words: String, likes: Int? = nil,
    isLiked: Bool = false, isPinned: Bool = false
  ) {
    (self.id, self.name) = (id, name.shortened(to: .name))
    (self.author, self.words) = (author.shortened(to: .name), words.shortened(to: .summary))
    (self.likes, self.isLiked, self.isPinned) = (likes, isLiked, isPinned)
  }
}
