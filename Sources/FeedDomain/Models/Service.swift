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
}

extension Service {
  /// Who is to be named beside every photo it has, with a link; nil where it does not ask for that.
  public var attribution: Attribution? {
    guard self == .unsplash else { return nil }
    return Attribution(
      name: "Unsplash", url: "https://unsplash.com/?utm_source=tweetie&utm_medium=referral")
  }

  /// Whether everything at it is there for its photos.
  public var isOfPhotos: Bool {
    switch self {
    case .tweetie, .mastodon, .bluesky: false
    case .unsplash, .flickr, .instagram: true
    }
  }
}

/// Who gave a photo, and where they are.
public struct Attribution: Hashable, Sendable {
  /// What they are called.
  public let name: String
  /// Their page, which is told where the reader came from.
  public let url: String
}
