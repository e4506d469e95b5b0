/// Somebody at a service.
public struct Person: Identifiable, Hashable, Sendable {
  public typealias ID = Identifier<Person>

  public var id: ID
  /// The handle, without "@".
  public let handle: String
  /// The name they show, as they wrote it.
  public let name: String
  public let bio: RichText
  public let url: String?
  /// How many follow them, they follow, and posts they wrote; nil where it is not told.
  public var counts: Counts?
  /// How the reader stands to them; nil where it is not told.
  public var relationship: Relationship?
  /// Their picture in the sizes that the service offers, smallest first; empty where they have none,
  /// and where it is not told.
  public var pictures: [Photo.Rendition]
  /// The emoji of a server's own that are in their name.
  public var emojis: [CustomEmoji] = []
  /// What is between them and the reader besides; nil where it is not told.
  public var ties: RelationshipFlags?

  /// Numbers about a person; nil for each that is not told.
  public struct Counts: Hashable, Sendable {
    public var followers: Int?
    public let following: Int?
    public let posts: Int?

    package init(followers: Int?, following: Int?, posts: Int?) {
      (self.followers, self.following, self.posts) = (followers, following, posts)
    }

    /// Numbers of which some may be told; nil where none is.
    public static func told(followers: Int?, following: Int?, posts: Int?) -> Counts? {
      guard followers != nil || following != nil || posts != nil else { return nil }
      return Counts(followers: followers, following: following, posts: posts)
    }
  }

  package init(
    id: ID, handle: String, name: String, bio: RichText = RichText(""), url: String? = nil,
    counts: Counts? = nil, relationship: Relationship? = nil, pictures: [Photo.Rendition] = []
  ) {
    self.id = id
    self.handle = handle.bounded(.name)
    self.name = name.bounded(.name)
    self.bio = bio
    self.url = url
    self.counts = counts
    self.relationship = relationship
    self.pictures = pictures
  }

  /// The same person, followed or no longer followed.
  public func followed(_ isFollowed: Bool) -> Person {
    guard let relationship, relationship != .oneself,
      relationship.isWanted != isFollowed
    else { return self }
    // Who was only asked had not counted the reader.
    let step = isFollowed ? 1 : relationship.isFollowed ? -1 : 0
    return changed(self) {
      $0.relationship =
        relationship.isMuted
        ? (isFollowed ? .mutedFollowed : .muted) : (isFollowed ? .followed : .stranger)
      $0.counts?.followers = counts?.followers.map { max(0, $0 + step) }
    }
  }
}

extension Person {
  /// The same person, to whom the reader stands like this; nobody becomes another than oneself.
  public func related(_ relationship: Relationship) -> Person {
    guard let now = self.relationship, now != .oneself else { return self }
    return changed(self) { $0.relationship = relationship }
  }
}

extension Person {
  /// The same person, muted or no longer muted; whether they are followed is another matter.
  public func muted(_ isMuted: Bool) -> Person {
    switch relationship {
    case .followed? where isMuted: related(.mutedFollowed)
    case .stranger? where isMuted, .requested? where isMuted: related(.muted)
    case .mutedFollowed? where !isMuted: related(.followed)
    case .muted? where !isMuted: related(.stranger)
    default: self
    }
  }

  /// The same person, blocked or no longer blocked.
  public func blocked(_ isBlocked: Bool) -> Person {
    if isBlocked { return followed(false).related(.blocked) }
    return relationship == .blocked ? related(.stranger) : self
  }
}

/// How the reader stands to a person.
public enum Relationship: String, Hashable, Sendable {
  /// It is the reader.
  case oneself
  /// The reader follows them.
  case followed
  /// The reader does not.
  case stranger
  /// The reader has asked to; they have not answered yet.
  case requested
  /// The reader does not want to see their posts.
  case muted
  /// The same, of somebody whom the reader follows.
  case mutedFollowed
  /// Neither sees the other.
  case blocked

  public var isFollowed: Bool { self == .followed || self == .mutedFollowed }
  /// Whether the reader wants to follow them: what following asks for is done or on its way.
  public var isWanted: Bool { isFollowed || self == .requested }
  /// Whether the reader does not want to see their posts.
  public var isMuted: Bool { self == .muted || self == .mutedFollowed }
}

extension Person {
  /// Their picture as a photo; nil where they have none.
  public var portrait: Photo? {
    guard let largest = pictures.last else { return nil }
    // Whoever changes their picture gives it another address.
    return Photo(
      id: Photo.ID(largest.url), renditions: pictures, size: largest.size, altText: "")
  }

  /// The same person with this picture.
  public func pictured(_ pictures: [Photo.Rendition]) -> Person {
    changed(self) { $0.pictures = pictures }
  }
}

/// What is between the reader and somebody besides following, as the service tells it with a profile;
/// it is not kept.
public struct RelationshipFlags: Hashable, Sendable {
  public let followsReader: Bool
  /// Whether what they boost is left out of the home stream.
  public var hidesBoosts: Bool
  /// Whether the reader is told of what they post.
  public var tellsOfPosts: Bool
  /// Whether their whole server is blocked.
  public var blocksServer: Bool
  /// Whether the reader's profile shows them.
  public var isFeatured: Bool
  /// Whether they label what others post.
  public let isLabeler: Bool
  /// Whether the reader wants to see their labels.
  public var takesLabels: Bool
  /// What the reader wrote down about them, for their own eyes; empty where nothing.
  public var note: String

  /// No ties, but for what is told.
  public init(
    followsReader: Bool = false, hidesBoosts: Bool = false, tellsOfPosts: Bool = false,
    blocksServer: Bool = false, isFeatured: Bool = false, isLabeler: Bool = false,
    takesLabels: Bool = false, note: String = ""
  ) {
    (self.followsReader, self.hidesBoosts) = (followsReader, hidesBoosts)
    (self.tellsOfPosts, self.blocksServer, self.note) = (tellsOfPosts, blocksServer, note)
    (self.isFeatured, self.isLabeler, self.takesLabels) = (isFeatured, isLabeler, takesLabels)
  }
}

extension Person {
  /// The same person with what the service tells of that; what it does not tell stays.
  package func tied(_ ties: RelationshipFlags?) -> Person {
    guard let ties else { return self }
    return changed(self) { $0.ties = ties }
  }

  /// The server they are at, where that is another than the reader's.
  package var server: String? {
    let parts = handle.split(separator: "@")
    return parts.count == 2 ? String(parts[1]) : nil
  }
}
