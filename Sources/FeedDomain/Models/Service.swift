/// The services Tweetie speaks to.
public enum Service: String, CaseIterable, Sendable {
  /// The one built in: it needs no network.
  case tweetie
  /// Mastodon and its family.
  case mastodon
  /// Bluesky.
  case bluesky
  /// Unsplash, for photographs.
  case unsplash
  /// Flickr, for photographs.
  case flickr
  /// Instagram, one's own media.
  case instagram
  /// Feeds of all the web, in RSS, Atom or JSON.
  case rss
}

extension Service {
  /// Whether everything at it is there for its photos.
  public var isOfPhotos: Bool {
    switch self {
    case .tweetie, .mastodon, .bluesky, .rss: false
    case .unsplash, .flickr, .instagram: true
    }
  }
}
