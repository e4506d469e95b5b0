package import FeedDomain

/// A stream as it is typed: "home", "#boats", "@ada", "list:Friends".
package enum StreamName: Equatable, Sendable {
  case feed(Feed)
  /// Photos around the reader's place.
  case nearby
  /// A list of the reader's, a feed or a topic, by its name or id.
  case list(String)
  case handle(String)

  package static let words: [(name: String, feed: Feed)] = [
    ("home", .home), ("everything", .everything), ("local", .local), ("federated", .federated),
    ("photos", .photos),
    ("trending", .trending), ("likes", .likes), ("bookmarks", .bookmarks),
  ]

  /// What can be typed, for whoever typed something else.
  package static var all: [String] {
    words.map(\.name) + ["nearby", "#tag", "@handle", "list:NAME"]
  }

  /// Reads a name, as it was typed for an operand.
  init(typed word: String) throws(UsageError) {
    guard let name = StreamName(word) else {
      throw .badValue(word, option: "STREAM", allowed: Self.all.joined(separator: ", "))
    }
    self = name
  }

  /// Reads a name; nil where it names nothing.
  init?(_ text: String) {
    if let word = Self.words.first(where: { $0.name == text }) {
      self = .feed(word.feed)
    } else if text == "nearby" {
      self = .nearby
    } else if text.hasPrefix("list:"), text.utf8.count > 5 {
      self = .list(String(text.dropFirst(5)))
    } else if text.hasPrefix("#"), text.count > 1 {
      self = .feed(.tag(String(text.dropFirst())))
    } else if text.hasPrefix("@"), text.count > 1 {
      self = .handle(String(text.dropFirst()))
    } else {
      return nil
    }
  }
}

extension Visibility {
  /// By its own name, or as other programs and services call it; nil for any other word.
  init?(typed: String) {
    switch typed.lowercased() {
    case "everybody", "everyone", "public", "all": self = .everybody
    case "unlisted", "quiet": self = .unlisted
    case "followers", "private", "friends": self = .followers
    case "mentioned", "direct", "dm", "mentions": self = .mentioned
    case "oneself", "me", "self": self = .oneself
    default: return nil
    }
  }
}
