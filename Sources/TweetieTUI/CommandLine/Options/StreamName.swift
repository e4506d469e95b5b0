internal import FeedDomain

/// A stream as it is typed: "home", "#boats", "@ada".
enum StreamName: Equatable, Sendable {
  case feed(Feed)
  /// Photos around the reader's place.
  case nearby
  /// The posts of whoever has that handle.
  case handle(String)

  /// The streams that are plain words.
  static let words: [(name: String, feed: Feed)] = [
    ("home", .home), ("local", .local), ("federated", .federated), ("photos", .photos),
    ("trending", .trending), ("likes", .likes), ("bookmarks", .bookmarks),
  ]

  /// What can be typed, for whoever typed something else.
  static var all: [String] { words.map(\.name) + ["nearby", "#tag", "@handle"] }

  /// Those of the plain words that stand for one of an account's streams.
  static func words(for streams: [StreamTab]) -> [String] {
    words.filter { streams.contains(.feed($0.feed)) }.map(\.name)
      + (streams.contains(.nearby) ? ["nearby"] : [])
  }

  /// Reads a name; nil where it names nothing.
  init?(_ text: String) {
    if let word = Self.words.first(where: { $0.name == text }) {
      self = .feed(word.feed)
    } else if text == "nearby" {
      self = .nearby
    } else if text.hasPrefix("#"), text.count > 1 {
      self = .feed(.tag(String(text.dropFirst())))
    } else if text.hasPrefix("@"), text.count > 1 {
      self = .handle(String(text.dropFirst()))
    } else {
      return nil
    }
  }
}
