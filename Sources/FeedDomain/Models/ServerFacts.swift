/// What a server says of itself.
public struct ServerFacts: Hashable, Sendable {
  /// A rule, by which the service knows it, and what it says.
  public struct Rule: Hashable, Sendable {
    /// As the service knows it.
    public let id: String
    public let words: String

    package init(id: String, words: String) {
      (self.id, self.words) = (id, words.bounded(.summary))
    }
  }

  public let name: String
  public let summary: RichText
  /// What those who write there agreed to.
  public let rules: [Rule]
  /// Whom to ask, by their handle; nil where nobody is named.
  public let contact: String?
  /// How many people used it lately; nil where that is not told.
  public let people: Int?
  /// The program it runs, with its version.
  public let version: String

  package init(
    name: String, summary: RichText, rules: [Rule] = [], contact: String? = nil,
    people: Int? = nil, version: String = ""
  ) {
    (self.name, self.summary, self.rules) = (name.bounded(.name), summary, rules)
    (self.contact, self.people) = (contact?.bounded(.name), people)
    self.version = version.bounded(.name)
  }
}

/// What those who run a server have to say to all who use it.
public struct Announcement: Hashable, Sendable {
  /// As the service knows it.
  public let id: String
  /// Since when it is there; nil where that is not told.
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

/// A list of people that the reader keeps at a service, whose posts are a stream.
public struct UserList: Hashable, Sendable {
  /// As the service knows it.
  public let id: String
  public let title: String
  /// Whether whoever was asked about is on it; nil where nobody was.
  public let hasPerson: Bool?

  /// A list.
  public init(id: String, title: String, hasPerson: Bool? = nil) {
    (self.id, self.title, self.hasPerson) = (id, title.bounded(.name), hasPerson)
  }
}

/// A post that the service keeps until its moment comes.
public struct ScheduledPost: Hashable, Sendable {
  /// As the service knows it.
  public let id: String
  public let moment: Timestamp
  /// What it says, with its warning before it.
  public let words: String
  /// How many pictures go with it.
  public let pictures: Int

  /// A post that waits.
  public init(id: String, moment: Timestamp, words: String, pictures: Int = 0) {
    (self.id, self.moment, self.pictures) = (id, moment, pictures)
    self.words = words.bounded(.summary)
  }
}

/// Something that a service counts of all that somebody posted.
public struct Statistic: Hashable, Sendable {
  /// What is counted.
  public enum Kind: Hashable, Sendable {
    case views, downloads
  }

  public let kind: Kind
  /// How often it was so far.
  public let total: Int
  /// How often on each of the last days, the latest last.
  public let days: [Int]

  /// A count.
  public init(_ kind: Kind, total: Int, days: [Int]) {
    (self.kind, self.total, self.days) = (kind, total, days)
  }
}

/// Something that many talk about.
public struct Trend: Hashable, Sendable {
  /// What it is.
  public enum Subject: Hashable, Sendable {
    /// A tag, without "#".
    case tag(String)
    case page(address: String, title: String, site: String)
  }

  public let subject: Subject
  /// How often in each of the last days, the oldest first; empty where that is not told.
  public let uses: [Int]
  /// How many people talked about it in the last two of them.
  public let people: Int

  /// A trend.
  public init(_ subject: Subject, uses: [Int], people: Int) {
    (self.uses, self.people) = (uses, people)
    self.subject =
      if case .page(let address, let title, let site) = subject {
        .page(address: address, title: title.bounded(.name), site: site.bounded(.name))
      } else {
        subject
      }
  }
}

/// A stream that somebody computes for others.
public struct FoundFeed: Hashable, Sendable {
  /// As the service knows it.
  public let id: String
  public let name: String
  /// Who computes it, by their handle.
  public let author: String
  /// What it is, in its author's words.
  public let words: String
  /// How many like it; nil where that is not told.
  public let likes: Int?
  /// Whether the reader does.
  public var isLiked: Bool
  /// Whether it is among the reader's streams.
  public var isPinned: Bool

  /// A feed.
  public init(
    id: String, name: String, author: String, words: String, likes: Int? = nil,
    isLiked: Bool = false, isPinned: Bool = false
  ) {
    (self.id, self.name) = (id, name.bounded(.name))
    (self.author, self.words) = (author.bounded(.name), words.bounded(.summary))
    (self.likes, self.isLiked, self.isPinned) = (likes, isLiked, isPinned)
  }
}
