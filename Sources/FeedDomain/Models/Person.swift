/// A person at a service, with profile texts and the user's relationship to them.
public struct Person: Identifiable, Hashable, Sendable {
  public typealias ID = Identifier<Person>

  public var id: ID
  /// The person's handle, without "@".
  public let handle: String
  public let name: String
  public let bio: RichText
  public let url: String?
  public var counts: PersonCounts?
  public var relationship: Relationship?
  /// The person's portrait in all sizes, smallest first; empty if there is none or it is unknown.
  public var pictures: [Photo.PhotoRendition]
  public var emojis: [CustomEmoji] = []
  /// The subscription of the web feed that this person stands for as the author of its entries; nil
  /// for people.
  public var subscription: Subscription?
  public var relationshipFlags: RelationshipFlags?
  /// The details of the person that only a whole profile has, such as joining date and banner; nil
  /// if no whole profile was fetched.
  public var details: PersonDetails?

  /// A record of the numbers of a person's followers, followed people and posts; each nil if
  /// unknown.
  public struct PersonCounts: Hashable, Sendable {
    public var followers: Int?
    public let following: Int?
    public let posts: Int?

    package init(followers: Int?, following: Int?, posts: Int?) {
      (self.followers, self.following, self.posts) = (followers, following, posts)
    }

    /// Creates a person's counts; returns nil if none of the numbers is known.
    public static func countsIfAnyKnown(followers: Int?, following: Int?, posts: Int?)
      -> PersonCounts?
    {
      guard followers != nil || following != nil || posts != nil else { return nil }
      return PersonCounts(followers: followers, following: following, posts: posts)
    }
  }

  package init(
    id: ID, handle: String, name: String, bio: RichText = RichText(""), url: String? = nil,
    counts: PersonCounts? = nil, relationship: Relationship? = nil,
    pictures: [Photo.PhotoRendition] = []
  ) {
    self.id = id
    self.handle = handle.shortened(to: .name)
    self.name = name.shortened(to: .name)
    self.bio = bio
    self.url = url
    self.counts = counts
    self.relationship = relationship
    self.pictures = pictures
  }

  /// Returns the person as followed or not followed by the user, with the number of followers
  /// adapted; unchanged if nothing changes, or if the relationship is unknown.
  public func settingFollowed(_ isFollowed: Bool) -> Person {
    guard let relationship, relationship != .oneself,
      relationship.isWanted != isFollowed
    else { return self }
    // A follow request was not counted as a follower.
    let step = isFollowed ? 1 : relationship.isFollowed ? -1 : 0
    return changedCopy(self) {
      $0.relationship =
        relationship.isMuted
        ? (isFollowed ? .mutedFollowed : .muted) : (isFollowed ? .followed : .stranger)
      $0.counts?.followers = counts?.followers.map { max(0, $0 + step) }
    }
  }
}

extension Person {
  /// Returns the person with another relationship to the user; unchanged if the person is the user
  /// themselves, or the relationship is unknown.
  public func replacingRelationship(_ relationship: Relationship) -> Person {
    guard let now = self.relationship, now != .oneself else { return self }
    return changedCopy(self) { $0.relationship = relationship }
  }
}

extension Person {
  /// Returns the person as muted or not muted by the user; a follow stays, but a follow request
  /// counts as gone.
  public func settingMuted(_ isMuted: Bool) -> Person {
    switch relationship {
    case .followed? where isMuted: replacingRelationship(.mutedFollowed)
    case .stranger? where isMuted, .requested? where isMuted: replacingRelationship(.muted)
    case .mutedFollowed? where !isMuted: replacingRelationship(.followed)
    case .muted? where !isMuted: replacingRelationship(.stranger)
    default: self
    }
  }

  public func settingBlocked(_ isBlocked: Bool) -> Person {
    if isBlocked { return settingFollowed(false).replacingRelationship(.blocked) }
    return relationship == .blocked ? replacingRelationship(.stranger) : self
  }
}

/// A relationship of the user to a person. Raw values are stored.
public enum Relationship: String, Hashable, Sendable {
  case oneself, followed
  /// A kind of relationship: the user does not follow the person.
  case stranger
  /// A kind of relationship: the user's follow request is not yet accepted.
  case requested
  case muted
  /// A kind of relationship: the user follows the person, and mutes their posts.
  case mutedFollowed
  case blocked

