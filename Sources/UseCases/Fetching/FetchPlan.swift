package import FeedDomain

/// What is to be brought here, to be read where there is no network.
package struct FetchPlan: Equatable, Sendable {
  /// How much may be asked for.
  package struct Budget: Equatable, Sendable {
    /// Posts of each stream.
    package var posts = 200
    /// Questions to the service: pages and conversations.
    package var requests = 400
    /// Bytes of pictures, those included that are here already.
    package var bytes = 100_000_000

    package init() {}
  }

  /// So many posts of a stream are fetched where it is said since when.
  private static let mostPostsSince = 800
  /// A screen of which nobody knows how large it is.
  package static let usualScreen = PhotoSize(width: 1080, height: 810)

  /// The streams, the most wanted first.
  package let feeds: [Feed]
  /// Since when; nil for the newest posts of each stream.
  package let since: Timestamp?
  /// Whether conversations come along.
  package let hasThreads: Bool
  /// The screen that pictures are to fill; nil without pictures.
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

/// What is here, to be read where there is no network.
package struct OfflineCopy: Equatable, Sendable {
  /// Why it is not all that was wanted.
  package enum MissingPart: Equatable, Sendable {
    case service(FeedError)
    case store(StoreError)
    /// As much was asked for as is asked for at once.
    case budget
    case calledOff
  }

  package var posts = 0
  package var conversations = 0
  package var pictures = 0
  /// The bytes of the pictures.
  package var bytes = 0
  /// Pictures that could not be had, each by itself.
  package var missingPictures = 0
  /// Nil where all is here.
  package var missingPart: MissingPart?

  package init() {}
}
