internal import FeedDomain

extension DraftHabits {
  /// Reads what a server says of the reader's own account under "source", or what was kept of it.
  init(mastodon json: JSON) {
    self.init(
      visibility: Visibility.allCases.first { json["privacy"] == .string($0.mastodonName) },
      coversPictures: json["sensitive"].bool == true, language: json["language"].filledString)
  }

  /// How it is kept.
  var kept: JSON {
    [
      "privacy": visibility.map { .string($0.mastodonName) } ?? .null,
      "sensitive": .bool(coversPictures), "language": language.map { .string($0) } ?? .null,
    ]
  }
}