  public var isFollowed: Bool { self == .followed || self == .mutedFollowed }
  /// True for a relationship in which the user follows the person, or has asked to.
  public var isWanted: Bool { isFollowed || self == .requested }
  public var isMuted: Bool { self == .muted || self == .mutedFollowed }
}

extension Person {
  public var portrait: Photo? {
    guard let largest = pictures.last else { return nil }
    // The address serves as id, since a changed picture gets another address.
    return Photo(
      id: Photo.ID(largest.url), renditions: pictures, size: largest.size, altText: "")
  }

  public func replacingPortraits(_ pictures: [Photo.PhotoRendition]) -> Person {
    changedCopy(self) { $0.pictures = pictures }
  }
}

/// A set of flags of the user's relationship to a person besides following, such as hidden boosts;
/// not stored.
public struct RelationshipFlags: Hashable, Sendable {
  public let followsReader: Bool
  /// True if the person's boosts are hidden in the user's home timeline.
  public var hidesBoosts: Bool
  /// True if the user is notified of the person's posts.
  public var notifiesOfPosts: Bool
  public var blocksServer: Bool
  public var isFeatured: Bool
  public let isLabeler: Bool
  /// True if the user subscribes to the person's labels.
  public var subscribesToLabels: Bool
  /// The user's private note about the person; may be empty.
  public var note: String

  public init(
    followsReader: Bool = false, hidesBoosts: Bool = false, notifiesOfPosts: Bool = false,
    blocksServer: Bool = false, isFeatured: Bool = false, isLabeler: Bool = false,
    subscribesToLabels: Bool = false, note: String = ""
  ) {
    (self.followsReader, self.hidesBoosts) = (followsReader, hidesBoosts)
    (self.notifiesOfPosts, self.blocksServer, self.note) = (notifiesOfPosts, blocksServer, note)
    (self.isFeatured, self.isLabeler, self.subscribesToLabels) = (
      isFeatured, isLabeler, subscribesToLabels
    )
  }
}

/// A record of those details of a person that a service sends only with a whole profile, such as
/// joining date and banner; not stored.
public struct PersonDetails: Hashable, Sendable {
  /// A field in a person's profile, with the name and text that the person chose.
  public struct ProfileField: Hashable, Sendable {
    public let name: String
    public let value: RichText
    /// True if the service confirmed that the page linked in a profile field links back to the
    /// profile.
    public let isVerified: Bool

    package init(_ name: String, _ value: RichText, isVerified: Bool = false) {
      (self.name, self.value) = (name.shortened(to: .name), value)
      self.isVerified = isVerified
    }
  }

  /// Maximum number of fields of a profile; more are dropped.
  private static let mostFields = 16

  public var joinedAt: Timestamp?
  public var lastPostAt: Timestamp?
  public private(set) var fields: [ProfileField]
  /// The wide picture above a profile in all sizes, smallest first; empty if there is none.
  public var bannerRenditions: [Photo.PhotoRendition]

  package init(
    joinedAt: Timestamp? = nil, lastPostAt: Timestamp? = nil, fields: [ProfileField] = [],
    bannerRenditions: [Photo.PhotoRendition] = []
  ) {
    (self.joinedAt, self.lastPostAt) = (joinedAt, lastPostAt)
    self.fields = Array(fields.prefix(Self.mostFields))
    self.bannerRenditions = bannerRenditions
  }

  public var banner: Photo? {
    guard let largest = bannerRenditions.last else { return nil }
    return Photo(
      id: Photo.ID(largest.url), renditions: bannerRenditions, size: largest.size, altText: "")
  }
}

extension Person {
  /// Returns the person with the given details of a whole profile; unchanged for nil.
  package func withDetails(_ details: PersonDetails?) -> Person {
    guard let details else { return self }
    return changedCopy(self) { $0.details = details }
  }

  /// Returns the person with the given relationship flags; unchanged for nil.
  package func withRelationshipFlags(_ relationshipFlags: RelationshipFlags?) -> Person {
    guard let relationshipFlags else { return self }
    return changedCopy(self) { $0.relationshipFlags = relationshipFlags }
  }

  /// The person's handle with "@"; empty if the person has no handle, as saved pages have none.
  public var atHandle: String { handle.isEmpty ? "" : "@\(handle)" }

  /// The name of the server in the person's handle; nil if the handle names none, as for a person
  /// at the user's own server.
  package var server: String? {
    let parts = handle.split(separator: "@")
    return parts.count == 2 ? String(parts[1]) : nil
  }
}
