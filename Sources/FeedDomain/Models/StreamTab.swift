/// What an account offers as a tab.
public enum StreamTab: Hashable, Sendable {
  /// A stream.
  case feed(Feed)
  /// Photos around the reader, wherever that is.
  case nearby

  /// Whether the stream is read under this tab.
  public func offers(_ feed: Feed) -> Bool {
    switch self {
    case .feed(let own): own == feed
    case .nearby: if case .nearby = feed { true } else { false }
    }
  }

  /// The stream, for a tab that is always the same one.
  public var feed: Feed? {
    if case .feed(let feed) = self { feed } else { nil }
  }
}

extension Feed {
  /// Whether its posts are there for their photos.
  public var isOfPhotos: Bool {
    switch self {
    case .photos, .nearby, .portfolio: true
    default: false
    }
  }
}
