import FeedDomain

/// What a column shows, as two texts.
struct DeckKey {
  private static let nearby = FeedKey("nearby")
  private static let notices = FeedKey("notices")

  let texts: FeedKey

  init(_ texts: FeedKey) { self.texts = texts }

  init(_ content: DeckColumn.Content) {
    texts =
      switch content {
      case .stream(.feed(let feed)): FeedKey(feed)
      case .stream(.nearby): Self.nearby
      case .notices: Self.notices
      }
  }

  /// Nil for what this version does not know.
  var content: DeckColumn.Content? {
    switch texts {
    case Self.nearby: .stream(.nearby)
    case Self.notices: .notices
    default: texts.feed.map { .stream(.feed($0)) }
    }
  }
}
