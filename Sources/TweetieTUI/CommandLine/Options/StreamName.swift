internal import FeedDomain

/// A stream as it is typed: "home", "#boats", "@ada".
enum StreamName: Equatable, Sendable {
  case feed(Feed)
  /// The posts of whoever has that handle.
  case handle(String)

  /// The streams that are plain words.
  static let words: [(name: String, feed: Feed)] = [
    ("home", .home), ("local", .local), ("federated", .federated), ("photos", .photos),
    ("trending", .trending), ("likes", .likes), ("bookmarks", .bookmarks),
  ]

  /// Reads a name; nil where it names nothing.
  init?(_ text: String) {
    if let word = Self.words.first(where: { $0.name == text }) {
      self = .feed(word.feed)
    } else if text.hasPrefix("#"), text.count > 1 {
      self = .feed(.tag(String(text.dropFirst())))
    } else if text.hasPrefix("@"), text.count > 1 {
      self = .handle(String(text.dropFirst()))
    } else {
      return nil
    }
  }
}
