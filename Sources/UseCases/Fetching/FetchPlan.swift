package import FeedDomain

/// The plan of an offline copy: feeds, conversations and pictures to fetch.
package struct FetchPlan: Equatable, Sendable {
  /// The limits of an offline copy.
  package struct Budget: Equatable, Sendable {
    /// Maximum number of posts of each feed.
    package var posts = 200
    /// Maximum number of requests.
    package var requests = 400
    /// Maximum size of pictures, including cached ones.
    package var bytes = 100_000_000

    package init() {}
  }

  /// Maximum number of posts of each feed since a time.
  private static let mostPostsSince = 800
  /// The assumed screen size if it is unknown.
  package static let usualScreen = PhotoSize(width: 1080, height: 810)

  /// Feeds in order of priority.
  package let feeds: [Feed]
  /// The time since which posts are fetched; nil for the newest posts.
  package let since: Timestamp?
  /// True if conversations are fetched.
  package let hasThreads: Bool
  /// The screen size pictures should fill; nil without pictures.
  package let screen: PhotoSize?
  package var budget = Budget()

  package init(
    _ feeds: [Feed], since: Timestamp? = nil, hasThreads: Bool = false, screen: PhotoSize? = nil
  ) {
    (self.feeds, self.since) = (feeds, since)
    (self.hasThreads, self.screen) = (hasThreads, screen)
    if since != nil { budget.posts = Self.mostPostsSince }
  }
}

/// The result of an offline copy.
package struct OfflineCopy: Equatable, Sendable {
  /// The reason why an offline copy is incomplete.
  package enum MissingPart: Equatable, Sendable {
    case service(FeedError)
    case store(StoreError)
    /// The request budget was used up.
    case budget
    case calledOff
  }

  package var posts = 0
  package var conversations = 0
  package var pictures = 0
  /// The total size of the pictures.
  package var bytes = 0
  /// Number of pictures that could not be fetched.
  package var missingPictures = 0
  /// The reason why the copy is incomplete; nil if it is complete.
  package var missingPart: MissingPart?

  package init() {}
}
