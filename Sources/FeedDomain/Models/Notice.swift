/// Something that happened to the reader: who did what.
public struct Notice: Hashable, Sendable {
  /// A notice's id.
  public typealias ID = Identifier<Notice>

  /// What happened.
  public enum Kind: String, Hashable, Sendable {
    /// Liked a post of the reader's.
    case like
    /// Boosted one.
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
    /// Something else that concerns the reader.
    case other
  }

  /// Its id.
  public let id: ID
  /// What happened.
  public let kind: Kind
  /// Who did it, the latest first.
  public let people: [Person]
  /// The post it is about; nil for a follow.
  public let post: Post?
  /// When it happened last.
  public let at: Timestamp

  /// Something that happened to the reader.
  public init(id: ID, kind: Kind, people: [Person], post: Post?, at: Timestamp) {
    self.id = id
    self.kind = kind
    self.people = people
    self.post = post
    self.at = at
  }
}

extension Notice {
  /// Whether it says that this person asks to follow the reader.
  public func asks(_ person: Person.ID) -> Bool {
    kind == .request && people.contains { $0.id == person }
  }

  /// The same notice, with the people of another, and as late as the later one.
  public func joined(by other: Notice) -> Notice {
    let isLatest = at >= other.at
    let (first, second) = isLatest ? (people, other.people) : (other.people, people)
    let known = Set(first.map(\.id))
    return Notice(
      id: isLatest ? id : other.id, kind: kind,
      people: first + second.filter { !known.contains($0.id) }, post: post ?? other.post,
      at: max(at, other.at))
  }

  /// What tells it from others: what several people did to one post is one notice, however many
  /// pages tell of it.
  public var topic: String {
    switch kind {
    case .like, .boost, .reaction:
      post.map { "\(kind.rawValue):\($0.id.rawValue)" } ?? "id:\(id.rawValue)"
    case .follow, .mention, .poll, .quote, .request, .other: "id:\(id.rawValue)"
    }
  }
}
