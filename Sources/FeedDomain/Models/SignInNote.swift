/// What one may want to know of a service before signing in to it.
public enum SignInNote: Hashable, Sendable {
  /// Anybody can have a look at it, without a network.
  case demo
  /// Programs of several names speak as it does.
  case family
  /// There are posts and photos.
  case postsAndPhotos
  /// There are photographs.
  case photographs
  /// There are the reader's own photos.
  case ownPhotos
  /// There is whatever appears anywhere on the web.
  case web
}

extension Service {
  /// What one may want to know before signing in to it.
  public var signInNote: SignInNote {
    switch self {
    case .tweetie: .demo
    case .mastodon: .family
    case .bluesky: .postsAndPhotos
    case .unsplash, .flickr: .photographs
    case .instagram: .ownPhotos
    case .rss: .web
    }
  }
}
